import type { GridLayout } from './grid-layout.ts';

/** The default arrangement. */
export const NO_LAYOUT: GridLayout = { order: [], shown: {}, widths: {} };
