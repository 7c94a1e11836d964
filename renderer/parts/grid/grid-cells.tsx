import { memo } from 'react';
import classes from './data-grid.module.css';
import type { GridColumns } from './grid-columns.ts';
import { GRID_CELL } from './grid-elements.ts';

interface GridCellsProps<Item> {
  /** Undefined while it has not arrived. */
  readonly item: Item | undefined;
  readonly columns: GridColumns<Item>;
}

/** The cells of one row; into plain ones the row writes itself (see {@link drawCells}). */
export function GridCells<Item>({ item, columns }: GridCellsProps<Item>) {
  const context = item === undefined ? undefined : { row: { original: item } };
  return columns.map(({ id, meta, plain, cell }) => (
    <div
      key={id}
      {...GRID_CELL}
      className={plain ? classes['plain'] : classes['cell']}
      data-align={meta.align}
    >
      {cell && context && cell(context)}
    </div>
  ));
}

/** The cells of any row of plain columns: they stay while the row shows one item after the other. */
export const PlainCells = memo(GridCells<never>);
