import { memo } from 'react';
import { ChipGroup } from '../../parts/filter-chips/chip-group.tsx';
import { ChoiceChip } from '../../parts/filter-chips/choice-chip.tsx';
import {
  countKinds,
  countStates,
  type ReviewRow,
  ROW_STATES,
  type RowState,
  summaryOf,
} from './classify-rows.ts';
import classes from './review-filter.module.css';

/** Which rows are shown: all, those in one state, or those with one kind of problem. */
export interface RowFilter {
  readonly state: RowState | null;
  readonly kind: string | null;
}

export const ALL_ROWS: RowFilter = { state: null, kind: null };

export function passes({ state, kind }: RowFilter, row: ReviewRow): boolean {
  return (state === null || row.state === state) && (kind === null || row.kinds.includes(kind));
}

const CHIP_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  held: 'Held',
  choose: 'To choose',
  duplicate: 'Duplicates',
  blocked: 'Blocked',
  invalid: 'Invalid',
  excluded: 'Left out',
};

interface ReviewFilterProps {
  readonly rows: readonly ReviewRow[];
  readonly chosen: RowFilter;
  readonly onChoose: (filter: RowFilter) => void;
}

/** A summary of the rows and a filter; memoised, because it counts all rows. */
export const ReviewFilter = memo(PlainReviewFilter);

function PlainReviewFilter({ rows, chosen, onChoose }: ReviewFilterProps) {
  const counts = countStates(rows);
  const shown = ROW_STATES.filter((state) => counts[state] > 0 || state === chosen.state);
  const choose = (state: RowState) => onChoose(chosen.state === state ? ALL_ROWS : { state, kind: null });
  return (
    <div className={classes['rows']}>
      <div className={classes['row']}>
        <ChipGroup label="Filter by state">
          <ChoiceChip
            word="All"
            count={rows.length}
            pressed={chosen.state === null}
            onPress={() => onChoose(ALL_ROWS)}
          />
          {shown.map((state) => (
            <ChoiceChip
              key={state}
              word={CHIP_WORDS[state]}
              count={counts[state]}
              pressed={chosen.state === state}
              onPress={() => choose(state)}
            />
          ))}
        </ChipGroup>
        <output className={classes['summary']}>{summaryOf(counts)}</output>
      </div>
      {chosen.state !== null && (
        <KindChips rows={rows} state={chosen.state} chosen={chosen} onChoose={onChoose} />
      )}
    </div>
  );
}

function KindChips({ rows, state, chosen, onChoose }: ReviewFilterProps & { readonly state: RowState }) {
  const kinds = countKinds(rows, state);
  if (kinds.length < 2 && chosen.kind === null) return null;
  return (
    <ChipGroup label="Filter by problem">
      {kinds.map(([kind, count]) => (
        <ChoiceChip
          key={kind}
          word={kind}
          count={count}
          pressed={chosen.kind === kind}
          onPress={() => onChoose({ state, kind: chosen.kind === kind ? null : kind })}
        />
      ))}
    </ChipGroup>
  );
}
