import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFigures } from '../bench/performance-page.ts';
import { sampleFigure, sampleResults } from './sample-results.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');

test('new figures replace the old ones, and the surrounding text stays', () => {
  const behind = { 'app ms': 312, 'Pool x8 ms': 181 };
  const once = withFigures(
    page,
    sampleResults({ figures: [sampleFigure({ bound: { atLeast: 0.5 }, behind })] }),
  );
  expect(once).toContain('| F1 | 1,000 queued | 0.6x | >= 0.5x | met | app 312 ms, Pool x8 181 ms |');
  const twice = withFigures(once, sampleResults({ figures: [sampleFigure({ bound: { atLeast: 0.7 } })] }));
  expect(twice).toContain('| F1 | 1,000 queued | 0.6x | >= 0.7x | **missed** |  |');
  expect(twice).not.toContain('312');
  expect(withFigures(twice, sampleResults())).toBe(withFigures(page, sampleResults()));
});

test('figures at several sizes get a separate table, and parts that did not run are listed', () => {
  const at = (size: number, value: number) => sampleFigure({ what: 'search', value, unit: 'ms', size });
  const notRun = [{ budget: 'F2', what: 'curl', why: 'there is no curl here' }] as const;
  const text = withFigures(page, sampleResults({ figures: [at(100_000, 3), at(1000, 2)], notRun }));
  expect(text).toContain('| requests | 1,000 | 100,000 |\n| --- | --- | --- |\n| search | 2 ms | 3 ms |');
  expect(text).not.toContain('| F14 | search');
  expect(text).toContain('- F2, curl: not run: there is no curl here');
});

test('a page without markers is left unchanged', () => {
  expect(() => withFigures('# Performance\n', sampleResults())).toThrow('no place');
});
