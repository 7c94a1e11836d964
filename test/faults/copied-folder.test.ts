import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { text } from '../../electron/storage/operation.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { temporaryFolder } from '../temp-folder.ts';
import type { QueueProcessOrders } from './crash/crash-points.ts';
import { oneLife } from './crash/queue-life.ts';
import { askedFor, reportFigures } from './figures.ts';
import { seededRandom } from './seeded-random.ts';

const WAITING = 12;

/** Each test starts several processes, one after the other. */
const BUSY = { timeout: 240_000 };

/** A computer with a data folder, a service that counts the calls, and what becomes of both. */
class Desk {
  readonly home = temporaryFolder();
  readonly data = join(this.home, 'data');
  state = join(this.home, 'state');
  private readonly service: Awaited<ReturnType<typeof recordingService>>;

  private constructor(service: Awaited<ReturnType<typeof recordingService>>) {
    this.service = service;
    mkdirSync(this.data);
  }

  static async make(): Promise<Desk> {
    return new Desk(await recordingService(acceptEach));
  }

  /** One run of the app on a folder; false if it came to its end, true if it was killed. */
  run(
    folder = this.data,
    changes: Partial<QueueProcessOrders> = {},
    under: readonly string[] = [],
  ): Promise<boolean> {
    const orders = {
      path: join(folder, 'callboard.db'),
      stateFolder: this.state,
      baseUrl: this.service.origin,
      seed: 1,
      submits: 0,
      sendAgainShare: 0,
      ...changes,
    };
    return oneLife(orders, new Set(), undefined, under);
  }

  /** Leaves submissions waiting, none of them sent. */
  async queue(count = WAITING): Promise<void> {
    expect(await this.run(this.data, { queued: count, dieAt: { point: 'before claimed', time: 1 } })).toBe(
      true,
    );
  }

  /** Copies a folder as it is, which preserves times, as a backup program does. */
  copy(from = this.data): string {
    const to = `${join(this.home, 'copy')}-${Math.random()}`;
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    return to;
  }

  /** How often the service was asked to call somebody twice. */
  get duplicates(): number {
    const keys = this.service.received.map(({ headers }) => headers['idempotency-key']);
    return keys.length - new Set(keys).size;
  }

  get calls(): number {
    return this.service.received.length;
  }
}

interface Rows {
  readonly accepted: number;
  /** Unconfirmed, because they waited in a copy. */
  readonly fromCopy: number;
  readonly all: number;
}

function rows(folder: string): Rows {
  const db = new DatabaseSync(join(folder, 'callboard.db'), { readOnly: true });
  const found = db.prepare(`SELECT state, coalesce(problem ->> 'code', '') AS code FROM submissions`).all();
  db.close();
  const count = (state: string, code: string): number =>
    found.filter((row) => text(row, 'state') === state && text(row, 'code') === code).length;
  return {
    accepted: count('accepted', ''),
    fromCopy: count('unconfirmed', 'from_a_copy'),
    all: found.length,
  };
}

/** Puts a copy in the place of a folder. */
function putBack(copy: string, folder: string): void {
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true });
}

/** One is sent, and its answer isn't stored any more. */
const ONE_MORE = { concurrency: 1, dieAt: { point: 'answer come', time: 1 } } as const;

const FILES = ['callboard.db', 'callboard.db-wal', 'callboard.db-shm'];

/** What happens to a folder in which twelve wait; gives the folder that is started last. */
const COPIES: Readonly<Record<string, (desk: Desk) => Promise<string>>> = {
  'is started beside the folder that has sent': async (desk) => {
    const copy = desk.copy();
    await desk.run();
    return copy;
  },
  'is started beside, where the folder was removed since': async (desk) => {
    const copy = desk.copy();
    await desk.run();
    rmSync(desk.data, { recursive: true });
    return copy;
  },
  'is put back over the folder that has sent': async (desk) => {
    const copy = desk.copy();
    await desk.run();
    putBack(copy, desk.data);
    return desk.data;
  },
  'is written into the same files again': async (desk) => {
    const copy = desk.copy();
    await desk.run();
    for (const file of FILES) {
      if (existsSync(join(copy, file))) copyFileSync(join(copy, file), join(desk.data, file));
    }
    return desk.data;
  },
  'is put back as a database alone, after others were sent': async (desk) => {
    await desk.run();
    await desk.queue();
    // As after quitting: everything is in the database.
    new DatabaseSync(join(desk.data, 'callboard.db')).exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const copy = desk.copy();
    await desk.run();
    copyFileSync(join(copy, 'callboard.db'), join(desk.data, 'callboard.db'));
    return desk.data;
  },
  'is put back when only one more was sent': async (desk) => {
    const copy = desk.copy();
    await desk.run(desk.data, ONE_MORE);
    putBack(copy, desk.data);
    return desk.data;
  },
  'is put back, and then the newer state in turn': async (desk) => {
    const older = desk.copy();
    await desk.run(desk.data, ONE_MORE);
    const newer = desk.copy();
    putBack(older, desk.data);
    // A person sends all of them again from the older one.
    await desk.run(desk.data, { sendAgainShare: 1 });
    putBack(newer, desk.data);
    return desk.data;
  },
  'comes with the whole home folder': async (desk) => {
    const copy = desk.copy();
    const state = desk.copy(desk.state);
    await desk.run();
    desk.state = state;
    return copy;
  },
  'is opened by another user of the computer': async (desk) => {
    const copy = desk.copy();
    await desk.run();
    desk.state = join(desk.home, 'state of another');
    return copy;
  },
};

