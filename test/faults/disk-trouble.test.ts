import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NewerDatabaseError } from '../../electron/storage/migrate.ts';
import { openStorage } from '../../electron/storage/storage.ts';
import type { Stores } from '../../electron/storage/stores/index.ts';
import type { SubmissionState } from '../../shared/submission.ts';
import { sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { overridden } from '../electron/storage/overridden.ts';
import { openTestStorage, WORKER_FILE } from '../electron/storage/temporary-storage.ts';
import { startQueue } from '../electron/submissions/running-queue.ts';
import { until } from '../poll.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { noSmallDisk, type Obstacle, otherProcess, smallDisk } from './disk-obstacles.ts';
import { personAt } from './person-at.ts';

const why = noSmallDisk();
if (why) console.log(`Skipped: a full disk, because ${why}.`);

interface Troubled {
  readonly path: string;
  readonly obstacle: Obstacle;
}

function fullDisk(): Troubled {
  const disk = smallDisk();
  return { path: join(disk.folder, 'callboard.db'), obstacle: disk };
}

function lockedDatabase(): Troubled {
  const path = join(temporaryFolder(), 'callboard.db');
  return { path, obstacle: otherProcess(path) };
}

/** Three queued submissions, a service, and a queue that sends one at a time; `before` runs before each store. */
async function threeQueued(
  path: string,
  before: (to: SubmissionState) => Promise<void> | void = () => undefined,
) {
  const storage = await openTestStorage(path);
  const { stores } = storage;
  await stores.workspaces.save(sampleWorkspace(), 1000);
  await stores.submissions.add([1, 2, 3].map((number) => sampleSubmission({ createdAt: 1000 + number })));
  const service = await recordingService(acceptEach);
  const store = overridden<Stores['submissions']>(stores.submissions, {
    save: async (changes) => {
      const to = changes[0]?.submission.state;
      if (to) await before(to);
      return stores.submissions.save(changes);
    },
  });
  const settings = { paused: false, concurrency: 1 };
  return {
    ...startQueue({ store, baseUrl: service.origin, settings }),
    service,
    storage,
    waiting: () => stores.submissions.outbox('workspace-1'),
    person: personAt(stores.submissions),
    untilIn: (state: SubmissionState, count: number) =>
      until(
        `${count} ${state}`,
        async () => {
          const found = await stores.submissions.inStates('workspace-1', [state]);
          return found.length === count && found;
        },
        45_000,
      ),
  };
}

/** Calls a function the first time only. */
function once(act: () => Promise<void> | void): () => Promise<void> | void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    return act();
  };
}

const troubles = [
  ...(why ? [] : [['the disk is full', fullDisk, 'disk_full'] as const]),
  ['another process has locked the database', lockedDatabase, 'locked'] as const,
];

