import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  PolicyList,
  type PolicyListOptions,
  type PolicyListStore,
  readListFile,
  storePolicyList,
} from '../../../electron/do-not-call/policy-list.ts';
import { judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

/** As many as take dozens of pieces. */
const LONG = 20_000;
const [FIRST, SECOND, THIRD] = ['+493012345678', '+442071838750', '+12025550143'] as const;

/** A computer under a policy with this `do_not_call`, which a test changes. `restart`: the app is started anew. */
async function underPolicy(
  part: unknown,
  { settleMs = 0, ...reading }: Pick<PolicyListOptions, 'settleMs' | 'readFile' | 'readTimeoutMs'> = {},
) {
  const storage = await temporaryStorage();
  const clock = { ms: 0 };
  let policy = judgePolicy({ do_not_call: part });
  const calls: (keyof PolicyListStore)[] = [];
  /** What the storage does before each call; it may throw, as a kill ends the work. */
  const before: { call: ((name: keyof PolicyListStore) => void) | undefined } = { call: undefined };
  const store = watched(storage.stores.doNotCall, (name) => {
    before.call?.(name);
    calls.push(name);
  });
  const open = () =>
    new PolicyList({
      numbers: () => policy.doNotCall,
      store,
      settleMs,
      ...reading,
      monotonic: () => clock.ms,
      onApplied: () => void told.applied?.(),
      onTrouble: (trouble) => {
        throw trouble;
      },
    });
  const told: { applied: (() => unknown) | undefined } = { applied: undefined };
  let list = open();
  onTestFinished(() => list.close());
  await list.apply();
  const forbidden = async (...numbers: readonly string[]) =>
    (await storage.stores.submissions.forbidding(numbers)).map((found) => found !== null);
  return {
    storage,
    clock,
    calls,
    before,
    told,
    list: () => list,
    policy: () => policy,
    forbidden,
    change: async (changed: unknown) => {
      policy = judgePolicy({ do_not_call: changed });
      await list.apply();
    },
    changeWhole: async (document: unknown) => {
      policy = judgePolicy(document);
      await list.apply();
    },
    restart: async () => {
      await list.close();
      list = open();
      calls.length = 0;
      await list.apply();
    },
  };
}

function watched(store: PolicyListStore, onCall: (name: keyof PolicyListStore) => void): PolicyListStore {
  const told =
    <Args extends readonly unknown[], T>(name: keyof PolicyListStore, call: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      onCall(name);
      return call(...args);
    };
  return {
    storedPolicyList: told('storedPolicyList', () => store.storedPolicyList()),
    beginPolicyList: told('beginPolicyList', (...args) => store.beginPolicyList(...args)),
    addPolicyEntries: told('addPolicyEntries', (...args) => store.addPolicyEntries(...args)),
    removeOtherPolicyEntries: told('removeOtherPolicyEntries', (...args) =>
      store.removeOtherPolicyEntries(...args),
    ),
    endPolicyList: told('endPolicyList', (...args) => store.endPolicyList(...args)),
  };
}

test("the policy's numbers apply with their reasons, and go when the policy has them no more", async () => {
  const { forbidden, change } = await underPolicy({
    numbers: ['+49 30 1234-5678', { number: '0044 20 7183 8750', reason: 'Asked by letter' }],
  });
  expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([true, true, false]);
  await change({ numbers: [SECOND] });
  expect(await forbidden(FIRST, SECOND)).toEqual([false, true]);
  await change(undefined);
  expect(await forbidden(SECOND)).toEqual([false]);
});

test('an unreadable number is a problem with its path, the others apply, and no earlier one goes', async () => {
  const { policy, forbidden, change } = await underPolicy({ numbers: [FIRST] });
  const bad = [SECOND, '030 12', { number: THIRD, why: 'x' }, 7, { reason: 'none' }];
  await change({ numbers: bad, files: '/list.csv' });
  expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([true, true, false]);
  expect(policy().problems.map(({ where }) => where)).toEqual([
    'do_not_call.files',
    'do_not_call.numbers[1]',
    'do_not_call.numbers[2].why',
    'do_not_call.numbers[3]',
    'do_not_call.numbers[4].number',
  ]);
  for (const part of [[FIRST], 'all', { numbers: FIRST }, null, { file: '' }]) {
    await change(part);
    expect(policy().problems).toHaveLength(1);
    expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  }
});

test('a policy with a mistake that has no numbers may have misspelt them, and lifts none', async () => {
  const { forbidden, changeWhole } = await underPolicy({ numbers: [FIRST] });
  for (const document of [{ do_not_cal: { numbers: [FIRST] } }, { locked: 'yes' }, { rules: { tries: 1 } }]) {
    await changeWhole(document);
    expect(await forbidden(FIRST)).toEqual([true]);
  }
  // Where it has them, they are as it says, whatever else is wrong.
  await changeWhole({ locked: 'yes', do_not_call: { numbers: [SECOND] } });
  expect(await forbidden(FIRST, SECOND)).toEqual([false, true]);
  await changeWhole({});
  expect(await forbidden(SECOND)).toEqual([false]);
});

test('a list whose hashes were given up is stored again at once', async () => {
  const { storage, list, forbidden } = await underPolicy({ numbers: [FIRST] });
  const { doNotCall, erasures } = storage.stores;
  await doNotCall.setKeys(new Map([['key', new Uint8Array(32)]]));
  await doNotCall.addKey('key', 1);
  const choice = {
    search: { name: '', phone: FIRST, everywhere: true },
    ...{ submissionIds: [], importRows: [], listedIds: [], keepBlocking: false },
  };
  await erasures.begin('e', choice, null, 2, { keyId: 'key', keep: false, by: 'ada' });
  await doNotCall.setKeys(new Map());
  expect(await doNotCall.liftUncompared({ at: 3, by: 'ada', reason: 'Lost' })).toBe(1);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  await list().apply();
  expect(await forbidden(FIRST, SECOND)).toEqual([true, false]);
});

test('a quotation mark that is never closed lifts none of the numbers that it swallows', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  writeFileSync(path, `${FIRST},asked\n${SECOND},asked\n${THIRD},asked\n`);
  const { list, forbidden } = await underPolicy({ file: path });
  for (const text of [
    `${FIRST},"asked\n${SECOND},asked\n${THIRD},asked\n`,
    `${FIRST},"as"ked"\n${SECOND},asked\n${THIRD},asked\n`,
  ]) {
    writeFileSync(path, text);
    await list().apply();
    expect(list().problems[0]).toMatchObject({ where: 'do_not_call.file[1]', code: 'quotation_mark_open' });
    expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([true, true, true]);
  }
});

