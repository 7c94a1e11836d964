import { type DescribedValue, offScaleWords, scaleWords, shareOf } from '../../../shared/described-field.ts';
import classes from './scale-bar.module.css';

/** The position of a value on its described scale. The value itself is shown beside it. */
export function ScaleBar({ value: { field, scaled } }: { value: DescribedValue }) {
  const words = scaled ? scaleWords(scaled) : offScaleWords(field);
  if (words === null) return null;
  return (
    <span className={classes['scale']}>
      {scaled && (
        <span className={classes['track']} aria-hidden>
          <span className={classes['fill']} style={{ width: `${shareOf(scaled) * 100}%` }} />
        </span>
      )}
      <span className={classes['words']}>{words}</span>
    </span>
  );
}
