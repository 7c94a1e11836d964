import {
  type BetterEnd,
  type DescribedValue,
  offScaleWords,
  scaleWords,
  shareOf,
} from '../../../shared/described-field.ts';
import classes from './scale-bar.module.css';

/** The position of a value on its described scale. The value itself is shown beside it. */
export function ScaleBar({ value: { field, scaled } }: { value: DescribedValue }) {
  const words = scaled ? scaleWords(scaled) : offScaleWords(field);
  if (words === null) return null;
  return (
    <span className={classes['scale']}>
      {scaled && <ScaleTrack share={shareOf(scaled)} better={scaled.better} />}
      <span className={classes['words']}>{words}</span>
    </span>
  );
}

/**
 * A bar as long as the value: empty at the smallest value, full at the largest, whichever is better. A line marks the better
 * end. As wide as `--track-width`.
 */
export function ScaleTrack({
  share,
  better,
}: {
  /** From 0 to 1. */
  readonly share: number;
  readonly better: BetterEnd | null;
}) {
  return (
    <span className={classes['track']} data-better={better ?? undefined} aria-hidden>
      <span className={classes['fill']} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
