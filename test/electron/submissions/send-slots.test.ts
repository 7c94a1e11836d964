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

describe('places', () => {
  test('a place in which nobody was is free at once', async () => {
    const places = new SendSlots();
    const [first, second] = [places.take(), places.take()];
    expect(places.taken).toBe(2);
    expect(await watched(first.free)()).toBe(true);
    expect(await watched(second.free)()).toBe(true);
  });

  test('who leaves makes room at once, but the place is free only when the outcome is stored', async () => {
    const places = new SendSlots();
    const stored = Promise.withResolvers<void>();
    places.take().leave(stored.promise);
    expect(places.taken).toBe(0);
    const isFree = watched(places.take().free);
    expect(places.taken).toBe(1);
    expect(await isFree()).toBe(false);
    stored.resolve();
    expect(await isFree()).toBe(true);
  });

  test('a place whose outcome could not be stored is free as well: the failure is somebody else’s to tell', async () => {
    const places = new SendSlots();
    const stored = Promise.withResolvers<void>();
    places.take().leave(stored.promise);
    const isFree = watched(places.take().free);
    stored.reject(new Error('The disk is full.'));
    expect(await isFree()).toBe(true);
  });

  test('each place that was left is given on once, so that no more outcomes are unstored than there are places', async () => {
    const places = new SendSlots();
    const stored = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const left = [places.take(), places.take()];
    for (const [index, place] of left.entries()) place.leave(stored[index]?.promise ?? Promise.resolve());
    const free = [places.take(), places.take()].map(({ free }) => watched(free));
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([false, false]);
    stored[1]?.resolve();
    expect((await Promise.all(free.map((isFree) => isFree()))).filter(Boolean)).toHaveLength(1);
    stored[0]?.resolve();
    expect(await Promise.all(free.map((isFree) => isFree()))).toEqual([true, true]);
  });

  test('who leaves a place before it was free hands on what was to be stored before', async () => {
    const places = new SendSlots();
    const first = Promise.withResolvers<void>();
    places.take().leave(first.promise);
    places.take().leave(Promise.resolve());
    const isFree = watched(places.take().free);
    expect(await isFree()).toBe(false);
    first.resolve();
    expect(await isFree()).toBe(true);
  });

  test('a place holds nothing of those that had it before', async () => {
    const places = new SendSlots();
    for (let sent = 0; sent < 3; sent += 1) places.take().leave(Promise.resolve());
    expect(await places.take().free).toBeUndefined();
  });
});
