import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryStorage } from '../storage/temporary-storage.ts';

test('numbers that were added together are listed as they were written, after those added later', async () => {
  const { doNotCall } = (await temporaryStorage()).stores;
  const add = (addedAt: number, phoneNumbers: readonly string[]) =>
    doNotCall.add(
      phoneNumbers.map((phoneNumber) => ({
        id: randomUUID(),
        phoneNumber,
        reason: '',
        addedAt,
        addedBy: 'ada',
      })),
    );
  const written = Array.from({ length: 12 }, (_, at) => `+49309018${String(91 - 7 * at).padStart(2, '0')}`);
  await add(1000, written);
  await add(2000, ['+12025550143']);
  const { entries } = await doNotCall.page('', 0);
  expect(entries.map(({ phoneNumber }) => phoneNumber)).toEqual(['+12025550143', ...written]);
});
