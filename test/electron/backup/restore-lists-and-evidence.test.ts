import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import { evidenceFile } from '../../../electron/reports/evidence.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { verifyFile } from '../../../scripts/verify-evidence.mjs';
import type { NumberKeysById } from '../../../shared/do-not-call.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { replacePolicy } from '../do-not-call/replace-policy.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { contentOf, restoreInto, startOverIn } from './archive.ts';

const NUMBER = '+493012345678';
const OTHER = '+493087654321';
const LIFTED = { at: 9000, by: 'ada', reason: 'Agreed again' };

function entryFor(phoneNumber: string) {
  return { id: randomUUID(), phoneNumber, reason: 'Asked by e-mail', addedAt: 5000, addedBy: 'ada' };
}

function isForbidden({ stores }: Pick<Storage, 'stores'>, phoneNumber: string): Promise<boolean> {
  return stores.submissions.forbidding([phoneNumber]).then(([found]) => found !== null);
}

test('a restore brings the do-not-call list, and forbids again what was lifted after the backup', async () => {
  const here = await temporaryStorage();
  const entry = entryFor(NUMBER);
  await here.stores.doNotCall.add([entry]);
  const backup = await contentOf(here.path);
  await here.stores.doNotCall.lift(entry.id, LIFTED);
  expect(await isForbidden(here, NUMBER)).toBe(false);
  const elsewhere = await temporaryStorage();
  for (const computer of [here, elsewhere]) {
    await restoreInto(computer.path, backup);
    expect(await isForbidden(computer, NUMBER)).toBe(true);
  }
});

test('a restore allows nothing: not what was lifted before the backup, and forbidden here since', async () => {
  const old = await temporaryStorage();
  const entry = entryFor(NUMBER);
  await old.stores.doNotCall.add([entry]);
  const withEntry = await contentOf(old.path);
  await old.stores.doNotCall.lift(entry.id, LIFTED);
  const withLifted = await contentOf(old.path);
  const here = await temporaryStorage();
  await restoreInto(here.path, withEntry);
  await restoreInto(here.path, withLifted);
  expect(await isForbidden(here, NUMBER)).toBe(true);
});

test('what a policy forbade on another computer stays forbidden here, whatever the policy here says', async () => {
  const there = await temporaryStorage();
  await replacePolicy(there.stores.doNotCall, [entryFor(NUMBER)], 5000);
  const here = await temporaryStorage();
  await restoreInto(here.path, await contentOf(there.path));
  await replacePolicy(here.stores.doNotCall, [entryFor(OTHER)], 6000);
  await replacePolicy(here.stores.doNotCall, [], 7000);
  expect(await isForbidden(here, NUMBER)).toBe(true);
  expect(await isForbidden(here, OTHER)).toBe(false);
});

test('a restore brings the evidence of another computer as a chain of its own, and what is new of it later', async () => {
  const there = await temporaryStorage();
  const submit = ({ stores }: Pick<Storage, 'stores'>) => stores.submissions.add([sampleSubmission()]);
  await submit(there);
  const first = await contentOf(there.path);
  await submit(there);
  const second = await contentOf(there.path);
  const here = await temporaryStorage();
  await submit(here);
  for (const backup of [second, first, second]) {
    startOverIn(here.path);
    await restoreInto(here.path, backup);
  }
  await submit(here);
  const heads = await here.stores.evidence.heads();
  expect(heads.map(({ own, seq }) => [own, seq])).toEqual([
    // Two submits, and each time starting over and a restore.
    [true, 8],
    [false, 2],
  ]);
  expect(heads[1]?.hash).toBe((await there.stores.evidence.heads())[0]?.hash);
  const file = join(temporaryFolder(), 'evidence.jsonl');
  let text = '';
  for await (const part of evidenceFile(here.stores.evidence)) text += part;
  writeFileSync(file, text);
  expect((await verifyFile(file)).problems).toEqual([]);
});

