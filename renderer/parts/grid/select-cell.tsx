import { createElement, type MouseEvent } from 'react';
import classes from './data-grid.module.css';
import { GRID_CELL } from './grid-elements.ts';

interface SelectCellProps {
  readonly label: string;
  readonly checked: boolean;
  /** Chooses the row or leaves it out; `through` for all rows from the one chosen last. */
  readonly onSelect: (through: boolean) => void;
}

/**
 * A row's checkbox in a target as high as the row: aiming a little beside it must not open the row. ARIA's checkbox,
 * for a real one costs as much as all the other cells of a row; the row answers its keys.
 */
export function SelectCell({ label, checked, onSelect }: SelectCellProps) {
  const select = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation();
    onSelect(event.shiftKey);
    event.currentTarget.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
  };
  return (
    <div {...GRID_CELL} className={classes['selectCell']}>
      {createElement('span', {
        role: 'checkbox',
        'aria-checked': checked,
        'aria-label': label,
        tabIndex: -1,
        className: classes['selectTarget'],
        onClick: select,
      })}
    </div>
  );
}
