import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { integer, one } from '../operation.ts';

/** More answers than this are not kept. */
const MOST_KEPT = 500;

interface Kept {
  readonly version: unknown;
  readonly written: unknown;
  readonly numbers: Map<string, number>;
}

const kept = new WeakMap<DatabaseSync, Kept>();

/**
 * The number `n` that a question answers with: the same until something is written, here (total_changes) or by another
 * process (PRAGMA data_version). Each page of a list asks how many there are.
 */
export function countedOnce(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  if (db.isTransaction) return ask(db, sql, params);
  const version = one(db, 'PRAGMA data_version')?.['data_version'];
  const written = one(db, 'SELECT total_changes() AS n')?.['n'];
  let known = kept.get(db);
  if (!known || known.version !== version || known.written !== written || known.numbers.size > MOST_KEPT) {
    known = { version, written, numbers: new Map() };
    kept.set(db, known);
  }
  const name = JSON.stringify([sql, params.map(String)]);
  const before = known.numbers.get(name);
  if (before !== undefined) return before;
  const n = ask(db, sql, params);
  known.numbers.set(name, n);
  return n;
}

function ask(db: DatabaseSync, sql: string, params: readonly SQLInputValue[]): number {
  const row = one(db, sql, ...params);
  return row ? integer(row, 'n') : 0;
}