describe.each(troubles)('while %s', { timeout: 120_000 }, (_name, make, trouble) => {
  test('nothing is sent; afterwards everything is', async () => {
    const { path, obstacle } = make();
    const { queue, service, troubles: said, waiting, untilIn } = await threeQueued(path);
    await obstacle.raise();
    queue.wake();
    await until('the trouble', () => said.length > 0);
    const { counts, waiting: rows } = await waiting();
    expect([service.received.length, counts.waiting]).toEqual([0, 3]);
    expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
    await obstacle.remove();
    await untilIn('accepted', 3);
    expect(service.received).toHaveLength(3);
  });

  test('a submission that cannot be marked is held, not sent; the others are sent', async () => {
    const { path, obstacle } = make();
    const raise = once(obstacle.raise);
    const {
      queue,
      service,
      troubles: said,
      untilIn,
      person,
    } = await threeQueued(path, (to) => (to === 'sending' ? raise() : undefined));
    queue.wake();
    await until('the trouble', () => said.length > 0);
    expect(service.received).toEqual([]);
    await obstacle.remove();
    const held = await untilIn('held', 1);
    expect(held[0]?.problem).toMatchObject({ code: 'mark_not_stored' });
    await untilIn('accepted', 2);
    await person.tryNow(held[0]?.id);
    queue.wake();
    await untilIn('accepted', 3);
    expect(service.received).toHaveLength(3);
  });

  test('an id from the service is kept until it can be stored', async () => {
    const { path, obstacle } = make();
    const raise = once(obstacle.raise);
    const {
      queue,
      service,
      troubles: said,
      untilIn,
    } = await threeQueued(path, (to) => (to === 'accepted' ? raise() : undefined));
    queue.wake();
    await until('the trouble', () => said.length > 0);
    expect(service.received).toHaveLength(1);
    await obstacle.remove();
    const accepted = await untilIn('accepted', 3);
    expect(accepted.every(({ requestId }) => requestId?.startsWith('ir_'))).toBe(true);
    expect(service.received).toHaveLength(3);
  });

  test('a submit is not acknowledged, says why, and leaves nothing behind', async () => {
    const { path, obstacle } = make();
    const { person, waiting, storage } = await threeQueued(path);
    const told: (string | null)[] = [];
    storage.onWriteTroubleChange(() => told.push(storage.writeTrouble()));
    await obstacle.raise();
    const fields = sampleSubmission({ candidateName: 'Grace Hopper' });
    await expect(person.submit([fields], { despiteDuplicates: true })).rejects.toMatchObject({
      failure: { error: { code: 'not_stored', values: { why: trouble } } },
    });
    expect(told).toEqual([trouble]);
    await obstacle.remove();
    // Nothing is written meanwhile: the storage looks for itself.
    await until('the end of the trouble', () => told.length === 2);
    expect(storage.writeTrouble()).toBeNull();
    expect((await waiting()).counts.waiting).toBe(3);
    expect(await person.submit([fields], { despiteDuplicates: true })).toMatchObject({ ok: true });
  });
});

describe('a database that cannot be opened', () => {
  /** A closed database with three queued submissions. */
  async function closedDatabase(): Promise<string> {
    const path = join(temporaryFolder(), 'callboard.db');
    const { stores, close } = await openStorage(path, WORKER_FILE);
    await stores.workspaces.save(sampleWorkspace(), 1000);
    await stores.submissions.add([1, 2, 3].map(() => sampleSubmission()));
    await close();
    return path;
  }

  test.each<[string, (path: string) => void]>([
    ['garbage in its pages', (path) => writeFileSync(path, readFileSync(path).fill(0x5a, 8192, 32_768))],
    ['no SQLite header', (path) => writeFileSync(path, readFileSync(path).fill(0, 0, 100))],
    ['its second half cut off', (path) => truncateSync(path, statSync(path).size / 2)],
    ['no length', (path) => truncateSync(path, 0)],
  ])('with %s is put aside and reported; nothing is sent', async (_damage, damage) => {
    const path = await closedDatabase();
    damage(path);
    const damaged = readFileSync(path);
    const { stores, putAside } = await openTestStorage(path);
    expect(basename(putAside ?? '')).toMatch(/^callboard\.db\.damaged-/);
    expect(readFileSync(putAside ?? '').equals(damaged)).toBe(true);
    await stores.workspaces.save(sampleWorkspace(), 1000);
    const service = await recordingService(acceptEach);
    const { queue } = startQueue({ store: stores.submissions, baseUrl: service.origin });
    await queue.recover();
    queue.wake();
    await queue.stop(1000);
    expect(service.received).toEqual([]);
  });

  test('because of a newer version is refused and left unchanged', async () => {
    const path = await closedDatabase();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 999');
    db.close();
    const before = readFileSync(path);
    await expect(openStorage(path, WORKER_FILE)).rejects.toBeInstanceOf(NewerDatabaseError);
    expect(readFileSync(path).equals(before)).toBe(true);
    const after = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => after.close());
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 });
    expect(after.prepare('SELECT state, count(*) AS n FROM submissions GROUP BY state').all()).toEqual([
      { state: 'queued', n: 3 },
    ]);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  test('because another process holds it fails only this start', async () => {
    const path = await closedDatabase();
    const other = otherProcess(path);
    await other.raise();
    await expect(openStorage(path, WORKER_FILE)).rejects.toThrow('locked');
    await other.remove();
    const { stores, putAside } = await openTestStorage(path);
    expect([putAside, (await stores.submissions.inStates('workspace-1', ['queued'])).length]).toEqual([
      undefined,
      3,
    ]);
  });
});
