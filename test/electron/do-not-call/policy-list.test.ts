import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PolicyList } from '../../../electron/do-not-call/policy-list.ts';
import { judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { MAX_LISTED_NUMBERS } from '../../../shared/do-not-call.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

const [FIRST, SECOND, THIRD] = ['+493012345678', '+442071838750', '+12025550143'] as const;

/** A computer under a policy with this `do_not_call`, which a test changes. */
async function underPolicy(part: unknown) {
  const { stores } = await temporaryStorage();
  let policy = judgePolicy({ do_not_call: part });
  let lastFile: string | null = null;
  const list = new PolicyList({
    numbers: () => policy.doNotCall,
    store: stores.doNotCall,
    lastFile: () => lastFile,
    remember: (file) => {
      lastFile = file;
    },
    onApplied: () => undefined,
    onTrouble: (trouble) => {
      throw trouble;
    },
  });
  onTestFinished(() => list.close());
  await list.apply();
  return {
    list,
    policy: () => policy,
    forbidden: async (...numbers: readonly string[]) =>
      (await stores.submissions.forbidding(numbers)).map((found) => found !== null),
    change: async (changed: unknown) => {
      policy = judgePolicy({ do_not_call: changed });
      await list.apply();
    },
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

test('nothing may be sent until the file was read once; later, what was read last stays', async () => {
  const path = join(temporaryFolder(), 'list.csv');
  const { list, forbidden } = await underPolicy({ file: path });
  expect(list.isHeld).toBe(true);
  expect(list.problems).toMatchObject([{ where: 'do_not_call.file', code: 'not_read' }]);
  writeFileSync(path, `Number,Reason\r\n'${FIRST},"Asked, twice"\r\n${SECOND}\r\n`);
  await list.apply();
  expect(list.isHeld).toBe(false);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  writeFileSync(path, `${SECOND}\nnot a number 5\n`);
  await list.apply();
  expect(list.problems).toMatchObject([{ where: 'do_not_call.file[2]' }]);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
  rmSync(path);
  mkdirSync(path);
  await list.apply();
  expect(list.isHeld).toBe(false);
  expect(await forbidden(FIRST, SECOND)).toEqual([true, true]);
});

test('a text file has a number per line, and 100,000 of them are on the list in seconds', async () => {
  const path = join(temporaryFolder(), 'list.txt');
  const numberOf = (index: number): string => `+4915112${String(index).padStart(6, '0')}`;
  const lines = Array.from({ length: MAX_LISTED_NUMBERS }, (_, index) => numberOf(index));
  writeFileSync(path, lines.join('\n'));
  const { list, forbidden } = await underPolicy(undefined);
  const changed = await underPolicy({ file: path });
  expect(changed.list.isHeld || list.isHeld).toBe(false);
  expect(await changed.forbidden(numberOf(0), numberOf(99_999), FIRST)).toEqual([true, true, false]);
  const begun = performance.now();
  await changed.list.apply();
  console.info(`100,000 numbers again: ${Math.round(performance.now() - begun)} ms`);
  expect(await forbidden(numberOf(0))).toEqual([false]);
});
