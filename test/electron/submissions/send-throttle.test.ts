import { describe, expect, test } from 'vitest';
import { SendThrottle } from '../../../electron/submissions/send-throttle.ts';

const SLOW_DOWN = { name: 'slow_down', httpStatus: 429 } as const;
const UNCLEAR = { name: 'connection_lost' } as const;
const ACCEPTED = { name: 'accepted' } as const;

/** A throttle on a clock of the test; random delays are as short as possible, or as `random` says. */
function throttleAt(random = 0, firstWindow = 1) {
  const clock = { now: 0 };
  const serviceWait = { msLeft: 0 };
  const throttle = new SendThrottle(
    () => clock.now,
    () => random,
    serviceWait,
    firstWindow,
  );
  return { throttle, clock, serviceWait };
}

describe('the throttle', () => {
  test('starts with one alone, and lets more start with the clear answers, up to the concurrency', () => {
    const { throttle } = throttleAt();
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 1)]).toEqual([1, 0]);
    for (let sent = 0; sent < 100; sent += 1) throttle.learn(ACCEPTED, throttle.started());
    expect([throttle.freeSlots(4, 0), throttle.freeSlots(4, 3), throttle.waitMs]).toEqual([4, 1, 0]);
  });

  test('gives waits in whole milliseconds, although the monotonic clock has fractions', () => {
    const { throttle, clock } = throttleAt();
    clock.now = 1000.25;
    throttle.learn(UNCLEAR, throttle.started());
    clock.now = 1000.75;
    expect(throttle.waitMs).toBe(3200);
  });

  test('starts nothing while the service’s wait lasts, then one alone', () => {
    const { throttle, serviceWait } = throttleAt();
    throttle.learn(SLOW_DOWN, throttle.started());
    serviceWait.msLeft = 2000;
    expect([throttle.freeSlots(4, 0), throttle.isOpen, throttle.waitMs]).toEqual([0, false, 2000]);
    serviceWait.msLeft = 0;
    expect([throttle.isOpen, throttle.waitMs]).toEqual([true, 1429]);
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

  test('says what is waited for, the longest of it: the service, its own trouble, or what follows an unclear answer', () => {
    const { throttle, clock, serviceWait } = throttleAt();
    expect(throttle.wait).toBeNull();
    throttle.holdBack();
    expect(throttle.wait).toEqual({ why: 'not_stored', ms: 2000 });
    serviceWait.msLeft = 2000;
    expect(throttle.wait).toEqual({ why: 'service_asked', ms: 2000 });
    throttle.learn(UNCLEAR, throttle.epoch);
    expect(throttle.wait).toEqual({ why: 'unclear_answer', ms: 3200 });
    expect(throttle.triesOneAlone).toBe(true);
    serviceWait.msLeft = 0;
    clock.now = 3200;
    expect(throttle.wait).toBeNull();
    throttle.holdBack();
    expect(throttle.wait).toEqual({ why: 'not_stored', ms: 2000 });
  });

  test('never reports fewer than zero free slots', () => {
    const { throttle } = throttleAt();
    throttle.learn(UNCLEAR, throttle.started());
    expect(throttle.freeSlots(4, 3)).toBe(0);
  });
});
