import { describe, expect, it } from 'vitest';
import {
  dayPresets,
  filterKinds,
  filterWords,
  kindsOn,
  partWords,
  rangeWords,
  valuesOf,
  withoutKind,
  withPinned,
  withValueToggled,
} from '../../renderer/features/requests/filter-parts.ts';
import { FIRST_STATE, sameFilter } from '../../renderer/features/requests/list-state.ts';
import { formatDate, parseNumber, startOfDay } from '../../renderer/parts/format.ts';
import { filterOptions } from '../../renderer/parts/matching.ts';
import type { PinnedField } from '../../shared/assessment.ts';
import { type FilterValues, NO_FILTER, requestFilter } from '../../shared/request-filter.ts';

const JOB = '5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f';
const values: FilterValues = {
  outcomes: [{ value: 'not_reached', count: 3 }],
  statuses: [{ value: 'COMPLETED', name: null, count: 12 }],
  callStatuses: [],
  jobs: [{ value: JOB, name: 'Backend engineer', count: 3 }],
  questionnaires: [],
  tags: [],
  verdicts: [{ value: 'yes', count: 2 }],
  by: [],
};
const english: PinnedField = { path: '/skills/english', label: 'English', kind: 'number' };
const names = { values, pins: [english] };

it('the empty filter equals the defaults of the schema', () => {
  expect(NO_FILTER).toEqual(requestFilter.parse({}));
});

describe('active filters', () => {
  const filter = requestFilter.parse({
    statuses: ['COMPLETED', 'PENDING'],
    jobs: [JOB, 'unknown-to-the-library', 'x'],
    verdicts: ['yes'],
    hasResults: false,
    archived: 'any',
    from: new Date(2026, 10, 1).getTime(),
    pinned: [{ path: english.path, min: 3.5 }],
  });

  it('have a chip each, in menu order', () => {
    expect(kindsOn(filter, [english])).toEqual([
      'statuses',
      'jobs',
      'verdicts',
      'accepted',
      'hasResults',
      'archived',
      'pin:/skills/english',
    ]);
    expect(kindsOn(NO_FILTER, [english])).toEqual([]);
  });

  it('show the bounds of a pinned date as days, not milliseconds', () => {
    const pin: PinnedField = { path: '/available', label: 'Available', kind: 'date' };
    const [first, last] = [startOfDay('2026-06-01'), startOfDay('2026-06-30', 1)];
    const dated = requestFilter.parse({ pinned: [{ path: pin.path, min: first, max: (last ?? 0) - 1 }] });
    expect(filterWords('pin:/available', dated, { values, pins: [pin] })).toEqual({
      name: 'Available',
      value: rangeWords(first, last),
    });
  });

  it('keep their chip after their field is unpinned', () => {
    expect(kindsOn(filter, []).at(-1)).toBe('pin:/skills/english');
  });

  it('name the values they let through', () => {
    const words = (kind: Parameters<typeof filterWords>[0]) => filterWords(kind, filter, names);
    expect(words('statuses')).toEqual({ name: 'Status', value: 'Completed or Pending' });
    expect(words('jobs')).toEqual({ name: 'Job', value: 'Backend engineer or 2 others' });
    expect(words('verdicts')).toEqual({ name: 'Verdict', value: 'Yes' });
    expect(words('hasResults')).toEqual({ name: 'No results yet', value: null });
    expect(words('archived')).toEqual({ name: 'With archived', value: null });
    expect(words('pin:/skills/english')).toEqual({ name: 'English', value: 'at least 3.5' });
    expect(words('accepted').value).toBe(`since ${formatDate(new Date(2026, 10, 1).getTime())}`);
  });

  it('can be removed one by one until nothing is filtered', () => {
    const left = kindsOn(filter, [english]).reduce(withoutKind, filter);
    expect(sameFilter(left, NO_FILTER)).toBe(true);
  });

  it('have words for the sentence about what they hide', () => {
    expect(partWords('statuses', filter, names)).toBe('“Status: Completed or Pending”');
    expect(partWords('search', { ...filter, search: ' ada ' }, names)).toBe('the search “ada”');
    expect(partWords('pinned', filter, names)).toBe('“English: at least 3.5”');
    expect(partWords('archived', NO_FILTER, names)).toBe('hiding archived ones');
  });
});

