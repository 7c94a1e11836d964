import type { MouseEvent } from 'react';
import classes from './data-grid.module.css';
import { GRID_CELL } from './grid-elements.ts';

interface SelectCellProps {
  readonly label: string;
  readonly checked: boolean;
  /** Chooses the row or leaves it out; `through` for all rows from the one chosen last. */
  readonly onSelect: (through: boolean) => void;
}

/** A row's checkbox in a target as high as the row: aiming a little beside it must not open the row. */
export function SelectCell({ label, checked, onSelect }: SelectCellProps) {
  const select = (event: MouseEvent<HTMLInputElement>) => {
    onSelect(event.shiftKey);
    // The row answers the keys that come next.
    event.currentTarget.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
  };
  return (
    <div {...GRID_CELL} className={classes['selectCell']}>
      <label className={classes['selectTarget']}>
        <input
          type="checkbox"
          className={classes['check']}
          aria-label={label}
          tabIndex={-1}
          checked={checked}
          readOnly
          onClick={select}
        />
      </label>
    </div>
  );
}
