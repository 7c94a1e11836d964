import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOutdated } from '../../../electron/privacy/private-folder.ts';
import { NewerDatabaseError, schemaVersion } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import {
  DamagedDatabaseError,
  inspectDatabase,
  isMarkedSuspect,
  markSuspect,
  type OpenedDatabase,
  openDatabase,
} from '../../../electron/storage/open-database.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage, WORKER_FILE } from './temporary-storage.ts';

const NOW = new Date('2026-10-21T07:28:00.123Z');
const WORKSPACE_COLUMNS =
  'id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at, removed_at';

function databasePath(): string {
  return join(temporaryFolder(), 'callboard.db');
}

function open(path: string, now = NOW): OpenedDatabase {
  const opened = openDatabase(path, now);
  onTestFinished(() => {
    if (opened.db.isOpen) opened.db.close();
  });
  return opened;
}

/** Creates and closes a database with one workspace. */
function makeDatabase(path: string): void {
  const { db } = open(path);
  db.exec(
    `INSERT INTO workspaces (${WORKSPACE_COLUMNS}) VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL)`,
  );
  db.close();
}

/** A database as a killed process leaves it, with the changes of `change` only in the journal. */
function killedWhileOpen(change: (db: DatabaseSync) => void): string {
  const [running, left] = [databasePath(), databasePath()];
  const { db } = open(running);
  change(db);
  for (const suffix of ['', '-wal']) copyFileSync(running + suffix, left + suffix);
  db.close();
  return left;
}

/** The database and its journal as text, to compare. */
function bytesOf(path: string): string[] {
  return ['', '-wal'].map((suffix) => readFileSync(path + suffix).toString('base64'));
}

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

describe('a new database', () => {
  test('has the newest schema, syncs every commit, and has our application id', () => {
    const { db, putAside } = open(databasePath());
    expect(putAside).toBeUndefined();
    expect(schemaVersion(db)).toBe(migrations.at(-1)?.version);
    expect(pragma(db, 'journal_mode')).toBe('wal');
    expect(pragma(db, 'synchronous')).toBe(2);
    expect(pragma(db, 'secure_delete')).toBe(1);
    expect(pragma(db, 'foreign_keys')).toBe(1);
    expect(pragma(db, 'application_id')).toBe(0x43616c6c);
  });

  test('has a marker file, and only its owner can read the files', () => {
    const path = databasePath();
    open(path).db.exec(
      `INSERT INTO workspaces (${WORKSPACE_COLUMNS}) VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL)`,
    );
    expect(existsSync(`${path}.created`)).toBe(true);
    for (const name of readdirSync(dirname(path))) {
      expectMode(join(dirname(path), name), 0o600);
    }
  });

  test('keeps its data when it is opened again', () => {
    const path = databasePath();
    makeDatabase(path);
    const { db, putAside } = open(path);
    expect(putAside).toBeUndefined();
    expect(db.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'Acme' }]);
  });
});

describe('a database that is ours is kept', () => {
  test('when the first run was killed, and all data is still in the journal', () => {
    const path = killedWhileOpen((db) =>
      db.exec(
        `INSERT INTO workspaces (${WORKSPACE_COLUMNS}) VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL)`,
      ),
    );
    expect(readFileSync(path).readUInt32BE(68)).toBe(0);
    const { db, putAside } = open(path);
    expect(putAside).toBeUndefined();
    expect(db.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'Acme' }]);
  });

  test('when damage was suspected and none is found, which clears the mark', () => {
    const path = databasePath();
    makeDatabase(path);
    markSuspect(path);
    expect(open(path).putAside).toBeUndefined();
    expect(isMarkedSuspect(path)).toBe(false);
  });
});

test('inspecting a database is consistent while another process changes its schema', async () => {
  const path = databasePath();
  const { db } = open(path);
  const changing = spawn(process.execPath, [join(import.meta.dirname, 'schema-changing-process.ts'), path]);
  const ended = once(changing, 'exit');
  onTestFinished(async () => {
    changing.kill('SIGKILL');
    await ended;
  });
  await once(changing.stdout, 'data');
  const found = Array.from({ length: 300 }, () => inspectDatabase(path));
  db.close();
  expect([...new Set(found)]).toEqual(['usable']);
});