test.each(Object.entries(COPIES))('a copy that %s calls nobody again', BUSY, async (name, happen) => {
  const desk = await Desk.make();
  await desk.queue();
  const started = await happen(desk);
  const before = desk.calls;
  const asked = desk.duplicates;
  await desk.run(started, { submits: 2 });
  const { fromCopy, all } = rows(started);
  reportFigures({
    name: `copy that ${name}`,
    cases: all,
    duplicates: desk.duplicates - asked,
    losses: 0,
    needless: 0,
  });
  // Only what a person submits from here on is sent.
  expect({ calls: desk.calls - before, asked: fromCopy > 0 }).toEqual({ calls: 2, asked: true });
});

test('a copy started beside asks, while the folder that was copied sends', BUSY, async () => {
  const desk = await Desk.make();
  await desk.queue();
  const copy = desk.copy();
  await desk.run(copy);
  expect([desk.calls, rows(copy).fromCopy]).toEqual([0, WAITING]);
  // Nothing is asked about again.
  await desk.run(copy);
  expect([desk.calls, rows(copy).fromCopy]).toEqual([0, WAITING]);
  await desk.run();
  expect([desk.calls, desk.duplicates, rows(desk.data).accepted]).toEqual([WAITING, 0, WAITING]);
});

test('two copies that are started again and again call nobody twice', {
  timeout: 240_000 * askedFor('FAULTS_RUNS', 1),
}, async () => {
  const random = seededRandom(askedFor('FAULTS_SEED', 4));
  const rounds = 10 * askedFor('FAULTS_RUNS', 1);
  const desk = await Desk.make();
  const folders = [desk.data];
  await desk.queue();
  for (let round = 0; round < rounds; round += 1) {
    const from = folders[Math.floor(random() * folders.length)] ?? desk.data;
    const kind = random();
    if (kind < 0.3) folders.push(desk.copy(from));
    else if (kind < 0.5) putBack(desk.copy(from), desk.data);
    else {
      const time = 1 + Math.floor(random() * 4);
      await desk.run(from, { submits: 2, concurrency: 2, dieAt: { point: 'before claimed', time } });
    }
  }
  for (const folder of folders) await desk.run(folder);
  const duplicates = desk.duplicates;
  reportFigures({ name: 'copies at random', cases: desk.calls, duplicates, losses: 0, needless: 0 });
  expect(duplicates).toBe(0);
});

/** What happens to a folder that is no copy, after some of its submissions were sent. */
const HARMLESS: Readonly<Record<string, (desk: Desk) => string>> = {
  'was left alone': (desk) => desk.data,
  'was renamed': (desk) => {
    const renamed = join(desk.home, 'renamed');
    renameSync(desk.data, renamed);
    return renamed;
  },
  'was moved to another file system': (desk) => {
    const moved = desk.copy();
    rmSync(desk.data, { recursive: true });
    return moved;
  },
  'was put back as it was': (desk) => {
    putBack(desk.copy(), desk.data);
    return desk.data;
  },
  'lost what was kept outside': (desk) => {
    rmSync(desk.state, { recursive: true });
    return desk.data;
  },
};

test.each(Object.entries(HARMLESS))(
  'a folder that %s sends on without a question',
  BUSY,
  async (_, happen) => {
    const desk = await Desk.make();
    await desk.run(desk.data, { queued: 5 });
    await desk.queue(WAITING - 5);
    const folder = happen(desk);
    await desk.run(folder);
    expect([desk.calls, desk.duplicates, rows(folder)]).toEqual([
      WAITING,
      0,
      { accepted: WAITING, fromCopy: 0, all: WAITING },
    ]);
  },
);

/** Whether this process may give its children another name of the computer. */
const canRename =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', '--uts', 'true']).status === 0;

/** Makes the lock of a killed app as old as after three minutes. */
function leaveLock(folder: string): void {
  const then = Date.now() / 1000 - 180;
  utimesSync(join(folder, 'callboard.lock'), then, then);
}

/** Runs a command as on another computer: with another name and another ID of the system. */
function onAnotherComputer(desk: Desk): readonly string[] {
  const id = join(desk.home, 'machine-id');
  writeFileSync(id, 'another computer\n');
  const script = 'mount --bind "$0" /etc/machine-id && hostname another && exec "$@"';
  return ['unshare', '--mount', '--uts', 'sh', '-c', script, id];
}

test.runIf(canRename)(
  'on another computer, a clone of the whole disk asks before it sends',
  { ...BUSY, meta: { needs: 'root on Linux, with unshare' } },
  async () => {
    const desk = await Desk.make();
    await desk.queue();
    leaveLock(desk.data);
    // The same files: as far as anybody can see, only the system's ID differs.
    await desk.run(desk.data, {}, onAnotherComputer(desk));
    expect([desk.calls, rows(desk.data).fromCopy]).toEqual([0, WAITING]);
  },
);

test.runIf(canRename)(
  'a second computer on the same folder sends nothing while the first uses it, and takes over after a crash',
  { ...BUSY, meta: { needs: 'root on Linux, with unshare' } },
  async () => {
    const desk = await Desk.make();
    const under = onAnotherComputer(desk);
    const state = desk.state;
    await desk.queue();
    // Killed, so its lock is still there, and as young as that of an app that runs.
    desk.state = join(desk.home, 'state of another');
    await expect(desk.run(desk.data, {}, under)).rejects.toThrow('FolderInUseError');
    expect(desk.calls).toBe(0);
    leaveLock(desk.data);
    await desk.run(desk.data, {}, under);
    const lock = join(desk.data, 'callboard.lock');
    expect([desk.calls, rows(desk.data).fromCopy, existsSync(lock)]).toEqual([0, WAITING, false]);
    // The first computer has no need to ask about what the other one left.
    desk.state = state;
    await desk.run(desk.data, { submits: 1 });
    expect(desk.calls).toBe(1);
  },
);
