import { VisuallyHidden } from '@mantine/core';
import classes from './compared-cell.module.css';

/** A missing value: a dash on screen, words for screen readers. */
export function Missing({ words }: { words: string }) {
  return (
    <span className={classes['dimmed']}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
