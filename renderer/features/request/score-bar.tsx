import type { ScoreScale } from './assessment-shape.ts';
import classes from './score-bar.module.css';

interface ScoreBarProps {
  readonly value: number;
  readonly scale: ScoreScale;
  /** The value as it is written. */
  readonly text: string;
}

/** A score with a bar against its scale. A scale that was only guessed says so: the number is what counts. */
export function ScoreBar({ value, scale, text }: ScoreBarProps) {
  const share = Math.min(1, value / scale.max);
  return (
    <span className={classes['score']}>
      <span className={classes['value']}>{text}</span>
      <span className={classes['track']} aria-hidden>
        <span className={classes['fill']} style={{ width: `${share * 100}%` }} />
      </span>
      <span
        className={classes['scale']}
        title={
          scale.guessed ? 'The service does not say what the highest score is; this is a guess.' : undefined
        }
      >
        of {scale.max}
        {scale.guessed && '?'}
      </span>
    </span>
  );
}