describe('changing a filter', () => {
  it('adds a value and removes it again', () => {
    const on = withValueToggled(NO_FILTER, 'statuses', 'PENDING');
    expect(on.statuses).toEqual(['PENDING']);
    expect(withValueToggled(on, 'statuses', 'PENDING').statuses).toEqual([]);
  });

  it('keeps at most one condition per pinned field', () => {
    const pinned = { path: english.path, min: 2, max: null, values: [] };
    const once = withPinned(NO_FILTER, english.path, pinned);
    expect(withPinned(once, english.path, { ...pinned, min: 4 }).pinned).toEqual([{ ...pinned, min: 4 }]);
    expect(withPinned(once, english.path, null).pinned).toEqual([]);
  });

  it('offers chosen values that no request has any more, so that they can be removed', () => {
    const filter = requestFilter.parse({ statuses: ['GONE'] });
    expect(valuesOf('statuses', values, filter).map(({ value }) => value)).toEqual(['COMPLETED', 'GONE']);
  });

  it('offers every pinned field', () => {
    expect(filterKinds([english])).toContain('pin:/skills/english');
  });

  it('compares filters whatever the order of their keys', () => {
    const { search, ...others } = NO_FILTER;
    expect(sameFilter({ ...others, search }, NO_FILTER)).toBe(true);
    expect(sameFilter({ ...NO_FILTER, search: 'a' }, FIRST_STATE.query.filter)).toBe(false);
  });
});

describe('days', () => {
  it('begin at local midnight', () => {
    expect(startOfDay('2026-03-29')).toBe(new Date(2026, 2, 29).getTime());
    expect(startOfDay('2026-03-29', 1)).toBe(new Date(2026, 2, 30).getTime());
    expect(startOfDay('')).toBeNull();
    expect(startOfDay('yesterday')).toBeNull();
  });

  it('are shown as a range that includes both ends', () => {
    const from = new Date(2026, 10, 1).getTime();
    const until = new Date(2026, 10, 3).getTime();
    expect(rangeWords(from, until)).toBe(`${formatDate(from)} – ${formatDate(until - 1)}`);
    expect(rangeWords(from, new Date(2026, 10, 2).getTime())).toBe(formatDate(from));
    expect(rangeWords(null, null)).toBe('any day');
  });

  it('come as preset ranges that begin at midnight', () => {
    const now = new Date(2026, 10, 21, 15).getTime();
    expect(dayPresets(now).map(({ from }) => from)).toEqual([
      new Date(2026, 10, 21).getTime(),
      new Date(2026, 10, 15).getTime(),
      new Date(2026, 9, 23).getTime(),
      new Date(2026, 10, 1).getTime(),
    ]);
  });
});

describe('numbers a person writes', () => {
  it.each([
    ['3.5', 3.5],
    [' 3,5 ', 3.5],
    ['-1', -1],
    ['', null],
    ['three', undefined],
    ['1/2', undefined],
  ])('%j is read as %j', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });
});

describe('typing in a pick list', () => {
  const options = ['Last call', 'Call back', 'COMPLETED'].map((words) => ({
    key: words,
    words,
    group: words === 'COMPLETED' ? 'Status' : undefined,
  }));
  const found = (text: string) => filterOptions(text, options).map(({ words }) => words);

  it('finds options with all the words in their label or group, those that begin with them first', () => {
    expect(found('call')).toEqual(['Call back', 'Last call']);
    expect(found('status comp')).toEqual(['COMPLETED']);
    expect(found('')).toHaveLength(3);
    expect(found('nothing')).toEqual([]);
  });
});
