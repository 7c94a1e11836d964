import { describe, expect, test } from 'vitest';
import { SendSlots } from '../../../electron/submissions/send-dispatcher.ts';

/** Whether a promise has settled by now. */
function watched(promise: Promise<unknown>) {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  return async () => {
    // Everything that follows from settled promises is done after one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    return over;
  };
}

describe('slots', () => {
  test('an unused slot is ready at once', async () => {
    const slots = new SendSlots();
    const [first, second] = [slots.acquire(), slots.acquire()];
    expect(slots.inUse).toBe(2);
    expect(await watched(first.ready)()).toBe(true);
    expect(await watched(second.ready)()).toBe(true);
  });

  test('a released slot is free at once, but ready only when the outcome is stored', async () => {
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

  test('a slot is also ready when storing the outcome failed: reporting that is the caller’s job', async () => {
    const slots = new SendSlots();
    const stored = Promise.withResolvers<void>();
    slots.acquire().release(stored.promise);
    const isFree = watched(slots.acquire().ready);
    stored.reject(new Error('The disk is full.'));
    expect(await isFree()).toBe(true);
  });

  test('each released slot is handed on once, so that there are never more unstored outcomes than slots', async () => {
    const slots = new SendSlots();
    const stored = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const left = [slots.acquire(), slots.acquire()];
    for (const [index, slot] of left.entries()) slot.release(stored[index]?.promise ?? Promise.resolve());
    const free = [slots.acquire(), slots.acquire()].map(({ ready }) => watched(ready));
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([false, false]);
    stored[1]?.resolve();
    expect((await Promise.all(free.map((isFree) => isFree()))).filter(Boolean)).toHaveLength(1);
    stored[0]?.resolve();
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([true, true]);
  });

  test('a slot released before it was ready passes on the earlier outcome', async () => {
    const slots = new SendSlots();
    const first = Promise.withResolvers<void>();
    slots.acquire().release(first.promise);
    slots.acquire().release(Promise.resolve());
    const isFree = watched(slots.acquire().ready);
    expect(await isFree()).toBe(false);
    first.resolve();
    expect(await isFree()).toBe(true);
  });

  test('a slot keeps no earlier results in memory', async () => {
    const slots = new SendSlots();
    for (let sent = 0; sent < 3; sent += 1) slots.acquire().release(Promise.resolve());
    expect(await slots.acquire().ready).toBeUndefined();
  });
});
