import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { isWritable, writeTroubleOf } from '../../../electron/storage/write-trouble.ts';
import { temporaryFolder } from '../../temp-folder.ts';

function database(): string {
  const path = join(temporaryFolder(), 'callboard.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)');
  db.close();
  return path;
}

function opened(path: string, options = {}): DatabaseSync {
  const db = new DatabaseSync(path, options);
  onTestFinished(() => db.close());
  return db;
}

function errorOf(write: () => unknown): unknown {
  try {
    write();
  } catch (error) {
    return error;
  }
  throw new Error('It was written.');
}

test('a database that may only be read is told as not allowed', () => {
  const path = database();
  chmodSync(path, 0o400);
  const db = opened(path, { readOnly: true });
  expect(writeTroubleOf(errorOf(() => db.exec('INSERT INTO t VALUES (2)')))).toBe('not_allowed');
  expect(isWritable(db)).toBe(false);
});

test('a lock of another connection is told, and not waited for when it is looked for', () => {
  const path = database();
  const [one, other] = [opened(path), opened(path, { timeout: 10_000 })];
  one.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  expect(isWritable(other)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  one.exec('COMMIT');
  expect(isWritable(other)).toBe(true);
  expect(other.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 10_000 });
});

test('a full database is told, also as the cause of another error', () => {
  const db = opened(database());
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() ?? {};
  db.exec(`PRAGMA max_page_count = ${Number(pages)}`);
  const error = errorOf(() => db.exec('INSERT INTO t VALUES (zeroblob(100000))'));
  expect(writeTroubleOf(error)).toBe('disk_full');
  expect(writeTroubleOf(new Error('Not stored.', { cause: error }))).toBe('disk_full');
});

test('a broken rule of the data is no trouble of writing', () => {
  const db = opened(database());
  expect(writeTroubleOf(errorOf(() => db.exec('INSERT INTO t VALUES (1)')))).toBeUndefined();
  expect(writeTroubleOf(new Error('No.'))).toBeUndefined();
});
