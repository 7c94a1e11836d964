import type { DatabaseSync } from 'node:sqlite';
import { one } from '../operation.ts';
import type { Conditions, Sql } from './filter-conditions.ts';
import { NUMBER_COLUMNS, type NumberColumn, type RowColumns } from './row-columns.ts';

/** The numbers of the rows that are in all sets and meet all other conditions, in rising order. */
export function foundRows(db: DatabaseSync, columns: RowColumns, conditions: Conditions): Int32Array {
  const sets = conditions.sets.map((set) => rowsOfSet(db, set, columns.end));
  const inAll = sets.reduce((found, set, index) => (index === 0 ? set : common(found, set, columns.end)));
  return meeting(columns, conditions, inAll);
}

/** Those of the rows that meet all conditions but the sets, in the same order. */
export function meeting(columns: RowColumns, conditions: Conditions, rows: Int32Array): Int32Array {
  const checks = checksOf(columns, conditions);
  return rows.filter((row) => {
    for (const check of checks) if (!check(row)) return false;
    return true;
  });
}

/** The first so many of these rows in the order of a column, and of their numbers where it is equal. */
export function firstInOrder(
  rows: Int32Array,
  column: Float64Array,
  descending: boolean,
  count: number,
): number[] {
  const compare = comparison(column, descending);
  // Kept in order while it is small; what is behind its last one is passed over, as nearly all are.
  const first: number[] = [];
  if (count >= rows.length || count > MOST_INSERTED) return [...rows].sort(compare).slice(0, count);
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const row = rows[place] ?? 0;
    if (first.length === count && compare(row, first[count - 1] ?? 0) > 0) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(first[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, row);
    if (first.length > count) first.pop();
  }
  return first;
}

/** How many of these rows stand before one of them in the order of a column. */
export function countBefore(
  rows: Int32Array,
  column: Float64Array,
  descending: boolean,
  row: number,
): number {
  const compare = comparison(column, descending);
  return rows.reduce((count, each) => (compare(each, row) < 0 ? count + 1 : count), 0);
}

function comparison(column: Float64Array, descending: boolean): (a: number, b: number) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => sign * ((column[a] ?? 0) - (column[b] ?? 0) || a - b);
}

/** Beyond so many, inserting each into a list costs more than sorting all. */
const MOST_INSERTED = 1000;

type Check = (row: number) => boolean;

function checksOf(columns: RowColumns, conditions: Conditions): Check[] {
  const { workspace, counted, from, until } = conditions;
  const oneOf = (name: NumberColumn, codes: readonly number[]): Check => {
    const column = columns.column(name);
    const [only] = codes;
    return codes.length === 1 ? (row) => column[row] === only : (row) => codes.includes(column[row] ?? -1);
  };
  const acceptedAt = columns.column('accepted_at');
  return [
    oneOf('workspace', [workspace]),
    ...counted.map(({ column, codes }) => oneOf(numberColumn(column), codes)),
    ...(from === null ? [] : [(row: number) => (acceptedAt[row] ?? 0) >= from]),
    ...(until === null ? [] : [(row: number) => (acceptedAt[row] ?? 0) < until]),
  ];
}

function numberColumn(name: string): NumberColumn {
  const known = NUMBER_COLUMNS.find((each) => each === name);
  if (!known) throw new Error(`There is no column ${name} of numbers.`);
  return known;
}

/** The rows of a set, rising, each once. */
function rowsOfSet(db: DatabaseSync, set: Sql, end: number): Int32Array {
  const rows = rowsOfList(db, set, end);
  return isRising(rows) ? rows : new Int32Array(new Set(rows)).sort();
}

/** The rows of a query in its order. As one text they come out of SQLite ten times as fast as row by row. */
export function rowsOfList(db: DatabaseSync, query: Sql, end: number): Int32Array {
  const list = one(db, `SELECT group_concat(row) AS list FROM (${query.sql})`, ...query.params)?.['list'];
  return numbersIn(typeof list === 'string' ? list : '', end);
}

function numbersIn(list: string, end: number): Int32Array {
  const rows = new Int32Array(list === '' ? 0 : Math.ceil(list.length / 2));
  let [count, number] = [0, 0];
  for (let at = 0; at <= list.length; at += 1) {
    const digit = list.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      if (number > 0 && number < end) {
        rows[count] = number;
        count += 1;
      }
      number = 0;
    }
  }
  return rows.subarray(0, count);
}

function isRising(rows: Int32Array): boolean {
  for (let place = 1; place < rows.length; place += 1) {
    if ((rows[place] ?? 0) <= (rows[place - 1] ?? 0)) return false;
  }
  return true;
}

/** Those of `found` that are in the set, too, in their order. */
export function common(found: Int32Array, set: Int32Array, end: number): Int32Array {
  const marks = new Uint8Array(end);
  for (const row of set) marks[row] = 1;
  return found.filter((row) => marks[row] === 1);
}