describe('a database of a newer Callboard', () => {
  function makeNewer(path: string): void {
    makeDatabase(path);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 999');
    db.close();
  }

  test('is refused and not changed', () => {
    const path = databasePath();
    makeNewer(path);
    const before = readFileSync(path);
    expect(() => open(path)).toThrow(NewerDatabaseError);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  test('is not changed, and neither is its journal', () => {
    const path = killedWhileOpen((db) => db.exec('PRAGMA user_version = 999'));
    const before = bytesOf(path);
    expect(() => open(path)).toThrow(NewerDatabaseError);
    expect(bytesOf(path)).toEqual(before);
  });

  test('is reported by the storage worker with the same error class', async () => {
    const path = databasePath();
    makeNewer(path);
    await expect(openStorage(path, WORKER_FILE)).rejects.toBeInstanceOf(NewerDatabaseError);
  });
});

test('a database from before the first migration is put aside unchanged as outdated', () => {
  const path = databasePath();
  makeDatabase(path);
  const earlier = new DatabaseSync(path);
  earlier.exec(`PRAGMA user_version = ${Number(migrations[0]?.version) - 1}; PRAGMA journal_mode = DELETE`);
  earlier.close();
  const before = readFileSync(path);
  const { db, putAside = '' } = open(path);
  expect(db.prepare('SELECT count(*) AS n FROM workspaces').get()).toEqual({ n: 0 });
  expect([basename(putAside), isOutdated(putAside)]).toEqual([
    'callboard.db.outdated-2026-10-21T07-28-00',
    true,
  ]);
  expect(readFileSync(putAside).equals(before)).toBe(true);
});

describe('a damaged database is put aside, never overwritten', () => {
  function putAsideOf(path: string, now = NOW): string {
    const { db, putAside } = open(path, now);
    expect(db.prepare('SELECT count(*) AS n FROM workspaces').get()).toEqual({ n: 0 });
    db.close();
    if (putAside === undefined) throw new Error('Nothing was put aside.');
    return putAside;
  }

  test('when it is garbage', () => {
    const path = databasePath();
    writeFileSync(path, 'this is no database, however long it may be '.repeat(200));
    const aside = putAsideOf(path);
    expect(basename(aside)).toBe('callboard.db.damaged-2026-10-21T07-28-00');
    expect(readFileSync(aside, 'utf8')).toMatch(/^this is no database/);
  });

  test('when it was truncated', () => {
    const path = databasePath();
    makeDatabase(path);
    truncateSync(path, Math.floor(statSync(path).size / 2));
    const { size } = statSync(path);
    expect(statSync(putAsideOf(path)).size).toBe(size);
  });

  test('when pages of it were overwritten', () => {
    const path = databasePath();
    makeDatabase(path);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096, 4096 * 6);
    writeFileSync(path, bytes);
    expect(readFileSync(putAsideOf(path)).equals(bytes)).toBe(true);
  });

  test('when it is empty although there was one, although SQLite would open it', () => {
    const path = databasePath();
    makeDatabase(path);
    truncateSync(path, 0);
    expect(statSync(putAsideOf(path)).size).toBe(0);
  });

  test('when it is missing although there was one, with its remaining journal', () => {
    const path = databasePath();
    makeDatabase(path);
    rmSync(path);
    writeFileSync(`${path}-wal`, 'the rest');
    const aside = putAsideOf(path);
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('the rest');
  });

  test('together with its journal', () => {
    const path = databasePath();
    makeDatabase(path);
    writeFileSync(path, 'garbage '.repeat(1000));
    writeFileSync(`${path}-wal`, 'journal');
    const aside = putAsideOf(path);
    expect(existsSync(aside)).toBe(true);
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('journal');
    expect(existsSync(`${path}.created`)).toBe(true);
  });

  test('twice in one second, without overwriting the first', () => {
    const path = databasePath();
    writeFileSync(path, 'first garbage '.repeat(500));
    const first = putAsideOf(path);
    writeFileSync(path, 'second garbage '.repeat(500));
    const second = putAsideOf(path);
    expect(second).not.toBe(first);
    expect(readFileSync(first, 'utf8')).toMatch(/^first/);
    expect(readFileSync(second, 'utf8')).toMatch(/^second/);
  });

  test('when it is another program’s, with or without an application id', () => {
    for (const mark of [7, 0]) {
      const path = databasePath();
      const db = new DatabaseSync(path);
      db.exec(
        `CREATE TABLE bookmarks (address TEXT); PRAGMA user_version = 1; PRAGMA application_id = ${mark}`,
      );
      db.close();
      const before = readFileSync(path);
      expect(readFileSync(putAsideOf(path)).equals(before)).toBe(true);
    }
  });

  test.each([
    [
      'the journal of a killed run',
      'PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (address TEXT)',
      '-wal',
    ],
    [
      'an interrupted change',
      `CREATE TABLE bookmarks (address TEXT); PRAGMA cache_size = 1; BEGIN;
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO bookmarks SELECT hex(randomblob(500)) FROM n`,
      '-journal',
    ],
  ])('when it is another program’s with %s, which is put aside with it', (_what, sql, suffix) => {
    const [running, path] = [databasePath(), databasePath()];
    const db = new DatabaseSync(running);
    db.exec(sql);
    for (const each of ['', suffix]) copyFileSync(running + each, path + each);
    db.close();
    const before = ['', suffix].map((each) => readFileSync(path + each));
    const aside = putAsideOf(path);
    expect(['', suffix].map((each, index) => before[index]?.equals(readFileSync(aside + each)))).toEqual([
      true,
      true,
    ]);
  });

  test('with its journal, when the process was killed and the file damaged', () => {
    const path = killedWhileOpen((db) => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.exec(
        `INSERT INTO workspaces (${WORKSPACE_COLUMNS}) VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL)`,
      );
    });
    writeFileSync(path, readFileSync(path).fill(0x5a, 4096 * 4));
    const before = bytesOf(path);
    expect(bytesOf(putAsideOf(path))).toEqual(before);
  });

  test('but an empty file without a marker becomes a new database', () => {
    const path = databasePath();
    writeFileSync(path, '');
    expect(open(path).putAside).toBeUndefined();
  });

  test('but opening fails if it cannot be opened for another reason', () => {
    const path = databasePath();
    mkdirSync(path);
    expect(() => open(path)).toThrow();
    expect(statSync(path).isDirectory()).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['callboard.db']);
  });

  test('and the storage gives its new path', async () => {
    const path = databasePath();
    makeDatabase(path);
    copyFileSync(path, `${path}.copy`);
    writeFileSync(path, 'garbage '.repeat(1000));
    const storage = await openStorage(path, WORKER_FILE);
    onTestFinished(() => storage.close());
    expect(basename(storage.putAside ?? '')).toMatch(
      /^callboard\.db\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/,
    );
  });
});

