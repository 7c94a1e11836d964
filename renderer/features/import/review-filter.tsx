import { ChipGroup } from '../../parts/filter-chips/chip-group.tsx';
import { ChoiceChip } from '../../parts/filter-chips/choice-chip.tsx';
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
      <ChipGroup label="Filter by state">
        <ChoiceChip word="All" count={rows.length} pressed={chosen === null} onPress={() => onChoose(null)} />
        {shown.map((state) => (
          <ChoiceChip
            key={state}
            word={CHIP_WORDS[state]}
            count={counts[state]}
            pressed={chosen === state}
            onPress={() => onChoose(chosen === state ? null : state)}
          />
        ))}
      </ChipGroup>
      <output className={classes['summary']}>{summaryOf(rows)}</output>
    </div>
  );
}
