import { formatNumber } from '../../parts/text/count-of.ts';
import { countStates, type ReviewRow, ROW_STATES, type RowState, summaryOf } from './judge-rows.ts';
import classes from './review-filter.module.css';

const CHIP_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  duplicate: 'Duplicates',
  problem: 'Problems',
  unclear: 'Unclear',
};

interface ReviewFilterProps {
  readonly rows: readonly ReviewRow[];
  readonly chosen: RowState | null;
  readonly onChoose: (state: RowState | null) => void;
}

/** The rows in one line, and a choice of those to look at. */
export function ReviewFilter({ rows, chosen, onChoose }: ReviewFilterProps) {
  const counts = countStates(rows);
  const shown = ROW_STATES.filter((state) => counts[state] > 0 || state === chosen);
  return (
    <div className={classes['row']}>
      <fieldset className={classes['chips']} aria-label="Filter by state">
        <Chip word="All" count={rows.length} pressed={chosen === null} onPress={() => onChoose(null)} />
        {shown.map((state) => (
          <Chip
            key={state}
            word={CHIP_WORDS[state]}
            count={counts[state]}
            pressed={chosen === state}
            onPress={() => onChoose(chosen === state ? null : state)}
          />
        ))}
      </fieldset>
      <output className={classes['summary']}>{summaryOf(rows)}</output>
    </div>
  );
}

interface ChipProps {
  readonly word: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function Chip({ word, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={classes['chip']} aria-pressed={pressed} onClick={onPress}>
      <span>{word}</span>
      <span className={classes['count']}>{formatNumber(count)}</span>
    </button>
  );
}
