import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { integer, one } from '../operation.ts';
import { UntilWritten } from './until-written.ts';

/** More answers than this are not kept. */
const MOST_KEPT = 500;

const answers = new UntilWritten(() => new Map<string, number>());

/** The number `n` that a question answers with, asked once until something is written: each page of a list asks how many there are. */
export function countedOnce(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  const known = answers.of(db);
  const name = JSON.stringify([sql, params.map(String)]);
  const before = known.get(name);
  if (before !== undefined) return before;
  const row = one(db, sql, ...params);
  const n = row ? integer(row, 'n') : 0;
  if (known.size >= MOST_KEPT) known.clear();
  known.set(name, n);
  return n;
}
