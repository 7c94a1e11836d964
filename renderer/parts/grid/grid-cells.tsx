import classes from './data-grid.module.css';
import type { GridColumns } from './grid-columns.ts';
import { GRID_CELL } from './grid-elements.ts';

/** The cells of one row. */
export function GridCells<Item>({ item, columns }: { item: Item; columns: GridColumns<Item> }) {
  const context = { row: { original: item } };
  return columns.map(({ id, meta, cell }) => (
    <div key={id} {...GRID_CELL} className={classes['cell']} data-align={meta.align}>
      {cell(context)}
    </div>
  ));
}
