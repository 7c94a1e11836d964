import type { GridLayout } from './grid-layout.ts';

/** The default arrangement: equals `gridLayout.parse({})` without loading the schema. */
export const NO_LAYOUT: GridLayout = { order: [], shown: {}, widths: {} };