test('a file that is just being copied adds its numbers, and lifts none until it has been the same for a while', async () => {
  const path = join(temporaryFolder(), 'list.txt');
  writeFileSync(path, `${FIRST}\n${SECOND}\n`);
  const { clock, list, forbidden } = await underPolicy({ file: path }, { settleMs: 1000 });
  const copied = ['', `${THIRD}\n`, `${THIRD}\n${SECOND}\n`];
  for (const text of copied) {
    writeFileSync(path, text);
    clock.ms += 999;
    await list().apply();
    expect(list().isHeld).toBe(false);
    expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  }
  expect(await forbidden(THIRD)).toEqual([true]);
  clock.ms += 1000;
  await list().apply();
  expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([false, true, true]);
});

test('nothing may be sent until the file was read once; later, what was read last stays', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  const { list, forbidden } = await underPolicy({ file: path });
  expect(list().isHeld).toBe(true);
  expect(list().problems).toMatchObject([{ where: 'do_not_call.file', code: 'not_read' }]);
  writeFileSync(path, `Number,Reason\r\n'${FIRST},"Asked, twice"\r\n${SECOND}\r\n`);
  await list().apply();
  expect(list().isHeld).toBe(false);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  writeFileSync(path, `${SECOND}\nnot a number 5\n`);
  await list().apply();
  expect(list().problems).toMatchObject([{ where: 'do_not_call.file[2]' }]);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  rmSync(path);
  mkdirSync(path);
  await list().apply();
  expect(list().isHeld).toBe(false);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
});

