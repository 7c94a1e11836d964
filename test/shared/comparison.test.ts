import { expect, test } from 'vitest';
import { compare } from '../../shared/comparison.ts';
import type { Json, RequestDetail } from '../../shared/request.ts';
import { sampleDetail } from '../electron/reports/sample-detail.ts';

function compared(...results: (Json | undefined)[]) {
  return compare(results.map((assessmentResults) => sampleDetail({ assessmentResults }))).sections;
}

/** `heading / entry / label` of every row, with its values. */
function rowsOf(...results: (Json | undefined)[]) {
  return compared(...results).flatMap(({ headings, rows }) =>
    rows.map((row) => ({
      ...row,
      name: [...headings, ...(row.entry ? [row.entry] : []), row.label].join(' / '),
    })),
  );
}

test('every field of any result is a row, in the order of the first result that has it', () => {
  const rows = rowsOf({ b: 'x', skills: { english: 4 } }, { a: 'y', b: 'x', skills: { german: 2 } });
  expect(rows.map(({ name }) => name)).toEqual(['B', 'A', 'Skills / English', 'Skills / German']);
  expect(rows.map(({ values }) => values.map((value) => value !== null))).toEqual([
    [true, true],
    [false, true],
    [true, false],
    [false, true],
  ]);
});

test('rows are marked if they differ; a missing value differs from a present one', () => {
  const rows = rowsOf({ same: 'x', other: 'x', here: true }, { same: 'x', other: 'y' });
  expect(rows.map(({ differs }) => differs)).toEqual([false, true, true]);
});

test('the same question is one row, wherever each result has it', () => {
  const rows = rowsOf(
    {
      questions: [
        { question: 'Why us?', score: 3 },
        { question: 'When?', score: 5 },
      ],
    },
    {
      questions: [
        { question: 'When?', score: 2 },
        { question: 'Why us?', score: 7 },
      ],
    },
  );
  expect(rows.map(({ name, values }) => [name, values])).toEqual([
    [
      'Questions / Why us? / Score',
      [
        { kind: 'number', value: 3 },
        { kind: 'number', value: 7 },
      ],
    ],
    [
      'Questions / When? / Score',
      [
        { kind: 'number', value: 5 },
        { kind: 'number', value: 2 },
      ],
    ],
  ]);
});

test('entries without a name are matched by index, nested groups by their headings', () => {
  const rows = rowsOf(
    { rounds: [{ panel: { lead: { vote: 'yes' } } }] },
    { rounds: [{ panel: { lead: { vote: 'no' } } }] },
  );
  expect(rows.map(({ name }) => name)).toEqual(['Rounds / Rounds 1 / Panel / Lead / Vote']);
});

test('lists of primitive values become lines', () => {
  const [row] = rowsOf({ strengths: ['calm', '', 'kind'] }, {});
  expect(row?.values[0]).toEqual({ kind: 'lines', lines: ['calm', 'kind'] });
});

test.each<[string, Json | undefined]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty object', {}],
  ['empty texts and lists', { a: '', b: [], c: {}, d: null }],
])('%s gives no rows', (_, results) => {
  expect(compared(results, results)).toEqual([]);
});

test('results that are not an object are compared as one value', () => {
  expect(rowsOf('passed', 'failed').map(({ name, differs }) => [name, differs])).toEqual([['Result', true]]);
});

test('a huge or deep result costs no more than the part on screen', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, place) => [`f${place}`, { a: place, b: 'x' }]),
  );
  let listed: Json = ['bottom', {}];
  for (let depth = 0; depth < 5000; depth += 1) listed = [listed, {}];
  let deep: Json = listed;
  for (let depth = 0; depth < 5000; depth += 1) deep = { [`level_${depth}`]: deep };
  expect(rowsOf({ wide, deep, listed }, { wide, deep, listed }).length).toBeLessThan(500);
});

test('facts are marked if they differ', () => {
  const requests: RequestDetail[] = [
    sampleDetail({ status: 'COMPLETED', tags: ['a', 'b'] }),
    sampleDetail({ status: 'PENDING', outcome: 'waiting', tags: ['a', 'b'] }),
  ];
  const { facts } = compare(requests);
  expect(facts.filter(({ differs }) => differs).map(({ fact }) => fact)).toEqual(['outcome']);
});

test('who submitted each is a row where colleagues did', () => {
  const rows = (...by: (string | null)[]) =>
    compare(by.map((each) => sampleDetail({ by: each }))).facts.filter(({ fact }) => fact === 'by');
  expect(rows(null, null)).toEqual([]);
  expect(rows(null, 'Mary Miller')).toEqual([{ fact: 'by', differs: true }]);
  expect(rows('Mary Miller', 'Mary Miller')).toEqual([{ fact: 'by', differs: false }]);
});
