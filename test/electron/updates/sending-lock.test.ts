import { expect, test } from 'vitest';
import { SendingLock } from '../../../electron/updates/app-updates.ts';

test('the lock is released when its last holder releases, and releasing twice has no effect', () => {
  let released = 0;
  const lock = new SendingLock(() => {
    released += 1;
  });
  const first = lock.hold();
  const second = lock.hold();
  first();
  first();
  expect(lock.active).toBe(true);
  expect(released).toBe(0);
  second();
  expect(lock.active).toBe(false);
  expect(released).toBe(1);
});
