import classes from './series.module.css';
import type { Series } from './series.ts';

/** The legend of a chart's series. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes['legend']} aria-label="Key">
      {series.map(({ name, tone }) => (
        <li key={name} className={classes['entry']}>
          <span className={`${classes['part']} ${classes['key']}`} data-tone={tone} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}
