import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './privacy.module.css';

export interface ItemProps<Row> {
  readonly row: Row;
  /** Whether to say how the entry was found. */
  readonly hint: boolean;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

interface FoundEntryProps extends Pick<ItemProps<unknown>, 'checked' | 'onChange'> {
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Something found about a person, to be chosen or not. */
export function FoundEntry({ checked, disabled = false, onChange, children }: FoundEntryProps) {
  return (
    <li className={classes['entry']}>
      <Checkbox
        size="sm"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={<span className={classes['item']}>{children}</span>}
      />
    </li>
  );
}
