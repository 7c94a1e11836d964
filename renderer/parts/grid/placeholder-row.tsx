import classes from './data-grid.module.css';
import { GRID_CELL, RowRoot } from './grid-elements.ts';

interface PlaceholderRowProps {
  readonly index: number;
  readonly start: number;
  readonly height: number;
}

/** A row whose page has not arrived yet. Plain on purpose: scrolling fast draws many of them. */
export function PlaceholderRow({ index, start, height }: PlaceholderRowProps) {
  return (
    <RowRoot
      aria-rowindex={index + 2}
      aria-busy
      className={classes['row']}
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <div {...GRID_CELL} className={classes['placeholder']} />
    </RowRoot>
  );
}
