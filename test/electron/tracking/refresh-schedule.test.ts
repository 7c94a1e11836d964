import { describe, expect, test } from 'vitest';
import { refreshDelayMs } from '../../../electron/tracking/apply-answer.ts';
import { RefreshBudget } from '../../../electron/tracking/tracker.ts';

const HOUR = 3_600_000;

describe('the delay until the next read of a request', () => {
  test('is a quarter of the time since anything changed, between three seconds and six hours', () => {
    const middle = [0, 4000, 60_000, HOUR, 24 * HOUR, 1000 * HOUR].map((since) =>
      refreshDelayMs(since, 0, () => 0.5),
    );
    expect(middle).toEqual([3000, 3000, 15_000, HOUR / 4, 6 * HOUR, 6 * HOUR]);
  });

  test('is spread by a fifth in both directions', () => {
    expect(refreshDelayMs(60_000, 0, () => 0)).toBe(12_000);
    expect(refreshDelayMs(60_000, 0, () => 0.999999)).toBe(18_000);
  });

  test('doubles with each failure, and stays within bounds for any number of them', () => {
    expect([1, 2, 3].map((failures) => refreshDelayMs(0, failures, () => 0.5))).toEqual([
      6000, 12_000, 24_000,
    ]);
    expect(refreshDelayMs(0, 10_000, () => 0.5)).toBe(6 * HOUR);
  });

  test('is short when the clock was set back', () => {
    expect(refreshDelayMs(-HOUR, 0, () => 0.5)).toBe(3000);
  });
});

describe('the refresh budget', () => {
  test('allows a burst of ten seconds’ worth, and then its rate', () => {
    const budget = new RefreshBudget(() => 60, 0);
    expect(budget.take(100, 0)).toBe(10);
    expect(budget.take(100, 0)).toBe(0);
    expect(budget.take(100, 5000)).toBe(5);
    expect(budget.take(2, 60_000)).toBe(2);
    expect(budget.take(100, 60_000)).toBe(8);
  });

  test('never allows more in a minute than its rate and one burst', () => {
    const budget = new RefreshBudget(() => 60, 0);
    let taken = 0;
    for (let now = 0; now < 60_000; now += 250) taken += budget.take(9, now);
    expect(taken).toBeLessThanOrEqual(70);
    expect(taken).toBeGreaterThanOrEqual(68);
  });

  test('gives the wait until the next read', () => {
    const budget = new RefreshBudget(() => 6, 0);
    expect(budget.waitMs(0)).toBe(0);
    expect(budget.take(1, 0)).toBe(1);
    expect(budget.waitMs(0)).toBe(10_000);
    expect(budget.waitMs(4000)).toBe(6000);
  });

  test('follows its setting, and allows one read even if that is tiny', () => {
    let perMinute = 1;
    const budget = new RefreshBudget(() => perMinute, 0);
    expect(budget.take(5, 0)).toBe(1);
    perMinute = 600;
    expect(budget.take(5, 1000)).toBe(5);
  });

  test('accumulates a larger burst while that is allowed', () => {
    let savedUpMs = 10_000;
    const budget = new RefreshBudget(
      () => 60,
      0,
      () => savedUpMs,
    );
    savedUpMs = 60_000;
    expect(budget.take(100, 120_000)).toBe(60);
    savedUpMs = 10_000;
    expect(budget.take(100, 240_000)).toBe(10);
  });

  test('gains nothing from a clock that was set back', () => {
    const budget = new RefreshBudget(() => 60, 100_000);
    budget.take(10, 100_000);
    expect(budget.take(5, 0)).toBe(0);
    expect(budget.take(5, 1000)).toBe(1);
  });
});
