import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import classes from './verdict.module.css';
import { VerdictIcon } from './verdict-mark.tsx';
import { VERDICT_WORDS } from './verdict-words.ts';

interface VerdictPickerProps {
  /** null if the selected requests differ. */
  readonly value: Verdict | null;
  readonly onChange: (verdict: Verdict) => void;
  /** `sm` shows only icons. */
  readonly size?: 'sm' | 'md';
  /** Accessible name: `Verdict on Grace Hopper`. */
  readonly label: string;
}

/** The recruiter's verdict as radio buttons, so that arrow keys change it. */
export function VerdictPicker({ value, onChange, size = 'md', label }: VerdictPickerProps) {
  const name = useId();
  return (
    <fieldset className={classes['picker']} data-size={size}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {VERDICTS.map((verdict) => (
        <label
          key={verdict}
          className={classes['choice']}
          data-verdict={verdict}
          title={VERDICT_WORDS[verdict]}
        >
          <input
            type="radio"
            name={name}
            className={classes['input']}
            checked={value === verdict}
            onChange={() => onChange(verdict)}
          />
          <VerdictIcon verdict={verdict} />
          {size === 'md' ? (
            <span>{verdict === 'none' ? 'None' : VERDICT_WORDS[verdict]}</span>
          ) : (
            <VisuallyHidden>{VERDICT_WORDS[verdict]}</VisuallyHidden>
          )}
        </label>
      ))}
    </fieldset>
  );
}