test.each([{ file: 7 }, { file: '' }, { fiel: 'list' }, { file: null }, 'list', { file: 'list.txt' }])(
  'nothing may be sent while the policy names a file that can’t be told (%j), unless one was read before',
  async (part) => {
    const path = join(temporaryFolder(), 'list.txt');
    writeFileSync(path, FIRST);
    const { list, forbidden, change } = await underPolicy(part);
    expect(list().isHeld).toBe(true);
    await change({ file: path });
    expect(list().isHeld).toBe(false);
    await change(part);
    expect(list().isHeld).toBe(false);
    expect(await forbidden(FIRST)).toEqual([true]);
  },
);

test('a number that is none holds nothing back', async () => {
  const { list } = await underPolicy({ numbers: [FIRST, 7] });
  expect(list().isHeld).toBe(false);
});

test('a path that depends on the folder in which Callboard is started is a mistake', async () => {
  const { policy } = await underPolicy({ file: 'list.txt' });
  expect(policy().problems).toEqual([{ where: 'do_not_call.file', code: 'path_not_whole', values: null }]);
});

test('a row without its number is a mistake, as it may be in another column', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  writeFileSync(path, `Number,Reason\n${FIRST},asked\n`);
  const { list, forbidden } = await underPolicy({ file: path });
  writeFileSync(path, `,Reason\n${SECOND},\n,${FIRST}\n,\n\n`);
  await list().apply();
  expect(list().problems).toEqual([{ where: 'do_not_call.file[3]', code: 'value_missing', values: null }]);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
});

test('a second number in a row is on the list, too, and the reason is what is no number', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  const reasons = ['asked by letter', '2026-10-21', '01.10.2026', 'case 1234567'];
  const numbers = ['+493012345601', '+493012345602', '+493012345603', '+493012345604'];
  const rows = reasons.map((reason, index) => `${numbers[index]},${reason}`);
  writeFileSync(path, `Phone,Mobile,Reason\n${FIRST},'${SECOND},asked\n${rows.join('\n')}\n`);
  const { list, forbidden, storage } = await underPolicy({ file: path });
  expect(list().problems).toEqual([]);
  expect(await forbidden(FIRST, SECOND, ...numbers)).toEqual(Array(6).fill(true));
  const { entries } = await storage.stores.doNotCall.page('', 0);
  const reasonOf = (number: string) => entries.find(({ phoneNumber }) => phoneNumber === number)?.reason;
  expect([FIRST, SECOND, ...numbers].map(reasonOf)).toEqual(['asked', 'asked', ...reasons]);

  // One that lacks its country code is a mistake, as in the first column.
  writeFileSync(path, `${FIRST},(030) 1234567\n`);
  await list().apply();
  expect(list().problems).toMatchObject([{ where: 'do_not_call.file[1]' }]);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
});

test('a list in Latin-1 applies with its reasons, also after a part of one in UTF-8', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  const text = `Nummer;Grund\n${FIRST};Wünscht keine Anrufe, größte Eile\n`;
  writeFileSync(path, Buffer.from(text).subarray(0, Buffer.from(text).indexOf('ü') + 1));
  const { list, forbidden, storage } = await underPolicy({ file: path });
  writeFileSync(path, Buffer.from(text, 'latin1'));
  await list().apply();
  expect(list().problems).toEqual([]);
  expect(await forbidden(FIRST)).toEqual([true]);
  const reasons = async () =>
    (await storage.stores.doNotCall.page('', 0)).entries.map(({ reason }) => reason);
  expect(await reasons()).toEqual(['Wünscht keine Anrufe, größte Eile']);
  writeFileSync(path, Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]));
  await list().apply();
  expect(list().problems).toMatchObject([{ code: 'not_text' }]);
});

test('a changed file applies within seconds', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  writeFileSync(path, `${FIRST}\n`);
  const { forbidden } = await underPolicy({ file: path });
  const changedAt = performance.now();
  writeFileSync(path, `${FIRST}\n${SECOND}\n`);
  await expect.poll(() => forbidden(SECOND), { timeout: 30_000 }).toEqual([true]);
  expect(performance.now() - changedAt).toBeLessThan(10_000);
});

