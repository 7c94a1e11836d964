import { formatNumber } from '../text/count-of.ts';
import classes from './filter-chips.module.css';

interface ChoiceChipProps {
  readonly word: string;
  readonly count?: number | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** One of several ways to look at a list: a small button that stays pressed, with how much there is. */
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
