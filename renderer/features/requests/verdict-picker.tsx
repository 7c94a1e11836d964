import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import classes from './requests.module.css';
import { VerdictIcon } from './verdict-mark.tsx';

interface VerdictPickerProps {
  /** null if the selected requests differ. */
  readonly value: Verdict | null;
  /** Also gets how often the mouse was clicked in a row; 0 for a key. */
  readonly onChange: (verdict: Verdict, clicks: number) => void;
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
            onChange={({ nativeEvent }) =>
              onChange(verdict, 'detail' in nativeEvent ? Number(nativeEvent.detail) : 0)
            }
          />
          <VerdictIcon verdict={verdict} />
          {size === 'md' ? (
            <span>{VERDICT_WORDS[verdict]}</span>
          ) : (
            <VisuallyHidden>{VERDICT_WORDS[verdict]}</VisuallyHidden>
          )}
        </label>
      ))}
    </fieldset>
  );
}
