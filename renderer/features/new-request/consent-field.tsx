import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConsentRule } from '../../../shared/workspace-rules.ts';
import classes from './consent-field.module.css';

interface ConsentFieldProps {
  readonly rule: ConsentRule;
  readonly autoFocus: boolean;
  /** The wording the candidate agreed to; null if not confirmed. */
  readonly value: string | null;
  readonly onChange: (wording: string | null) => void;
  readonly error?: ReactNode;
}

/** A checkbox for the candidate's consent. A changed wording needs consent again. */
export function ConsentField({
  rule: { wording, required },
  autoFocus,
  value,
  onChange,
  error,
}: ConsentFieldProps) {
  return (
    <div className={classes['frame']}>
      <Checkbox
        label={<span dir="auto">{wording}</span>}
        required={required}
        autoFocus={autoFocus}
        checked={value === wording}
        onChange={(event) => onChange(event.currentTarget.checked ? wording : null)}
        error={error}
        {...(error && { 'aria-invalid': true })}
      />
    </div>
  );
}
