import { expect, test } from 'vitest';
import { draw } from '../bench/curves.ts';
import type { Figure } from '../bench/part.ts';
import { PICTURES, type SeriesName } from '../bench/pictures.ts';
import { sampleFigure } from './sample-results.ts';

const [search] = PICTURES;

function line(series: SeriesName, values: readonly number[], unit = 'ms'): Figure[] {
  return values.map((value, index) =>
    sampleFigure({ goal: 'B18', what: series, value, unit, point: { series, size: 1000 * 10 ** index } }),
  );
}

/** The places of a line's points, px: across and down. */
function points(svg: string | undefined, place = 0): number[][] {
  const lines = [
    ...(svg ?? '').matchAll(/<polyline points="([^"]+)" fill="none" stroke="[^"]+" stroke-width/g),
  ];
  return (lines[place]?.[1] ?? '').split(' ').map((pair) => pair.split(',').map(Number));
}

test('sizes are evenly far apart by their logarithm, whatever order they were measured in', () => {
  const svg = draw(search, line('search, p50', [1, 2, 3, 4]).toReversed());
  const across = points(svg).map(([x = 0]) => x);
  const steps = across.slice(1).map((x, index) => x - (across[index] ?? 0));
  expect(steps).toHaveLength(3);
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 0);
});

test('values near each other are drawn from zero on, far apart ones by their logarithm', () => {
  const near = draw(search, line('search, p50', [1, 2, 3]));
  const down = points(near).map(([, y = 0]) => y);
  expect((down[0] ?? 0) - (down[1] ?? 0)).toBeCloseTo((down[1] ?? 0) - (down[2] ?? 0), 0);
  expect(near).not.toContain('milliseconds, logarithmic');
  const far = draw(search, line('search, p50', [1, 100, 10_000]));
  const up = points(far).map(([, y = 0]) => y);
  expect((up[0] ?? 0) - (up[1] ?? 0)).toBeCloseTo((up[1] ?? 0) - (up[2] ?? 0), 0);
  expect(far).toContain('milliseconds, logarithmic');
});

test('a picture says in words what it shows, and names its lines', () => {
  const svg = draw(search, [...line('search, p50', [1, 2]), ...line('LIKE scan, p50', [1, 20])]);
  expect(svg).toContain(
    '<title>Search, two letters or more, all columns: milliseconds by requests in the history</title>',
  );
  expect(svg).toContain(
    'search, p50: 1 ms at 1,000, 2 ms at 10,000. LIKE scan, p50: 1 ms at 1,000, 20 ms at 10,000.',
  );
});

test('names of lines that end beside each other stand below each other', () => {
  const svg = draw(search, [...line('search, p50', [1, 2]), ...line('search, p99', [1, 2])]);
  const labels = [...(svg ?? '').matchAll(/y="([\d.]+)" dy="0.35em">search/g)].map(([, y]) => Number(y));
  expect(labels).toHaveLength(2);
  expect(Math.abs((labels[0] ?? 0) - (labels[1] ?? 0))).toBeGreaterThanOrEqual(17);
});

test('there is no picture of a single size', () => {
  expect(draw(search, line('search, p50', [1]))).toBeUndefined();
  expect(draw(search, [])).toBeUndefined();
});

test('a figure in another unit than its picture is a mistake', () => {
  expect(() => draw(search, line('search, p50', [1, 2], 's'))).toThrow('drawn in ms');
});

test('each series is in one picture alone', () => {
  const names = PICTURES.flatMap(({ series, references }) => [...series, ...references]);
  expect(new Set(names).size).toBe(names.length);
});
