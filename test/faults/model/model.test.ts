import { expect, test } from 'vitest';
import { runModel } from './run.ts';

test('in any history nobody is called twice unasked, and nobody is forgotten', {
  timeout: 240_000,
}, async () => {
  const { runs, commands, failures } = await runModel({ runs: 150, seed: 20_261_121 });
  expect(failures).toEqual([]);
  expect(runs).toBe(150);
  expect(commands).toBeGreaterThan(4000);
});
