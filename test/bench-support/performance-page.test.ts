import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFigures } from '../bench/performance-page.ts';
import { PICTURES } from '../bench/pictures.ts';
import { sampleFigure, sampleResults } from './sample-results.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');

test('the figures take the place of those before, and the words around them stay', () => {
  const behind = { 'app ms': 312, 'Pool x8 ms': 181 };
  const once = withFigures(
    page,
    sampleResults({ figures: [sampleFigure({ bound: { atLeast: 0.5 }, behind })] }),
  );
  expect(once).toContain('| B1 | 1,000 queued | 0.6x | >= 0.5x | yes | app 312 ms, Pool x8 181 ms |');
  const twice = withFigures(once, sampleResults({ figures: [sampleFigure({ bound: { atLeast: 0.7 } })] }));
  expect(twice).toContain('| B1 | 1,000 queued | 0.6x | >= 0.7x | **no** |  |');
  expect(twice).not.toContain('312');
  expect(withFigures(twice, sampleResults())).toBe(withFigures(page, sampleResults()));
});

test('what has no goal is left to bench-results.json, and what did not run is told', () => {
  const notRun = [{ goal: 'B3', what: 'curl', why: 'there is no curl here' }] as const;
  const text = withFigures(page, sampleResults({ notRun }));
  expect(text).not.toContain('| B1 |');
  expect(text).toContain('- B3, curl: not run: there is no curl here');
});

test('a page without a place for them is left alone', () => {
  expect(() => withFigures('# Performance\n', sampleResults())).toThrow('no place');
});

test('the page shows every picture, with words for who cannot see it', () => {
  for (const { file } of PICTURES)
    expect(page).toMatch(new RegExp(`!\\[[^\\]]{20,}\\]\\(performance/${file}\\.svg\\)`));
});
