import type { DatabaseSync } from 'node:sqlite';
import { one } from '../operation.ts';
import { RowBits } from '../search/row-bits.ts';
import { type IndexedWord, rowsWithAny } from '../search/word-index.ts';
import type { RowSet, Sql } from './filter-conditions.ts';
import type { RowColumns } from './row-columns.ts';

/** The rows of a set: found once until something is written. */
export function rowsOfSet(db: DatabaseSync, columns: RowColumns, set: RowSet): RowBits {
  const { sql, params, words, anyOf, of } = set;
  const list = (): RowBits => {
    const rows = new RowBits(columns.end);
    eachNumberIn(listOf(db, set), (row) => rows.add(row));
    return rows;
  };
  if (of && !anyOf)
    return columns.lists.followedSet(of, JSON.stringify([sql, params]), list, (changed) =>
      rowsOfList(db, among(set, changed), columns.end),
    );
  return columns.lists.set(JSON.stringify([sql, params]), () => {
    const byWords = words && withWords(db, columns, words);
    if (byWords) return byWords;
    if (!anyOf) return list();
    const rows = new RowBits(columns.end);
    for (const each of anyOf) rows.include(rowsOfSet(db, columns, each));
    return rows;
  });
}

/** Those of a query that are among some rows. */
function among({ sql, params }: Sql, rows: ReadonlySet<number>): Sql {
  return {
    sql: `SELECT row FROM (${sql}) WHERE row IN (SELECT value FROM json_each(?))`,
    params: [...params, JSON.stringify([...rows])],
  };
}

/** The rows with a word of each list; undefined where the search index has to be asked as a whole. */
function withWords(
  db: DatabaseSync,
  columns: RowColumns,
  words: readonly (readonly IndexedWord[])[],
): RowBits | undefined {
  let found: RowBits | undefined;
  for (const any of words) {
    // While the second word is typed, the first is not looked for again.
    const rows = columns.lists.setIfAny(JSON.stringify(any), () => rowsWithAny(db, any, columns.end));
    if (!rows) return undefined;
    if (found) found.keep(rows);
    else found = words.length === 1 ? rows : rows.copy();
  }
  return found;
}

/** The rows of a query in its order. */
export function rowsOfList(db: DatabaseSync, query: Sql, end: number): Int32Array {
  const list = listOf(db, query);
  const rows = new Int32Array(list === '' ? 0 : Math.ceil(list.length / 2));
  let count = 0;
  eachNumberIn(list, (row) => {
    if (row >= end) return;
    rows[count] = row;
    count += 1;
  });
  return rows.slice(0, count);
}

/** As one text, rows come out of SQLite ten times as fast as one by one. */
function listOf(db: DatabaseSync, query: Sql): string {
  const list = one(db, `SELECT group_concat(row) AS list FROM (${query.sql})`, ...query.params)?.['list'];
  return typeof list === 'string' ? list : '';
}

/** Tells of each number of a list with commas, but 0. */
function eachNumberIn(list: string, tell: (number: number) => void): void {
  let number = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const digit = list.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      if (number > 0) tell(number);
      number = 0;
    }
  }
}
