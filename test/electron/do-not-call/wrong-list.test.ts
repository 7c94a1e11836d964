import { expect, test } from 'vitest';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { replacePolicy } from './replace-policy.ts';

const POLICYS = '+442079460958';
const BEFORE = '+12025550143';
const WRONG = ['+4930901820', '+4930901821', '+4930901822'];

async function withWrongList() {
  const { stores } = await temporaryStorage();
  let now = 1000;
  const list = new DoNotCallList({
    store: stores.doNotCall,
    account: 'ada',
    withdraw: async () => 0,
    locked: async () => null,
    onLifted: () => undefined,
    onChange: () => undefined,
    now: () => now,
  });
  const add = (phoneNumbers: readonly string[]) =>
    list.add(phoneNumbers.map((phoneNumber) => ({ phoneNumber, reason: '' })));
  await add([BEFORE]);
  now = 2000;
  await add([BEFORE, ...WRONG]);
  now = 3000;
  const entryOf = async (phoneNumber: string) => {
    const { entries } = await list.page('', 0);
    return entries.find((entry) => entry.phoneNumber === phoneNumber)?.id ?? '';
  };
  return { stores, list, entryOf };
}

test('a wrong list is lifted at once, with one reason, and what was there before stays', async () => {
  const { stores, list, entryOf } = await withWrongList();
  const [first = '', second = ''] = await Promise.all(WRONG.map(entryOf));
  await list.lift(first, 'He agreed');
  expect(await list.addedTogether(second)).toBe(2);
  expect(await list.liftTogether(second, 'The wrong list')).toEqual({ changed: 2 });
  expect(await stores.submissions.forbidding([BEFORE, ...WRONG])).toEqual([
    expect.objectContaining({ addedAt: 1000 }),
    null,
    null,
    null,
  ]);
  const { entries, inForce } = await list.page('', 0);
  expect(inForce).toBe(1);
  expect(entries.map(({ lifted }) => lifted?.reason)).toEqual([
    undefined,
    'He agreed',
    'The wrong list',
    'The wrong list',
  ]);
  const [head] = await stores.evidence.heads();
  const recorded = await stores.evidence.entries(head?.chain ?? '', 0);
  expect(recorded.at(-1)).toMatchObject({ kind: 'do_not_call_lifted', facts: { count: 2 } });
});

test('an entry that is lifted or the policy’s takes no other along', async () => {
  const { stores, list, entryOf } = await withWrongList();
  const [first = ''] = await Promise.all(WRONG.map(entryOf));
  await list.lift(first, 'He agreed');
  await replacePolicy(stores.doNotCall, [{ phoneNumber: POLICYS, reason: '' }], 2000);
  const policys = await entryOf(POLICYS);
  for (const id of [first, policys, 'unknown']) {
    expect(await list.addedTogether(id)).toBe(0);
    await expect(list.liftTogether(id, 'All')).rejects.toMatchObject({ code: 'do_not_call_not_lifted' });
  }
  expect((await list.page('', 0)).inForce).toBe(4);
});
