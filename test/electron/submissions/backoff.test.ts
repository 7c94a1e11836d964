import { describe, expect, test } from 'vitest';
import { backoffMs, LONGEST_BACKOFF_MS } from '../../../electron/service/timing.ts';

describe('the delay between attempts', () => {
  test('is a random part of a span that doubles, up to fifteen minutes', () => {
    const longest = [0, 1, 2, 3, 9, 10, 50, 5000].map((failures) => backoffMs(failures, () => 0.999999));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 511_999, 899_999, 899_999, 899_999]);
    expect(backoffMs(12, () => 0)).toBe(0);
    expect(backoffMs(-1, () => 0.5)).toBe(500);
    expect(LONGEST_BACKOFF_MS).toBe(15 * 60_000);
  });
});
