import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConsentRule } from '../../../shared/workspace-rules.ts';
import classes from './consent-field.module.css';

interface ConsentFieldProps {
  readonly rule: ConsentRule;
  /** What the candidate agreed to; null where nobody said so. */
  readonly value: string | null;
  readonly onChange: (wording: string | null) => void;
  readonly error?: ReactNode;
}

/** The tick that the candidate agreed. Words that were changed since are no agreement to those of now. */
export function ConsentField({ rule: { wording, required }, value, onChange, error }: ConsentFieldProps) {
  return (
    <div className={classes['frame']}>
      <Checkbox
        label={<span dir="auto">{wording}</span>}
        required={required}
        checked={value === wording}
        onChange={(event) => onChange(event.currentTarget.checked ? wording : null)}
        error={error}
        {...(error && { 'aria-invalid': true })}
      />
    </div>
  );
}
