import { VisuallyHidden } from '@mantine/core';
import classes from './compared-cell.module.css';

/** Nothing where others have something: a dash to see, words to hear. */
export function Missing({ words }: { words: string }) {
  return (
    <span className={classes['dimmed']}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
