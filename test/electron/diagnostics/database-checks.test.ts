import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseChecks } from '../../../electron/diagnostics/database-checks.ts';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import type { DatabaseCheck } from '../../../shared/diagnostics.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { workerFile } from '../../worker-files.ts';

function checksOf(path: string) {
  const reports: unknown[] = [];
  const checks = new DatabaseChecks({
    path,
    workerFile: workerFile('check-worker'),
    log: (_name, fields) => void reports.push(fields),
    onTrouble: (error) => void reports.push(error),
  });
  onTestFinished(() => checks.close());
  return { checks, reports };
}

async function ended(checks: DatabaseChecks): Promise<Extract<DatabaseCheck, { phase: 'ended' }>> {
  await until('the check to end', () => checks.state.phase === 'ended');
  const { state } = checks;
  if (state.phase !== 'ended') throw new Error('The check is still running.');
  return state;
}

function newDatabase(): { path: string; db: DatabaseSync } {
  const path = join(temporaryFolder(), 'callboard.db');
  const { db } = openDatabase(path);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return { path, db };
}

describe('a database check', () => {
  test('finds nothing wrong while the database is open and written to', async () => {
    const { path, db } = newDatabase();
    const { checks, reports } = checksOf(path);
    expect(checks.start(true)).toMatchObject({ phase: 'running', thorough: true });
    db.exec('CREATE TABLE later (n INTEGER PRIMARY KEY) STRICT; INSERT INTO later VALUES (1)');
    expect(await ended(checks)).toMatchObject({ ended: 'sound', thorough: true, problems: [] });
    expect(reports).toEqual([expect.objectContaining({ ended: 'sound', problems: 0 })]);
  });

  test('finds a damaged page', async () => {
    const { path, db } = newDatabase();
    db.exec('CREATE TABLE filler (n INTEGER PRIMARY KEY, t TEXT) STRICT');
    db.exec(
      'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4000) INSERT INTO filler SELECT n, hex(randomblob(200)) FROM r',
    );
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, Math.floor(statSync(path).size / 8192) * 4096);
    closeSync(file);
    const { checks } = checksOf(path);
    checks.start(false);
    const { ended: how, problems } = await ended(checks);
    expect(how).toBe('damaged');
    expect(problems.some(({ kind, count }) => kind === 'damage' && count > 0)).toBe(true);
  });

  test('finds rows with broken foreign keys', async () => {
    const { path, db } = newDatabase();
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec('CREATE TABLE child (n INTEGER PRIMARY KEY, w TEXT REFERENCES workspaces (id)) STRICT');
    db.exec("INSERT INTO child VALUES (1, 'nobody'), (2, 'nobody')");
    const { checks } = checksOf(path);
    checks.start(false);
    expect(await ended(checks)).toMatchObject({
      ended: 'damaged',
      problems: [{ kind: 'reference', table: 'child', count: 2 }],
    });
  });

  test('of a large file reports progress by table and can be cancelled', async () => {
    const { path, db } = newDatabase();
    for (let n = 0; n < 40; n += 1) {
      db.exec(
        `CREATE TABLE large_${n} (t TEXT) STRICT; INSERT INTO large_${n} VALUES (hex(zeroblob(1000000)))`,
      );
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(statSync(path).size).toBeGreaterThan(64 * 1024 * 1024);
    const { checks } = checksOf(path);
    checks.start(true);
    await until('progress by table', () => {
      // A busy computer may look again only once the check has ended.
      if (checks.state.phase === 'ended') checks.start(true);
      return checks.state.phase === 'running' && checks.state.total > 40;
    });
    expect(checks.cancel()).toMatchObject({ phase: 'ended', ended: 'cancelled' });
    checks.start(false);
    expect(await ended(checks)).toMatchObject({ ended: 'sound', thorough: false });
  });

  test('fails and reports an error if the file is missing', async () => {
    const { checks, reports } = checksOf(join(temporaryFolder(), 'missing.db'));
    checks.start(false);
    expect(await ended(checks)).toMatchObject({ ended: 'failed' });
    expect(reports.some((report) => report instanceof Error)).toBe(true);
    await expect(checks.count()).rejects.toThrow();
  });

  test('finds damage in a file that is not a database', async () => {
    const path = join(temporaryFolder(), 'callboard.db');
    writeFileSync(path, 'not a database'.repeat(100));
    const { checks } = checksOf(path);
    checks.start(false);
    expect(await ended(checks)).toMatchObject({
      ended: 'damaged',
      problems: [{ kind: 'damage', table: null, count: 1 }],
    });
  });

  test('is not started while another one is running', async () => {
    const { path } = newDatabase();
    const { checks, reports } = checksOf(path);
    checks.start(true);
    expect(checks.start(false)).toMatchObject({ thorough: true });
    await ended(checks);
    expect(reports).toHaveLength(1);
  });
});

test('an empty database has zero rows in each table and no submission states', async () => {
  const { path } = newDatabase();
  const { checks } = checksOf(path);
  const counts = await checks.count();
  expect(counts.schema).toBeGreaterThan(6);
  expect(counts.tables).toMatchObject({ workspaces: 0, submissions: 0, requests: 0 });
  expect(counts.submissions).toEqual({});
});