describe('a large database', () => {
  const LARGE_BYTES = 20 * 1024 * 1024;

  /** A database that was closed properly, and then damaged far from its start. */
  async function damagedDeepInside(): Promise<string> {
    const path = databasePath();
    const { stores, close } = await openStorage(path, WORKER_FILE);
    await stores.workspaces.save(sampleWorkspace(), 1000);
    const long = 'https://files.example/'.padEnd(20_000, 'x');
    await stores.submissions.add(Array.from({ length: 1200 }, () => sampleSubmission({ resumeUrl: long })));
    await close();
    expect(statSync(path).size).toBeGreaterThan(LARGE_BYTES);
    writeFileSync(path, readFileSync(path).fill(0x5a, LARGE_BYTES / 4));
    return path;
  }

  test('is not checked completely at every start, but is put aside at the start after damage was found', async () => {
    const path = await damagedDeepInside();
    let notified = 0;
    const storage = await openStorage(path, WORKER_FILE, () => {
      notified += 1;
    });
    onTestFinished(() => storage.close());
    expect([storage.putAside, storage.damaged()]).toEqual([undefined, false]);
    const reading = () => storage.stores.submissions.inStates('workspace-1', ['queued']);
    await expect(reading()).rejects.toBeInstanceOf(DamagedDatabaseError);
    await expect(reading()).rejects.toThrow('damaged_database');
    expect([notified, storage.damaged()]).toEqual([1, true]);
    await storage.close();
    const next = await openTestStorage(path);
    expect(basename(next.putAside ?? '')).toMatch(/^callboard\.db\.damaged-/);
    expect(isMarkedSuspect(path)).toBe(false);
  });

  test('is checked completely when the last run was killed', async () => {
    const path = await damagedDeepInside();
    writeFileSync(`${path}-wal`, 'something that was left');
    expect((await openTestStorage(path)).putAside).toBeDefined();
  });
});
