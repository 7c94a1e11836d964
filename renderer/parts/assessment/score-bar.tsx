import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { Score } from '../../../shared/assessment-scale.ts';
import { formatScore } from './format-score.ts';
import classes from './score-bar.module.css';

/** A score with a bar against its scale. A scale that was only guessed says so: the number is what counts. */
export function ScoreBar({ value, scale }: Score) {
  const share = Math.min(1, Math.max(0, value / scale.max));
  const of = <span className={classes['scale']}>of {formatScore(scale.max)}</span>;
  return (
    <span className={classes['score']}>
      <span className={classes['numbers']}>
        <span className={classes['value']}>{formatScore(value)}</span>{' '}
        {scale.guessed ? <GuessedScale max={scale.max}>{of}</GuessedScale> : of}
      </span>
      <span className={classes['track']} aria-hidden>
        <span className={classes['fill']} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

function GuessedScale({ max, children }: { max: number; children: React.ReactNode }) {
  return (
    <Tooltip
      multiline
      maw={260}
      label={`Scale guessed: the service does not say what the highest score is. ${formatScore(max)} fits the field's name and value.`}
    >
      <span className={classes['guessed']}>
        {children}
        <span aria-hidden>?</span>
        <VisuallyHidden> (scale guessed)</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
