import { describe, expect, test } from 'vitest';
import { SendSlots } from '../../../electron/submissions/send-slots.ts';

/** A promise from outside, and whether it has come to its end by now. */
function watched(promise: Promise<unknown>) {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  return async () => {
    // Everything that follows from what is settled already is done when the event loop comes round.
    await new Promise((resolve) => setImmediate(resolve));
    return over;
  };
}

describe('slots', () => {
  test('a place in which nobody was is free at once', async () => {
    const slots = new SendSlots();
    const [first, second] = [slots.acquire(), slots.acquire()];
    expect(slots.inUse).toBe(2);
    expect(await watched(first.ready)()).toBe(true);
    expect(await watched(second.ready)()).toBe(true);
  });

  test('who leaves makes room at once, but the place is free only when the outcome is stored', async () => {
    const slots = new SendSlots();
    const stored = Promise.withResolvers<void>();
    slots.acquire().release(stored.promise);
    expect(slots.inUse).toBe(0);
    const isFree = watched(slots.acquire().ready);
    expect(slots.inUse).toBe(1);
    expect(await isFree()).toBe(false);
    stored.resolve();
    expect(await isFree()).toBe(true);
  });

  test('a place whose outcome could not be stored is free as well: the failure is somebody else’s to tell', async () => {
    const slots = new SendSlots();
    const stored = Promise.withResolvers<void>();
    slots.acquire().release(stored.promise);
    const isFree = watched(slots.acquire().ready);
    stored.reject(new Error('The disk is full.'));
    expect(await isFree()).toBe(true);
  });

  test('each place that was left is given on once, so that no more outcomes are unstored than there are slots', async () => {
    const slots = new SendSlots();
    const stored = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const left = [slots.acquire(), slots.acquire()];
    for (const [index, place] of left.entries()) place.release(stored[index]?.promise ?? Promise.resolve());
    const free = [slots.acquire(), slots.acquire()].map(({ ready }) => watched(ready));
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([false, false]);
    stored[1]?.resolve();
    expect((await Promise.all(free.map((isFree) => isFree()))).filter(Boolean)).toHaveLength(1);
    stored[0]?.resolve();
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([true, true]);
  });

  test('who leaves a place before it was free hands on what was to be stored before', async () => {
    const slots = new SendSlots();
    const first = Promise.withResolvers<void>();
    slots.acquire().release(first.promise);
    slots.acquire().release(Promise.resolve());
    const isFree = watched(slots.acquire().ready);
    expect(await isFree()).toBe(false);
    first.resolve();
    expect(await isFree()).toBe(true);
  });

  test('a place holds nothing of those that had it before', async () => {
    const slots = new SendSlots();
    for (let sent = 0; sent < 3; sent += 1) slots.acquire().release(Promise.resolve());
    expect(await slots.acquire().ready).toBeUndefined();
  });
});
