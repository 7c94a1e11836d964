import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { busyDatabase, finished, putEverywhere, VICTIM } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

/** Lets another process run the erasure, and kills it at a stage. */
async function killedAt(path: string, stage: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'erasing-process.ts'), [path, 'e', stage], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [told] = await once(child, 'message');
  child.kill('SIGKILL');
  await exited;
  expect(told).toBe(stage);
}

test('a process killed while erasing leaves an undamaged database, and the next start finishes the erasure', async () => {
  const busy = await busyDatabase({ requests: 40 });
  const { storage, privacy, folder } = busy;
  await putEverywhere(busy);
  const search = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true };
  const { submissions, importRows } = await privacy.find(search, null);
  const submissionIds = submissions.map(({ submissionId }) => submissionId);
  const { stores } = storage;
  await stores.doNotCall.add([
    { id: 'entry', phoneNumber: VICTIM.phone, reason: `${VICTIM.name} asked`, addedAt: 1, addedBy: 'ada' },
  ]);
  const keyId = (await busy.numberKeys.current()) ?? null;
  const choice = {
    search,
    submissionIds,
    importRows: [...importRows],
    listedIds: [],
    keepBlocking: true,
  };
  await stores.erasures.begin('e', choice, null, 1, { keyId, keep: true, by: 'ada' });
  for (const stage of ['rows', 'tags', 'index', 'overwrite']) await killedAt(storage.path, stage);
  using db = new DatabaseSync(storage.path, { readOnly: true });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
  await privacy.start();
  const receipt = await finished(busy, 'e');
  expect(receipt).toMatchObject({
    requests: 2,
    submissions: 4,
    importRows: 1,
    listedNumbers: 1,
    blockedNumbers: 1,
  });
  expect(tracesOf(folder, VICTIM.traces)).toEqual([]);
  expect(await stores.submissions.forbidding([VICTIM.phone])).toMatchObject([{ id: 'entry', reason: '' }]);
});
