/**
 * Checks the database in its own thread over a read-only connection, without blocking the storage worker or the main
 * process. Checks a large file table by table, so that it can report progress and be stopped.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseProblem } from '../../shared/diagnostics.ts';
import { sqliteCode } from '../network/system-error.ts';
import type { CheckMessage, CheckRequest, DatabaseCounts } from './database-checks.ts';

/** Up to this size the file is checked in one step, which also finds orphaned pages. */
const WHOLE_FILE_LIMIT = 64 * 1024 * 1024;

/** Limit on the problems SQLite lists per step. */
const MAX_PROBLEMS = 100;

const BUSY_TIMEOUT_MS = 2000;

/** Names our own tables may have; a damaged schema can contain anything. */
const TABLE_NAME = /^[a-z][a-z0-9_]{0,60}$/;

type Check = 'quick_check' | 'integrity_check';
type Problems = readonly DatabaseProblem[];

if (!parentPort) throw new Error('This script runs only in a worker thread.');
const port = parentPort;
const request: CheckRequest = workerData;

const post = (message: CheckMessage): void => port.postMessage(message);

function run(): void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(request.path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    if (request.task === 'count') post({ kind: 'counted', counts: count(db) });
    else check(db, request.task);
  } catch (error) {
    // SQLITE_CORRUPT and SQLITE_NOTADB.
    if ([11, 26].includes(sqliteCode(error) ?? 0) && request.task !== 'count') {
      post({ kind: 'checked', stopped: false, problems: [{ kind: 'damage', table: null, count: 1 }] });
    } else post({ kind: 'failed', error });
  } finally {
    db?.close();
  }
}

function check(db: DatabaseSync, kind: Check): void {
  const steps = stepsOf(db, kind);
  const problems: DatabaseProblem[] = [];
  for (const [done, step] of steps.entries()) {
    post({ kind: 'progress', done, total: steps.length });
    if (Atomics.load(request.stop, 0) !== 0) {
      post({ kind: 'checked', stopped: true, problems });
      return;
    }
    problems.push(...step());
  }
  post({ kind: 'checked', stopped: false, problems });
}

function stepsOf(db: DatabaseSync, kind: Check): (() => Problems)[] {
  const references = (): Problems => brokenReferences(db);
  if (statSync(request.path).size <= WHOLE_FILE_LIMIT) return [() => damage(db, kind, null), references];
  return [...tables(db).map((table) => () => damage(db, kind, table)), references];
}

/** Includes `sqlite_schema`, and the tables of the full-text index, which then checks itself. */
function tables(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all();
  return ['sqlite_schema', ...rows.map(({ name }) => String(name)).filter((name) => TABLE_NAME.test(name))];
}

function damage(db: DatabaseSync, kind: Check, table: string | null): Problems {
  const argument = table === null ? MAX_PROBLEMS : `"${table}"`;
  const rows = db.prepare(`PRAGMA ${kind}(${argument})`).all();
  const found = rows.filter((row) => row[kind] !== 'ok').length;
  return found === 0 ? [] : [{ kind: 'damage', table, count: found }];
}

function brokenReferences(db: DatabaseSync): Problems {
  const counts = new Map<string, number>();
  let listed = 0;
  for (const { table } of db.prepare('PRAGMA foreign_key_check').iterate()) {
    const name = TABLE_NAME.test(String(table)) ? String(table) : '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    listed += 1;
    if (listed === MAX_PROBLEMS) break;
  }
  return [...counts].map(([table, count]) => ({
    kind: 'reference' as const,
    table: table === '' ? null : table,
    count,
  }));
}

function count(db: DatabaseSync): DatabaseCounts {
  const schema = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  const names = tables(db).filter(
    (name) => !name.startsWith('sqlite_') && !/_(?:data|idx|docsize|config|content)$/.test(name),
  );
  const counted = names.map((name) => [name, numberOf(db, `SELECT count(*) AS n FROM "${name}"`)] as const);
  const states = names.includes('submissions')
    ? db.prepare('SELECT state, count(*) AS n FROM submissions GROUP BY state ORDER BY state').all()
    : [];
  return {
    schema,
    tables: Object.fromEntries(counted),
    submissions: Object.fromEntries(states.map(({ state, n }) => [String(state), Number(n)])),
  };
}

function numberOf(db: DatabaseSync, sql: string): number {
  return Number(db.prepare(sql).get()?.['n'] ?? 0);
}

run();
