import classes from './data-grid.module.css';
import type { RichColumn } from './grid-columns.ts';
import { GRID_CELL } from './grid-elements.ts';

interface GridCellsProps<Item> {
  /** Undefined while it has not arrived. */
  readonly item: Item | undefined;
  readonly columns: readonly RichColumn<Item>[];
}

/** The cells of one row. */
export function GridCells<Item>({ item, columns }: GridCellsProps<Item>) {
  const context = item === undefined ? undefined : { row: { original: item } };
  return columns.map(({ id, meta, cell }) => (
    <div key={id} {...GRID_CELL} className={classes['cell']} data-align={meta.align}>
      {context && cell(context)}
    </div>
  ));
}
