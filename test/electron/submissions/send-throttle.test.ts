import { describe, expect, test } from 'vitest';
import { SendThrottle } from '../../../electron/submissions/send-throttle.ts';

describe('throttle', () => {
  test('gives waits in whole milliseconds, as the database needs, although the monotonic clock has fractions', () => {
    let time = 1000.25;
    const throttle = new SendThrottle(
      () => time,
      () => 0,
    );
    throttle.learn({ name: 'slow_down', httpStatus: 429, retryAfterMs: 1000 }, throttle.epoch);
    time = 1000.75;
    // Rounded up: never before Retry-After.
    expect(throttle.retryDelayMs({ name: 'slow_down' }, 1)).toBe(1000);
    expect(throttle.waitMs).toBe(1000);
  });

  test('starts nothing until the service’s Retry-After ends', () => {
    let time = 0;
    const throttle = new SendThrottle(
      () => time,
      () => 0,
    );
    throttle.learn({ name: 'slow_down', httpStatus: 429, retryAfterMs: 1000 }, throttle.epoch);
    time = 999.9;
    expect(throttle.freeSlots(4, 0)).toBe(0);
    time = 1000;
    expect(throttle.freeSlots(4, 0)).toBe(4);
    expect(throttle.waitMs).toBe(0);
  });

  test('waits longer each time the service asks to slow down without a readable Retry-After', () => {
    let time = 0;
    const throttle = new SendThrottle(
      () => time,
      () => 0.5,
    );
    const waits = [1, 2, 3].map(() => {
      throttle.learn({ name: 'slow_down', httpStatus: 429 }, throttle.epoch);
      const { waitMs } = throttle;
      time += waitMs;
      return waitMs;
    });
    expect(waits).toEqual([4000, 8000, 16_000]);
  });

  test('never reports fewer than zero free slots', () => {
    const throttle = new SendThrottle(
      () => 0,
      () => 0,
    );
    throttle.learn({ name: 'connection_lost' }, throttle.epoch);
    expect(throttle.freeSlots(4, 3)).toBe(0);
  });
});
