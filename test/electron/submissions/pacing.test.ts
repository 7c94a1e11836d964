import { describe, expect, test } from 'vitest';
import { Pacing } from '../../../electron/submissions/pacing.ts';

describe('pacing', () => {
  test('gives waits in whole milliseconds, though the monotonic clock has fractions: the database takes none', () => {
    let time = 1000.25;
    const pacing = new Pacing(
      () => time,
      () => 0,
    );
    pacing.learn({ name: 'slow_down', httpStatus: 429, retryAfterMs: 1000 }, pacing.epoch);
    time = 1000.75;
    // Rounded up: never before Retry-After.
    expect(pacing.retryDelayMs({ name: 'slow_down' }, 1)).toBe(1000);
    expect(pacing.waitMs).toBe(1000);
  });

  test('lets nothing begin until the service’s time is over', () => {
    let time = 0;
    const pacing = new Pacing(
      () => time,
      () => 0,
    );
    pacing.learn({ name: 'slow_down', httpStatus: 429, retryAfterMs: 1000 }, pacing.epoch);
    time = 999.9;
    expect(pacing.freePlaces(4, 0)).toBe(0);
    time = 1000;
    expect(pacing.freePlaces(4, 0)).toBe(4);
    expect(pacing.waitMs).toBe(0);
  });

  test('never counts places that are not there', () => {
    const pacing = new Pacing(
      () => 0,
      () => 0,
    );
    pacing.learn({ name: 'connection_lost' }, pacing.epoch);
    expect(pacing.freePlaces(4, 3)).toBe(0);
  });
});