test('an unchanged list is not written again at the next start', async () => {
  const path = join(temporaryFolder(), 'list.txt');
  writeFileSync(path, FIRST);
  const { calls, restart, forbidden, change } = await underPolicy({ file: path, numbers: [SECOND] });
  await restart();
  expect(calls).toEqual(['storedPolicyList']);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  writeFileSync(path, THIRD);
  await restart();
  expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([false, true, true]);
  await change({ file: path, numbers: [] });
  expect(await forbidden(SECOND, THIRD)).toEqual([false, true]);
});

test('a number counts before it is on the disk', async () => {
  const { before, list, change } = await underPolicy({ numbers: [FIRST] });
  let [first, second] = [false, false];
  before.call = (name) => {
    if (name !== 'addPolicyEntries') return;
    first = list().isBeingAdded(FIRST);
    second = list().isBeingAdded(SECOND);
  };
  await change({ numbers: [FIRST, SECOND] });
  expect([first, second]).toEqual([true, true]);
  expect(list().isBeingAdded(SECOND)).toBe(false);
});

test('an interruption anywhere allows nothing, and the next start finishes the list', async () => {
  const names = ['beginPolicyList', 'addPolicyEntries', 'removeOtherPolicyEntries', 'endPolicyList'] as const;
  for (const dies of names) {
    const { before, change, forbidden, restart } = await underPolicy({ numbers: [FIRST, SECOND] });
    before.call = (name) => {
      if (name === dies) throw new Error('Killed');
    };
    await expect(change({ numbers: [SECOND, THIRD] })).rejects.toThrow('Killed');
    expect((await forbidden(FIRST, SECOND))[1]).toBe(true);
    before.call = undefined;
    await restart();
    expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([false, true, true]);
    // Also when the policy goes back to the list before.
    before.call = (name) => {
      if (name === dies) throw new Error('Killed');
    };
    await expect(change({ numbers: [FIRST, SECOND] })).rejects.toThrow('Killed');
    before.call = undefined;
    await change({ numbers: [SECOND, THIRD] });
    expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([false, true, true]);
  }
});

test('what came due while a list was stored is told of it, also if the disk refuses the list', async () => {
  const { before, change, list, told } = await underPolicy({ numbers: [FIRST] });
  const wasListed: boolean[] = [];
  told.applied = () => wasListed.push(list().isBeingAdded(SECOND));
  before.call = (name) => {
    if (name === 'addPolicyEntries') throw new Error('The disk is full.');
  };
  await expect(change({ numbers: [SECOND] })).rejects.toThrow('The disk is full.');
  expect(wasListed).toEqual([false]);
});

test('a policy that is as before again applies again after a change that was interrupted', async () => {
  const { before, change, restart, forbidden } = await underPolicy({ numbers: [FIRST] });
  before.call = (name) => {
    if (name === 'endPolicyList') throw new Error('killed');
  };
  await expect(change({ numbers: [SECOND] })).rejects.toThrow('killed');
  before.call = undefined;
  expect(await forbidden(FIRST, SECOND)).toEqual([false, true]);
  await change({ numbers: [FIRST] });
  expect(await forbidden(FIRST, SECOND)).toEqual([true, false]);
  await restart();
  expect(await forbidden(FIRST, SECOND)).toEqual([true, false]);
});

test('of two lists that are stored at the same time, the later stays whole', async () => {
  const { storage, forbidden } = await underPolicy(undefined);
  const { doNotCall } = storage.stores;
  const listOf = (...numbers: readonly string[]) => ({
    numbers: numbers.map((phoneNumber) => ({ phoneNumber, reason: '' })),
    isWhole: true,
    remember: null,
    now: 1,
    pieceRows: 1,
  });
  const both = [
    storePolicyList(doNotCall, listOf(FIRST, SECOND)),
    storePolicyList(doNotCall, listOf(SECOND, THIRD)),
  ];
  expect(await Promise.all(both)).toEqual([false, true]);
  expect(await forbidden(FIRST, SECOND, THIRD)).toEqual([false, true, true]);
});

