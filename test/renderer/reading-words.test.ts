import { expect, test } from 'vitest';
import { readingWords } from '../../renderer/features/requests/list-state.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';

const SCORE = { path: '/score', label: 'Score', kind: 'number' } as const;
const LEVEL = { path: '/level', label: 'Level', kind: 'text' } as const;
const UPDATED = { filter: NO_FILTER, sort: 'updated' } as const;
const BY_SCORE = { ...NO_FILTER, pinned: [{ path: '/score', min: 3, max: null, values: [] }] };

test.each([
  ['nothing once all results have been read', null, UPDATED, null],
  [
    'which column is being read',
    { paths: ['/score'], read: 1999, of: 2000 },
    UPDATED,
    'Reading results for Score: 99%',
  ],
  [
    'how many columns are',
    { paths: ['/score', '/level'], read: 0, of: 0 },
    UPDATED,
    'Reading results for 2 columns: 0%',
  ],
  [
    'that the Assessment column is',
    { paths: [], read: 500, of: 1000 },
    UPDATED,
    'Reading results for Score: 50%',
  ],
  [
    'that it is not sorted by the column yet',
    { paths: ['/level', '/score'], read: 340, of: 1000 },
    { ...UPDATED, sort: 'pin:/score' },
    'Not sorted by Score yet: 34% of results read',
  ],
  [
    'that the filter may miss some',
    { paths: ['/score'], read: 340, of: 1000 },
    { filter: BY_SCORE, sort: 'pin:/score' },
    'Some may be missing: 34% of results read for Score',
  ],
  [
    'nothing about a filter on another column',
    { paths: ['/level'], read: 340, of: 1000 },
    { filter: BY_SCORE, sort: 'pin:/score' },
    'Reading results for Level: 34%',
  ],
  [
    'that the order by headline may change',
    { paths: ['/score'], read: 340, of: 1000 },
    { ...UPDATED, sort: 'headline' },
    'The order may change: 34% of results read for Score',
  ],
] as const)('the list says %s', (_, reading, query, words) => {
  expect(readingWords(reading, [SCORE, LEVEL], query)).toBe(words);
});
