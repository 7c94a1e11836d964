import classes from './covered-bar.module.css';

/** In place of a name, number or link that is covered. */
export function CoveredText() {
  return <span className={classes['text']}>Covered until you give a verdict with a reason</span>;
}
