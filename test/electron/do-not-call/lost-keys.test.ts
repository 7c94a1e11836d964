import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { replacePolicy } from './replace-policy.ts';

const NUMBER = '+493012345678';
const OTHER = '+442071838750';

/** A computer on which somebody was erased and stays blocked; `restart` reads its keys anew, as a start does. */
async function withErasedNumber() {
  const { stores } = await temporaryStorage();
  const secrets = new MemorySecrets();
  const keysNow = () =>
    new NumberKeys({
      store: stores.doNotCall,
      secrets,
      onKeys: () => undefined,
      onTrouble: (trouble) => {
        throw trouble;
      },
    });
  const keyId = (await keysNow().current()) ?? null;
  const search = { name: '', phone: NUMBER, everywhere: true };
  const choice = {
    search,
    submissionIds: [],
    importRows: [],
    listedIds: [],
    keepBlocking: true,
  };
  await stores.erasures.begin(randomUUID(), choice, null, 6000, { keyId, keep: true, by: 'ada' });
  const restart = async () => {
    const keys = keysNow();
    await keys.load();
    const list = new DoNotCallList({
      store: stores.doNotCall,
      account: 'ada',
      withdraw: async () => 0,
      locked: () => keys.locked(),
      onLifted: () => undefined,
      onChange: () => undefined,
      now: () => 7000,
    });
    return { keys, list };
  };
  const forbidding = () => stores.submissions.forbidding([NUMBER, OTHER]);
  return { stores, secrets, restart, forbidding };
}

test('while the key store is locked, nobody may be called, and nothing can be removed', async () => {
  const { secrets, restart, forbidding, stores } = await withErasedNumber();
  await stores.doNotCall.setKeys(new Map());
  const unlock = secrets.lock();
  const { keys, list } = await restart();
  expect(await keys.locked()).toBe('waiting');
  expect(await keys.isWaiting()).toBe(true);
  expect(await forbidding()).toEqual(['key_missing', 'key_missing']);
  await expect(list.liftLost('No backup')).rejects.toMatchObject({ code: 'do_not_call_not_lifted' });
  unlock();
  await expect.poll(() => keys.locked()).toBeNull();
  expect(await keys.isWaiting()).toBe(false);
  expect(await forbidding()).toMatchObject([{ source: 'person' }, null]);
});

test('a key that the key store gives back as something else forbids all calls, like a lost one', async () => {
  const { secrets, restart, forbidding, stores } = await withErasedNumber();
  for (const value of ['', 'garbage', Buffer.alloc(32, 7).toString('base64')]) {
    for (const kept of secrets.values.keys()) secrets.values.set(kept, value);
    const { keys } = await restart();
    expect(await keys.locked()).toBe('lost');
    expect(await forbidding()).toEqual(['key_missing', 'key_missing']);
    // Nor does a backup's.
    const ids = await stores.doNotCall.keyIds();
    await keys.keep(Object.fromEntries(ids.map((id) => [id, value])));
    expect(await forbidding()).toEqual(['key_missing', 'key_missing']);
  }
});

test('when the key is lost for good, its entries can be removed with a reason that stays on record', async () => {
  const { secrets, restart, forbidding, stores } = await withErasedNumber();
  secrets.values.clear();
  const { keys, list } = await restart();
  expect(await keys.locked()).toBe('lost');
  expect(await forbidding()).toEqual(['key_missing', 'key_missing']);
  expect(await list.liftLost('No backup has the key')).toEqual({ changed: 1 });
  expect(await keys.locked()).toBeNull();
  expect(await forbidding()).toEqual([null, null]);
  expect((await list.page('', 0)).entries).toMatchObject([
    { phoneNumber: null, lifted: { at: 7000, by: 'ada', reason: 'No backup has the key' } },
  ]);
  const [head] = await stores.evidence.heads();
  const recorded = await stores.evidence.entries(head?.chain ?? '', 0);
  expect(recorded.at(-1)).toMatchObject({
    kind: 'do_not_call_lifted',
    facts: { source: 'person', count: 1 },
  });
});

test('a number of the policy stays forbidden while entries with a lost key are removed, until its list is stored again', async () => {
  const { secrets, restart, forbidding, stores } = await withErasedNumber();
  // The policy has the erased number too: of it, only the hash is there.
  await replacePolicy(stores.doNotCall, [{ phoneNumber: NUMBER, reason: '' }], 6500);
  secrets.values.clear();
  const { keys, list } = await restart();
  await list.liftLost('No backup has the key');
  expect(await forbidding()).toEqual(['key_missing', 'key_missing']);
  expect(await keys.locked()).toBe('lost');
  expect(await replacePolicy(stores.doNotCall, [{ phoneNumber: NUMBER, reason: '' }], 7500)).toBe(true);
  expect(await forbidding()).toMatchObject([{ source: 'policy' }, null]);
  expect(await keys.locked()).toBeNull();
});
