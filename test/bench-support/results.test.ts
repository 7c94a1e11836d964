import { expect, test } from 'vitest';
import { isMet } from '../bench/part.ts';
import { joined, shown, tableOf } from '../bench/results.ts';
import { sampleFigure, sampleResults } from './sample-results.ts';

test('a figure meets its goal on the right side of the bound, the bound itself included', () => {
  const met = (value: number, bound: Parameters<typeof isMet>[0]['bound']) =>
    isMet(sampleFigure({ value, bound }));
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
] as const)('%d %s is written %s', ([value, unit, words]) => {
  expect(shown(value, unit)).toBe(words);
});

test('the table has a line a figure in the order of the goals, then what did not run and what broke', () => {
  const results = sampleResults({
    figures: [
      sampleFigure({ goal: 'B10', what: 'size', value: 900, unit: 'B', bound: { atMost: 1200 } }),
      sampleFigure({ goal: 'B2', what: 'with delay', value: 0.9, bound: { atLeast: 0.95 } }),
      sampleFigure({
        goal: 'B18',
        what: 'open',
        value: 70,
        unit: 'ms',
        point: { series: 'search, p50', size: 1000 },
      }),
    ],
    notRun: [{ goal: 'B3', what: 'curl', why: 'there is no curl here' }],
    broken: [{ part: 'grid', why: 'ended with 1' }],
  });
  expect(tableOf(results).split('\n')).toEqual([
    '     what            figure  goal',
    'B2   with delay      0.9x    >= 0.95x    MISSED',
    'B10  size            900 B   <= 1,200 B  met',
    'B18  open, at 1,000  70 ms',
    'B3  curl: not run: there is no curl here',
    'BROKEN  grid: ended with 1',
  ]);
});

test('several runs are joined: a later figure takes the place of an earlier one, size by size', () => {
  const at = (size: number, value: number) =>
    sampleFigure({ what: 'search', value, point: { series: 'search, p50', size } });
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
