import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { integer, one } from '../operation.ts';
import { UntilWritten } from './until-written.ts';

/** More answers than this are not kept. */
const MOST_KEPT = 500;

const answers = new UntilWritten(() => new Map<string, number>());

/** A number that is counted once until something is written, under a name of its own: each page of a list asks how many there are. */
export function keptCount(db: DatabaseSync, name: string, count: () => number): number {
  const known = answers.of(db);
  const before = known.get(name);
  if (before !== undefined) return before;
  const n = count();
  if (known.size >= MOST_KEPT) known.clear();
  known.set(name, n);
  return n;
}

/** The number `n` that a question answers with, asked once until something is written. */
export function countedOnce(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  return keptCount(db, JSON.stringify([sql, params.map(String)]), () => {
    const row = one(db, sql, ...params);
    return row ? integer(row, 'n') : 0;
  });
}
