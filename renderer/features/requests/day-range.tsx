import { TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { localDay } from '../../../shared/local-day.ts';
import { startOfDay } from '../../parts/time/start-of-day.ts';
import classes from './filter-panel.module.css';

/** Two days being typed, and the time they span. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
  /** UTC ms, `until` exclusive; null if that day is empty. */
  readonly from: number | null;
  readonly until: number | null;
  readonly backwards: boolean;
  setFirst(day: string): void;
  setLast(day: string): void;
}

/** A range of days to edit, starting with this one. */
export function useDayRange(initial: Pick<DayRange, 'from' | 'until'>): DayRange {
  const [first, setFirst] = useState(initial.from === null ? '' : localDay(initial.from));
  const [last, setLast] = useState(initial.until === null ? '' : localDay(initial.until - 1));
  const from = startOfDay(first);
  const until = startOfDay(last, 1);
  const backwards = from !== null && until !== null && last < first;
  return { first, last, from, until, backwards, setFirst, setLast };
}

interface DayRangeFieldsProps {
  readonly range: DayRange;
  readonly firstField?: Ref<HTMLInputElement>;
}

/** The fields of a {@link DayRange}, with an error if they are in the wrong order. */
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