test('nothing may be sent with a new database until the file was read into it', async () => {
  const path = join(temporaryFolder(), 'list.txt');
  writeFileSync(path, FIRST);
  await underPolicy({ file: path });
  rmSync(path);
  const { list } = await underPolicy({ file: path });
  expect(list().isHeld).toBe(true);
});

test('20,000 numbers are on the list in pieces, and others get their turn in between', async () => {
  const path = join(temporaryFolder(), 'list.txt');
  const numberOf = (index: number): string => `+4915112${String(index).padStart(6, '0')}`;
  const lines = Array.from({ length: LONG }, (_, index) => numberOf(index));
  const { list, forbidden, change, restart, calls } = await underPolicy(undefined);
  const longest = { all: 0 };
  const changing = async (what: string, work: () => Promise<void>) => {
    longest.all = 0;
    const begun = performance.now();
    let isDone = false;
    const working = work().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const asked = performance.now();
      await forbidden(FIRST);
      longest.all = Math.max(longest.all, performance.now() - asked);
    }
    await working;
    const [took, waited] = [performance.now() - begun, longest.all].map(Math.round);
    console.info(`${what}: ${took} ms, others waited ${waited} ms at most`);
  };
  writeFileSync(path, lines.join('\n'));
  await changing('20,000 numbers', () => change({ file: path }));
  expect(list().isHeld).toBe(false);
  expect(await forbidden(numberOf(0), numberOf(19_999), FIRST)).toEqual([true, true, false]);
  await changing('The same again', restart);
  expect(calls).toEqual(['storedPolicyList']);
  writeFileSync(path, FIRST);
  await changing('All but one removed', restart);
  expect(await forbidden(numberOf(0), numberOf(19_999), FIRST)).toEqual([false, false, true]);
  expect(calls.filter((name) => name === 'removeOtherPolicyEntries').length).toBeGreaterThan(10);
});

test('while a file of 6 MB is read, others get their turn every few hundred rows', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  const reason = 'Asked us in a letter not to be called again. '.repeat(6);
  const lines = Array.from(
    { length: LONG },
    (_, index) => `+4915112${String(index).padStart(6, '0')},"${reason}"`,
  );
  writeFileSync(path, lines.join('\n'));
  const stored = { digest: null, file: null };
  const list = new PolicyList({
    numbers: () => ({ numbers: [], file: path, isFileUnclear: false, complete: true }),
    store: {
      storedPolicyList: async () => stored,
      beginPolicyList: async () => false,
      addPolicyEntries: async () => false,
      removeOtherPolicyEntries: async () => 0,
      endPolicyList: async () => undefined,
    },
    onApplied: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
  });
  onTestFinished(() => list.close());
  let turns = 0;
  let isDone = false;
  const working = list.apply().finally(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) await setImmediate();
  await working;
  expect(list.problems).toEqual([]);
  // Others get their turn after every 500 rows at the latest, which take some 10 ms.
  expect(turns).toBeGreaterThanOrEqual(LONG / 500);
});

test('a file that does not answer keeps neither the start waiting nor the policy’s own numbers off the list', async () => {
  const file = join(temporaryFolder(), 'list.txt');
  writeFileSync(file, SECOND);
  const answers = Promise.withResolvers<void>();
  let reads = 0;
  const readFile = async (path: string) => {
    reads += 1;
    await answers.promise;
    return readListFile(path);
  };
  const part = { numbers: [FIRST], file };
  const { list, change, forbidden } = await underPolicy(part, { readFile, readTimeoutMs: 300 });
  expect(await forbidden(FIRST, SECOND)).toEqual([true, false]);
  expect(list().isHeld).toBe(true);
  expect(list().problems).toMatchObject([{ code: 'not_read', values: { reason: 'ETIMEDOUT' } }]);
  await change(part);
  expect(reads).toBe(1);
  answers.resolve();
  await until('the file is on the list', async () => (await forbidden(SECOND))[0]);
  await until('the end of the hold', () => !list().isHeld);
  expect(list().problems).toEqual([]);
});
