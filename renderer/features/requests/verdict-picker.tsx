import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import classes from './requests.module.css';
import { VerdictIcon } from './verdict-mark.tsx';
import { VERDICT_WORDS } from './verdict-words.ts';

interface VerdictPickerProps {
  /** null if the selected requests differ. */
  readonly value: Verdict | null;
  readonly onChange: (verdict: Verdict) => void;
  readonly choices?: readonly Verdict[];
  /** Whether a dialog gives the first choice the focus when it opens. */
  readonly autofocus?: boolean;
  /** `sm` shows only icons. */
  readonly size?: 'sm' | 'md';
  /** Accessible name: `Verdict on Grace Hopper`. */
  readonly label: string;
}

/** The recruiter's verdict as radio buttons, so that arrow keys change it. */
export function VerdictPicker(props: VerdictPickerProps) {
  const { value, onChange, choices = VERDICTS, autofocus = false, size = 'md', label } = props;
  const name = useId();
  return (
    <fieldset className={classes['verdictPicker']} data-size={size}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {choices.map((verdict) => (
        <label
          key={verdict}
          className={classes['verdictChoice']}
          data-verdict={verdict}
          title={VERDICT_WORDS[verdict]}
        >
          <input
            type="radio"
            name={name}
            data-autofocus={(autofocus && verdict === choices[0]) || undefined}
            className={classes['verdictInput']}
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
