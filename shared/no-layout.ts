import type { GridLayout } from './grid-layout.ts';

/** No column is arranged: what `gridLayout` makes of nothing, for the window without the schema. */
export const NO_LAYOUT: GridLayout = { order: [], shown: {}, widths: {} };
