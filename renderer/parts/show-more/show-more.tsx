import { Button } from '@mantine/core';
import { countOf, formatNumber } from '../text/count-of.ts';
import classes from './show-more.module.css';

/** Entries each click adds. */
const STEP = 300;

interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  /** Gets the new number of entries to show. */
  readonly onShow: (most: number) => void;
}

/** Shows more entries of a long list, step by step. */
export function ShowMore({ shown, total, onShow }: ShowMoreProps) {
  const hidden = total - shown;
  if (hidden <= 0) return null;
  const next = Math.min(hidden, STEP);
  return (
    <div className={classes['more']}>
      <Button variant="subtle" size="compact-xs" onClick={() => onShow(shown + next)}>
        Show {formatNumber(next)} more
      </Button>
      {next < hidden && (
        <span className={classes['rest']}>{countOf(hidden, 'entry', 'entries')} not shown</span>
      )}
    </div>
  );
}
