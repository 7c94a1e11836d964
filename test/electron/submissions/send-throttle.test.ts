import { describe, expect, test } from 'vitest';
import { SendThrottle } from '../../../electron/submissions/send-throttle.ts';

const SLOW_DOWN = { name: 'slow_down', httpStatus: 429 } as const;
const UNCLEAR = { name: 'connection_lost' } as const;
const ACCEPTED = { name: 'accepted' } as const;

/** A throttle on a clock of the test; random delays are as short as possible, or as `random` says. */
function throttleAt(random = 0, firstWindow = 1) {
  const clock = { now: 0 };
  const throttle = new SendThrottle(
    () => clock.now,
    () => random,
    firstWindow,
  );
  return { throttle, clock };
}

describe('the throttle', () => {
  test('starts with one alone, and lets more start with the clear answers, up to the concurrency', () => {
    const { throttle } = throttleAt();
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 1)]).toEqual([1, 0]);
    for (let sent = 0; sent < 100; sent += 1) throttle.learn(ACCEPTED, throttle.started());
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 3), throttle.waitMs]).toEqual([4, 1, 0]);
  });

  test('gives waits in whole milliseconds, as the database needs, although the monotonic clock has fractions', () => {
    const { throttle, clock } = throttleAt();
    clock.now = 1000.25;
    throttle.learn({ ...SLOW_DOWN, retryAfterMs: 2000 }, throttle.started());
    clock.now = 1000.75;
    // Rounded up: never before Retry-After.
    expect(throttle.retryDelayMs(SLOW_DOWN, 1)).toBe(2000);
    expect(throttle.waitMs).toBe(2000);
  });

  test('starts nothing until the service’s Retry-After ends, then one alone', () => {
    const { throttle, clock } = throttleAt();
    throttle.learn({ ...SLOW_DOWN, retryAfterMs: 2000 }, throttle.started());
    clock.now = 1999.9;
    expect([throttle.freeSlots(4, 0), throttle.isOpen]).toEqual([0, false]);
    clock.now = 2000;
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 1), throttle.waitMs]).toEqual([1, 0, 0]);
  });

  test('waits longer each time the service asks to slow down without a readable Retry-After', () => {
    const { throttle, clock } = throttleAt(0.5);
    const waits = [1, 2, 3].map(() => {
      throttle.learn(SLOW_DOWN, throttle.started());
      const { askedWaitMs } = throttle;
      clock.now += askedWaitMs;
      return askedWaitMs;
    });
    expect(waits).toEqual([750, 1500, 3000]);
  });

  test('stops after an unclear outcome for longer than a short outage, and longer each time the one alone is unclear too', () => {
    const { throttle, clock } = throttleAt();
    const waits = [1, 2, 3].map(() => {
      throttle.learn(UNCLEAR, throttle.started());
      const { waitMs } = throttle;
      clock.now += waitMs;
      return waitMs;
    });
    expect(waits).toEqual([3200, 6400, 12_800]);
    // That isn't a wait that the service asked for.
    expect(throttle.askedWaitMs).toBe(0);
  });

  test.each([
    ['unclear', UNCLEAR],
    ['refused with 429', SLOW_DOWN],
  ])('counts what was in flight together and %s as one objection', (_, outcome) => {
    const alone = throttleAt();
    alone.throttle.learn(outcome, alone.throttle.started());
    const { throttle } = throttleAt();
    const epochs = [throttle.started(), throttle.started(), throttle.started()];
    for (const epoch of epochs) throttle.learn(outcome, epoch);
    expect(throttle.waitMs).toBe(alone.throttle.waitMs);
  });

  test('is not opened by a clear answer to what had started before the objection', () => {
    const { throttle, clock } = throttleAt();
    const [before, hit] = [throttle.started(), throttle.started()];
    throttle.learn(UNCLEAR, hit);
    throttle.learn(ACCEPTED, before);
    clock.now += 3200;
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 1)]).toEqual([1, 0]);
  });

  test('sends at a growing rate once the one alone got a clear answer, until nothing limits it any more', () => {
    const { throttle, clock } = throttleAt();
    throttle.learn(UNCLEAR, throttle.started());
    const gaps: number[] = [];
    while (throttle.freeSlots(4, 0) < 4) {
      gaps.push(throttle.waitMs);
      clock.now += throttle.waitMs;
      throttle.learn(ACCEPTED, throttle.started());
    }
    const [pause, ...rest] = gaps;
    expect([pause, rest[0]]).toEqual([3200, 1348]);
    expect(rest).toEqual(rest.toSorted((one, other) => other - one));
    expect(clock.now).toBeLessThan(30_000);
  });

  test('paces from when a send was written, however long connecting and the disk took', () => {
    const { throttle, clock } = throttleAt();
    throttle.learn(SLOW_DOWN, throttle.started());
    clock.now += 10_000;
    throttle.started();
    const paceMs = throttle.waitMs;
    clock.now += 300;
    throttle.written();
    expect(throttle.waitMs).toBe(paceMs);
  });

  test('takes no failed connection for an objection', () => {
    const { throttle } = throttleAt(0, 4);
    throttle.learn({ name: 'not_reachable' }, throttle.started());
    expect(throttle.freeSlots(4, 0)).toBe(4);
  });

  test('says what is waited for: the service, its own trouble, or what follows an unclear answer', () => {
    let time = 0;
    const throttle = new SendThrottle(
      () => time,
      () => 0,
    );
    expect(throttle.wait).toBeNull();
    throttle.holdBack(500);
    expect(throttle.wait).toEqual({ why: 'not_stored', ms: 500 });
    throttle.learn({ name: 'slow_down', httpStatus: 429, retryAfterMs: 1000 }, throttle.epoch);
    expect(throttle.wait).toEqual({ why: 'service_asked', ms: 1000 });
    throttle.holdBack(500);
    expect(throttle.wait?.why).toBe('service_asked');
    time = 1000;
    expect(throttle.wait).toBeNull();
    throttle.learn({ name: 'connection_lost' }, throttle.epoch);
    expect(throttle.wait?.why).toBe('unclear_answer');
    expect(throttle.triesOneAlone).toBe(true);
    time = 1_000_000;
    throttle.holdBack(500);
    expect(throttle.wait).toEqual({ why: 'not_stored', ms: 500 });
  });

  test('never reports fewer than zero free slots', () => {
    const { throttle } = throttleAt();
    throttle.learn(UNCLEAR, throttle.started());
    expect(throttle.freeSlots(4, 3)).toBe(0);
  });
});
