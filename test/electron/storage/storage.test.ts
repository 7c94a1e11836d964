import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageClosedError } from '../../../electron/storage/storage.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage, temporaryStorage } from './temporary-storage.ts';

/** Another connection, as of another process. */
function connectionTo(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 2000 });
  onTestFinished(() => db.close());
  return db;
}

/** The number of commits in a write-ahead log: only a commit frame has the database size (sqlite.org/fileformat2). */
function commitsIn(walFile: string): number {
  const wal = readFileSync(walFile);
  const frameSize = 24 + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + frameSize <= wal.length; at += frameSize) {
    if (wal.subarray(at + 8, at + 16).equals(salt) && wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

describe('writes that arrive together', () => {
  test('share transactions, with far fewer commits than writes', async () => {
    const { stores, path } = await temporaryStorage();
    const before = commitsIn(`${path}-wal`);
    await Promise.all(Array.from({ length: 200 }, () => stores.submissions.add([sampleSubmission()])));
    expect(commitsIn(`${path}-wal`) - before).toBeLessThan(50);
    await stores.submissions.add([sampleSubmission()]);
    expect(await stores.submissions.counts('workspace-1')).toMatchObject({ waiting: 201, needsDecision: 0 });
  });

  test('succeed even if another one fails', async () => {
    const { stores } = await temporaryStorage();
    const twice = sampleSubmission();
    const settled = await Promise.allSettled([
      stores.submissions.add([sampleSubmission()]),
      stores.submissions.add([twice, twice]),
      stores.submissions.add([sampleSubmission({ workspaceId: 'nowhere' })]),
      stores.submissions.add([sampleSubmission()]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await stores.submissions.get(twice.id)).toBeUndefined();
    expect((await stores.submissions.counts('workspace-1')).waiting).toBe(2);
  });

  test('leave nothing of the first one if that fails, whatever it had written', async () => {
    const { stores } = await temporaryStorage();
    const twice = sampleSubmission();
    const settled = await Promise.allSettled([
      stores.submissions.add([twice, twice]),
      stores.submissions.add([sampleSubmission()]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await stores.submissions.get(twice.id)).toBeUndefined();
    expect((await stores.submissions.counts('workspace-1')).waiting).toBe(1);
  });

  test('all fail while another process locks the database, and can be retried', async () => {
    const { stores, path } = await temporaryStorage();
    const db = connectionTo(path);
    db.exec('BEGIN IMMEDIATE');
    const both = await Promise.allSettled([
      stores.submissions.add([sampleSubmission()]),
      stores.submissions.add([sampleSubmission()]),
    ]);
    db.exec('ROLLBACK');
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await stores.submissions.counts('workspace-1')).waiting).toBe(0);
    await stores.submissions.add([sampleSubmission()]);
    expect((await stores.submissions.counts('workspace-1')).waiting).toBe(1);
  });

  test('are committed when their promise resolves', async () => {
    const { stores, path } = await temporaryStorage();
    const submission = sampleSubmission();
    await stores.submissions.add([submission]);
    expect(connectionTo(path).prepare('SELECT id FROM submissions').all()).toEqual([{ id: submission.id }]);
  });
});

test('a read sees an earlier write', async () => {
  const { stores } = await temporaryStorage();
  const added = stores.submissions.add([sampleSubmission()]);
  expect((await stores.submissions.counts('workspace-1')).waiting).toBe(1);
  await added;
});

describe('the storage', () => {
  test('commits pending writes when it closes', async () => {
    const path = join(temporaryFolder(), 'callboard.db');
    const first = await openTestStorage(path);
    await first.stores.workspaces.save(sampleWorkspace(), 1);
    const added = first.stores.submissions.add([sampleSubmission()]);
    await first.close();
    await added;
    const again = await openTestStorage(path);
    expect((await again.stores.submissions.counts('workspace-1')).waiting).toBe(1);
  });

  test('rejects calls after it was closed', async () => {
    const { stores, close } = await temporaryStorage();
    await close();
    await expect(stores.submissions.counts('workspace-1')).rejects.toBeInstanceOf(StorageClosedError);
    await close();
  });

  test('rejects pending and later calls when its worker ends', async () => {
    const storage = await temporaryStorage();
    const asked = storage.stores.submissions.counts('workspace-1');
    const broken: unknown = Reflect.get(Reflect.get(storage.stores, 'submissions'), 'explode');
    if (typeof broken !== 'function') throw new Error('The stores should have any method.');
    await asked;
    await expect(broken()).rejects.toBeInstanceOf(StorageClosedError);
    await expect(storage.stores.submissions.counts('workspace-1')).rejects.toBeInstanceOf(StorageClosedError);
  });

  test('loses no confirmed write when the process is killed', async () => {
    const path = join(temporaryFolder(), 'callboard.db');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'writing-process.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const answered: string[] = [];
    createInterface({ input: child.stdout }).on('line', (id) => answered.push(id));
    // A busy computer starts a process in seconds.
    await until('some writes', () => answered.length >= 50, 20_000);
    child.kill('SIGKILL');
    await once(child, 'close');
    const storage = await openTestStorage(path);
    expect(storage.putAside).toBeUndefined();
    const stored = await storage.stores.submissions.inStates('workspace-1', [
      'queued',
      'connecting',
      'sending',
    ]);
    expect(new Set(stored.map(({ id }) => id))).toEqual(
      new Set([...stored.map(({ id }) => id), ...answered]),
    );
    expect(answered.every((id) => stored.some((each) => each.id === id && each.state === 'sending'))).toBe(
      true,
    );
  });
});

describe('a change of a submission', () => {
  test('is stored only on the revision it is based on', async () => {
    const { stores } = await temporaryStorage();
    const submission = sampleSubmission();
    await stores.submissions.add([submission]);
    const claim = changeBy(submission, { type: 'claimed' });
    expect(await stores.submissions.save([claim])).toEqual([true]);
    expect(await stores.submissions.save([claim])).toEqual([false]);
    expect(await stores.submissions.get(submission.id)).toEqual(claim.submission);
  });

  test('on an old revision adds no history and starts no tracking', async () => {
    const { stores } = await temporaryStorage();
    const submission = sampleSubmission({ state: 'unconfirmed' });
    await stores.submissions.add([submission]);
    const entered = changeBy(submission, {
      type: 'request_id_entered',
      requestId: 'ir_1',
      status: 'PENDING',
    });
    await stores.submissions.save([changeBy(submission, { type: 'discarded', by: 'discard' })]);
    expect(await stores.submissions.save([entered])).toEqual([false]);
    expect((await stores.events.of(submission.id)).map((each) => historyWords(each).heading)).toEqual([
      'You discarded it',
      'Submitted and waiting to be sent',
    ]);
    expect(await stores.requests.count('workspace-1')).toBe(0);
  });

  test('such as a claim succeeds in only one of two processes', async () => {
    const { stores, path } = await temporaryStorage();
    const second = await openTestStorage(path);
    const submissions = Array.from({ length: 50 }, () => sampleSubmission());
    await stores.submissions.add(submissions);
    const claims = submissions.map((each) => changeBy(each, { type: 'claimed' }));
    const [here, there] = await Promise.all(
      [stores, second.stores].map((each) =>
        Promise.all(claims.map(async (claim) => (await each.submissions.save([claim]))[0])),
      ),
    );
    expect(here?.map((mine, index) => Number(mine) + Number(there?.[index]))).toEqual(claims.map(() => 1));
  });
});
