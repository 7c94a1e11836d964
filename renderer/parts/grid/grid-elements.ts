import { type ComponentProps, createElement } from 'react';

/**
 * The parts of ARIA's grid pattern as plain elements. Real table elements would bring their roles along, but Chromium
 * computes the style of a whole table anew for each row that comes or goes: scrolling fast cost 15 ms of style per
 * frame with them and costs 2 ms without.
 */
function elementOf(role: 'grid' | 'rowgroup' | 'row' | 'columnheader') {
  return (props: ComponentProps<'div'>) => createElement('div', { ...props, role });
}

export const GridRoot = elementOf('grid');
export const RowGroup = elementOf('rowgroup');
export const RowRoot = elementOf('row');
export const ColumnHeader = elementOf('columnheader');

/** For the many cells: a role to spread saves a component each. */
export const GRID_CELL = { role: 'gridcell' } as const;
