import { expect, test } from 'vitest';
import { interleaved, median, quantile, ratios } from '../bench/statistics.ts';

test('the median is the middle value, or the mean of the two middle ones, in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 2, 4, 1])).toBe(3);
  expect(median([7])).toBe(7);
});

test('a quantile interpolates between its two neighbours', () => {
  expect(quantile([0, 10], 0.25)).toBe(2.5);
  expect(quantile([3, 1, 2], 0)).toBe(1);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(() => quantile([], 0.5)).toThrow('no values');
});

test('ratios are computed per round, only for rounds that both sides have', () => {
  expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
  expect(() => ratios([1], [1, 2])).toThrow('the same rounds');
});

test('compared measurements alternate, one at a time, with a different one first in each round', async () => {
  const order: string[] = [];
  let running = 0;
  const run = (name: string) => async (round: number) => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    order.push(name + round);
    return name + round;
  };
  const results = await interleaved(3, { a: run('a'), b: run('b') });
  expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2']);
  expect(results).toEqual({ a: ['a0', 'a1', 'a2'], b: ['b0', 'b1', 'b2'] });
});
