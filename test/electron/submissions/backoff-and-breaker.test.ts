import { describe, expect, test } from 'vitest';
import { CircuitBreaker } from '../../../electron/submissions/circuit-breaker.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from '../../../electron/timing/backoff.ts';

describe('the delay between attempts', () => {
  test('is a random part of a span that doubles, up to fifteen minutes', () => {
    const longest = [0, 1, 2, 3, 9, 10, 50, 5000].map((failures) => backoffMs(failures, () => 0.999999));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 511_999, 899_999, 899_999, 899_999]);
    expect(backoffMs(12, () => 0)).toBe(0);
    expect(backoffMs(-1, () => 0.5)).toBe(500);
    expect(LONGEST_BACKOFF_MS).toBe(15 * 60_000);
  });
});

describe('the circuit breaker', () => {
  test('allows the full concurrency while answers are clear', () => {
    const breaker = new CircuitBreaker(() => 0);
    breaker.clear(breaker.epoch);
    expect(breaker.allowed(4, 0)).toBe(4);
    expect(breaker.waitsUntil).toBe(0);
  });

  test('opens after an unclear outcome for at least a second, then allows a single send', () => {
    const breaker = new CircuitBreaker(() => 0);
    breaker.unclear(breaker.epoch, 100);
    expect(breaker.waitsUntil).toBe(1100);
    expect([breaker.allowed(4, 100), breaker.allowed(4, 1099), breaker.allowed(4, 1100)]).toEqual([0, 0, 1]);
  });

  test('stays open longer each time that single send is unclear too', () => {
    const breaker = new CircuitBreaker(() => 0.5);
    const waits = [0, 0, 0].map(() => {
      breaker.unclear(breaker.epoch, 0);
      return breaker.waitsUntil;
    });
    expect(waits).toEqual([2000, 3000, 5000]);
  });

  test('closes after a clear answer to a send started since', () => {
    const breaker = new CircuitBreaker(() => 0);
    breaker.unclear(breaker.epoch, 0);
    breaker.clear(breaker.epoch);
    expect(breaker.allowed(4, 0)).toBe(4);
  });

  test('is not closed by an answer to an earlier send', () => {
    const breaker = new CircuitBreaker(() => 0);
    const before = breaker.epoch;
    breaker.unclear(before, 0);
    breaker.clear(before);
    expect(breaker.allowed(4, 500)).toBe(0);
  });

  test('counts concurrent unclear outcomes as one', () => {
    const breaker = new CircuitBreaker(() => 0.5);
    const together = breaker.epoch;
    for (const at of [0, 10, 20]) breaker.unclear(together, at);
    expect(breaker.waitsUntil).toBe(2000);
  });
});
