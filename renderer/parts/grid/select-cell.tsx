import { createElement } from 'react';
import classes from './data-grid.module.css';
import { GRID_CELL } from './grid-elements.ts';

interface SelectCellProps {
  readonly label: string;
  readonly checked: boolean;
}

/**
 * A row's checkbox, in a target as tall as the row, because a near miss must not open the row. An ARIA checkbox, as a real
 * one costs as much as all the other cells of a row. The row handles its keys and clicks.
 */
export function SelectCell({ label, checked }: SelectCellProps) {
  return (
    <div {...GRID_CELL} className={classes['selectCell']}>
      {createElement('span', {
        role: 'checkbox',
        'aria-checked': checked,
        'aria-label': label,
        tabIndex: -1,
        className: classes['selectTarget'],
      })}
    </div>
  );
}
