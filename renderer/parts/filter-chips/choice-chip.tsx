import { formatNumber } from '../text/count-of.ts';
import classes from './filter-chips.module.css';

interface ChoiceChipProps {
  readonly word: string;
  readonly count?: number | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A toggle button that selects a view of a list, with an optional count. */
export function ChoiceChip({ word, count, pressed, onPress }: ChoiceChipProps) {
  return (
    <button
      type="button"
      className={classes['chip']}
      data-choice
      aria-pressed={pressed}
      title={word}
      onClick={onPress}
    >
      <span className={classes['word']} dir="auto">
        {word}
      </span>
      {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
    </button>
  );
}
