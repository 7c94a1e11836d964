import { createElement } from 'react';
import classes from './data-grid.module.css';
import { GRID_CELL } from './grid-elements.ts';

interface SelectCellProps {
  readonly label: string;
  readonly checked: boolean;
}

/**
 * A row's checkbox in a target as high as the row: aiming a little beside it must not open the row. ARIA's checkbox,
 * for a real one costs as much as all the other cells of a row; the row answers its keys and clicks.
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
