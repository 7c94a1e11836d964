import { type ComponentProps, type CSSProperties, createElement } from 'react';
import type { GridColumnMeta } from './grid-columns.ts';

/**
 * The parts of ARIA's grid pattern, as plain elements. Table elements would bring their roles along, but Chromium
 * recalculates the style of a whole table whenever a row is added or removed.
 */
function elementOf(role: 'grid' | 'rowgroup' | 'row' | 'columnheader') {
  return (props: ComponentProps<'div'>) => createElement('div', { ...props, role });
}

export const GridRoot = elementOf('grid');
export const RowGroup = elementOf('rowgroup');
export const RowRoot = elementOf('row');
export const ColumnHeader = elementOf('columnheader');

/** Spread into each cell; a component per cell would be slower. */
export const GRID_CELL = { role: 'gridcell' } as const;

/** Where a sticky column stays; only a grid that scrolls sideways uses it. */
export function stickyProps({ sticky }: GridColumnMeta) {
  if (sticky === undefined || sticky === 'end') return { 'data-sticky': sticky };
  return { 'data-sticky': 'start', style: { '--sticky-at': `${sticky}px` } as CSSProperties };
}
