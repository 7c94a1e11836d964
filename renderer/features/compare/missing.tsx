import { VisuallyHidden } from '@mantine/core';
import classes from './compared-cell.module.css';

/** In place of a value that isn't shown yet. */
export const COVERED = 'covered until you give a verdict';

/** A missing value: a dash on screen, words for screen readers; what is covered, in words for all. */
export function Missing({ words }: { words: string }) {
  if (words === COVERED) return <span className={classes['dimmed']}>Covered until you give a verdict</span>;
  return (
    <span className={classes['dimmed']}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
