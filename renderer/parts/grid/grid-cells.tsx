import type { Cell, Row, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import classes from './data-grid.module.css';
import type { GridFeatures } from './grid-columns.ts';
import { GRID_CELL } from './grid-elements.ts';

interface GridCellsProps<Item extends RowData> {
  readonly row: Row<GridFeatures, Item>;
  /** Ids of the columns shown. */
  readonly shown: readonly string[];
}

/**
 * What a cell shows. Columns give functions that make elements and use no hooks: called as they are they save a
 * component per cell, which counts while scrolling.
 */
function content<Item extends RowData>(cell: Cell<GridFeatures, Item>): ReactNode {
  const { cell: template } = cell.column.columnDef;
  return typeof template === 'function' ? template(cell.getContext()) : template;
}

/** The cells of one row. */
export function GridCells<Item extends RowData>({ row, shown }: GridCellsProps<Item>) {
  return row
    .getAllCells()
    .filter((cell) => shown.includes(cell.column.id))
    .map((cell) => (
      <div
        key={cell.id}
        {...GRID_CELL}
        className={classes['cell']}
        data-align={cell.column.columnDef.meta?.align}
      >
        {content(cell)}
      </div>
    ));
}
