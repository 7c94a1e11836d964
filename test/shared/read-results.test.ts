import { expect, test } from 'vitest';
import { resultsOf } from '../../shared/read-results.ts';

function answer(results: string) {
  return {
    request_id: 'r',
    status: 'COMPLETED',
    screening_calls: [],
    assessment_results: JSON.parse(results),
  };
}

test('results of any shape are read unchanged', () => {
  const written = '{"__proto__":{"score":4},"list":[1,null,"x",[true]],"":{}}';
  expect(JSON.stringify(resultsOf(answer(written)))).toBe(written);
});

test('results nested ten thousand levels deep are cut at the depth limit', () => {
  const deep = `${'{"a":['.repeat(5000)}1${']}'.repeat(5000)}`;
  const read = JSON.stringify(resultsOf(answer(deep)));
  expect(read).toContain('nested too deeply');
  expect(read.length).toBeLessThan(2000);
});
