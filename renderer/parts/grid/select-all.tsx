import { useEffect, useRef } from 'react';
import classes from './data-grid.module.css';
import { ColumnHeader } from './grid-elements.ts';
import type { GridSelection } from './grid-selection.ts';

/** Selects all rows, on screen or not, or none. */
export function SelectAll<Item>({
  selection,
  disabled,
}: {
  selection: GridSelection<Item>;
  disabled: boolean;
}) {
  const { all, count, onAll, onClear } = selection;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <ColumnHeader className={classes['selectCell']}>
      <label className={classes['selectTarget']}>
        <input
          ref={box}
          type="checkbox"
          className={classes['check']}
          aria-label="Select all"
          disabled={disabled}
          checked={all && count > 0}
          onChange={all && count > 0 ? onClear : onAll}
        />
      </label>
    </ColumnHeader>
  );
}