test('restoring its own backup adds to the evidence of a computer only that it started over and restored it', async () => {
  const here = await temporaryStorage();
  await here.stores.submissions.add([sampleSubmission()]);
  const backup = await contentOf(here.path);
  await here.stores.submissions.add([sampleSubmission()]);
  startOverIn(here.path);
  await restoreInto(here.path, backup);
  const [head, ...others] = await here.stores.evidence.heads();
  expect(others).toEqual([]);
  const entries = await here.stores.evidence.entries(head?.chain ?? '', 0);
  expect(entries.map(({ kind }) => kind)).toEqual(['submitted', 'submitted', 'started_over', 'restored']);
  expect(entries[2]?.facts).toEqual({ requests: 0, submissions: 2 });
  expect(entries[3]?.facts).toMatchObject({ requests: 0, workspaces: 1, toDecide: 1 });
});

/** A computer that keeps keys for erased numbers, as in the app. */
async function computerWithKeys() {
  const storage = await temporaryStorage();
  const secrets = new MemorySecrets();
  const troubles: unknown[] = [];
  const numberKeys = new NumberKeys({
    store: storage.stores.doNotCall,
    secrets,
    onKeys: () => undefined,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  /** Erases whoever has the number; it stays blocked. */
  const erase = async (phone: string) => {
    const keyId = (await numberKeys.current()) ?? null;
    const search = { name: '', phone, everywhere: true };
    const choice = {
      search,
      submissionIds: [],
      importRows: [],
      listedIds: [],
      keepBlocking: true,
    };
    const id = randomUUID();
    const { erasures } = storage.stores;
    await erasures.begin(id, choice, null, 6000, { keyId, keep: true, by: 'ada' });
    while ((await erasures.step(id)) !== 'elsewhere');
    await erasures.finish(id, 7000);
  };
  const restore = async (backup: Buffer, keys: NumberKeysById) => {
    await numberKeys.keep(keys);
    await restoreInto(storage.path, backup, 9000, numberKeys.all());
    await numberKeys.load();
  };
  return { ...storage, secrets, numberKeys, erase, restore };
}

function rowsOf({ path }: { readonly path: string }) {
  using db = new DatabaseSync(path, { readOnly: true });
  return db.prepare('SELECT number, hash, reason, lifted_at FROM do_not_call').all();
}

test('a restore does not bring back an erased number, neither the same entry nor another of it', async () => {
  const here = await computerWithKeys();
  await here.stores.doNotCall.add([entryFor(NUMBER)]);
  const earlier = await contentOf(here.path);
  const there = await temporaryStorage();
  const lifted = entryFor(NUMBER);
  await there.stores.doNotCall.add([lifted]);
  await there.stores.doNotCall.lift(lifted.id, LIFTED);
  await there.stores.doNotCall.add([entryFor(NUMBER)]);
  const ofAnother = await contentOf(there.path);
  await here.erase(NUMBER);
  for (const backup of [earlier, ofAnother, ofAnother]) await here.restore(backup, {});
  expect(rowsOf(here)).toHaveLength(3);
  for (const row of rowsOf(here)) expect(row).toMatchObject({ number: null, reason: '' });
  expect(await isForbidden(here, NUMBER)).toBe(true);
  expect(await isForbidden(here, OTHER)).toBe(false);
});

test('an erased number stays blocked on another computer, which gets its key with the backup', async () => {
  const here = await computerWithKeys();
  await here.erase(NUMBER);
  const backup = await contentOf(here.path);
  const there = await computerWithKeys();
  await there.erase(OTHER);
  await there.restore(backup, here.numberKeys.all());
  expect(await there.stores.doNotCall.uncompared()).toEqual({ keyIds: [], entries: 0 });
  for (const number of [NUMBER, OTHER]) expect(await isForbidden(there, number)).toBe(true);
  expect(await isForbidden(there, '+442071838750')).toBe(false);
  expect(Object.keys(there.numberKeys.all())).toHaveLength(2);
  expect(there.secrets.values.size).toBe(2);
  // Without its key, nobody may be called: any number could be the erased one.
  const without = await computerWithKeys();
  await without.restore(backup, {});
  expect(await without.stores.submissions.forbidding([OTHER])).toEqual(['key_missing']);
});

test('a backup replaces no key of this computer', async () => {
  const here = await computerWithKeys();
  await here.erase(NUMBER);
  const [[id, key] = ['', '']] = Object.entries(here.numberKeys.all());
  await here.restore(await contentOf(here.path), { [id]: Buffer.alloc(32).toString('base64') });
  expect(here.numberKeys.all()).toEqual({ [id]: key });
  expect(await isForbidden(here, NUMBER)).toBe(true);
});
