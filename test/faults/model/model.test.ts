import { expect, test } from 'vitest';
import { runModel } from './run.ts';

test('in any history nobody is called twice unasked, and nobody is forgotten', {
  timeout: 60_000,
}, async () => {
  const { runs, commands, failures } = await runModel({ runs: 250, seed: 20_261_121 });
  expect(failures).toEqual([]);
  expect(runs).toBe(250);
  expect(commands).toBeGreaterThan(5000);
});
