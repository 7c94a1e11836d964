import { expect, test } from 'vitest';
import { SendingLock } from '../../../electron/updates/sending-lock.ts';

test('sending goes on when the last of those who held it lets go, and each lets go once', () => {
  let released = 0;
  const hold = new SendingLock(() => {
    released += 1;
  });
  const first = hold.hold();
  const second = hold.hold();
  first();
  first();
  expect(hold.active).toBe(true);
  expect(released).toBe(0);
  second();
  expect(hold.active).toBe(false);
  expect(released).toBe(1);
});
