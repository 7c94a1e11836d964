import { TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import classes from './filter-panel.module.css';
import { dayBegins, dayEnds, dayOf } from './local-days.ts';

/** Two days that are being typed, as the time they span: UTC ms, the end not in it; null where a day is left out. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly backwards: boolean;
  setFirst(day: string): void;
  setLast(day: string): void;
}

/** A range of days to type, beginning with the one that holds now. */
export function useDayRange(now: { from: number | null; until: number | null }): DayRange {
  const [first, setFirst] = useState(now.from === null ? '' : dayOf(now.from));
  const [last, setLast] = useState(now.until === null ? '' : dayOf(now.until - 1));
  const from = dayBegins(first);
  const until = dayEnds(last);
  const backwards = from !== null && until !== null && until <= from;
  return { first, last, from, until, backwards, setFirst, setLast };
}

interface DayRangeFieldsProps {
  readonly range: DayRange;
  readonly firstField?: Ref<HTMLInputElement>;
}

/** The fields of a {@link DayRange}, and what is wrong with them. */
export function DayRangeFields({ range, firstField }: DayRangeFieldsProps) {
  return (
    <>
      <div className={classes['pair']}>
        <TextInput
          type="date"
          size="xs"
          label="From"
          max="9999-12-31"
          {...(firstField && { ref: firstField })}
          value={range.first}
          onChange={(event) => range.setFirst(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          size="xs"
          label="To"
          max="9999-12-31"
          value={range.last}
          onChange={(event) => range.setLast(event.currentTarget.value)}
        />
      </div>
      <p className={classes['wrong']} role="alert">
        {range.backwards && 'The last day is before the first.'}
      </p>
    </>
  );
}
