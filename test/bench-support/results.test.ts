import { expect, test } from 'vitest';
import { type Bound, isMet } from '../bench/part.ts';
import { parts } from '../bench/parts/index.ts';
import { joined, shown, tableOf } from '../bench/results.ts';
import { sampleFigure, sampleResults } from './sample-results.ts';

test('a figure on the right side of its bound, or equal to it, meets the budget', () => {
  const met = (value: number, bound: Bound | undefined) => isMet(sampleFigure({ value, bound }));
  expect([met(0.5, { atLeast: 0.5 }), met(0.49, { atLeast: 0.5 })]).toEqual([true, false]);
  expect([met(16, { atMost: 16 }), met(16.1, { atMost: 16 })]).toEqual([true, false]);
  expect(met(Number.NaN, { atMost: 16 })).toBe(false);
  expect(met(1, undefined)).toBeUndefined();
});

test.for([
  [0.5, 'x', '0.5x'],
  [0.0512, 'ms', '0.0512 ms'],
  [1.234, 's', '1.23 s'],
  [12.34, 'MB', '12.3 MB'],
  [1234.5, 'B', '1,235 B'],
  [0, '%', '0 %'],
] as const)('%d %s is formatted as %s', ([value, unit, words]) => {
  expect(shown(value, unit)).toBe(words);
});

test('the table lists budgets by number, then growth, skipped parts and broken parts', () => {
  const results = sampleResults({
    figures: [
      sampleFigure({ budget: 'F15', what: 'size', value: 900, unit: 'B', bound: { atMost: 1200 } }),
      sampleFigure({
        budget: 'F2',
        what: 'speed',
        value: 0.9,
        bound: { atLeast: 0.95 },
        behind: { 'curl ms': 9 },
      }),
      sampleFigure({ budget: 'F14', what: 'open', value: 70, unit: 'ms', size: 1000 }),
      sampleFigure({ budget: 'F14', what: 'open', value: 80, unit: 'ms', size: 100_000 }),
    ],
    notRun: [{ budget: 'F2', what: 'curl', why: 'there is no curl here' }],
    broken: [{ part: 'grid', why: 'ended with 1' }],
  });
  expect(tableOf(results).split('\n')).toEqual([
    '     what   result  budget              measured with it',
    'F2   speed  0.9x    >= 0.95x    MISSED  curl 9 ms',
    'F15  size   900 B   <= 1,200 B  met',
    '',
    'requests  1,000  100,000',
    'open      70 ms  80 ms',
    'F2  curl: not run: there is no curl here',
    'BROKEN  grid: ended with 1',
  ]);
});

test('joining runs replaces earlier figures by later ones, size by size', () => {
  const at = (size: number, value: number) => sampleFigure({ what: 'search', value, size });
  const first = sampleResults({
    at: 'first',
    figures: [at(1000, 1), at(5000, 2), sampleFigure()],
    rounds: 2,
  });
  const second = sampleResults({ at: 'second', figures: [at(5000, 3)] });
  const both = joined([first, second]);
  expect([both.at, both.rounds]).toEqual(['second', 2]);
  expect(both.figures.map(({ what, value }) => [what, value])).toEqual([
    ['search', 1],
    ['search', 3],
    ['1,000 queued', 0.6],
  ]);
});

test('every felt budget is measured by a part that names it', () => {
  const named = new Set(parts.flatMap(({ budgets }) => budgets));
  expect([...named].toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(
    // F10, compressed JavaScript, was withdrawn, and F17 was never given; F19 is the tests' own time.
    Array.from({ length: 18 }, (_, index) => `F${index + 1}`).filter(
      (budget) => !['F10', 'F17'].includes(budget),
    ),
  );
});
