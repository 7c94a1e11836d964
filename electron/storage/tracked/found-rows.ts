import type { DatabaseSync } from 'node:sqlite';
import { one } from '../operation.ts';
import type { Conditions, Sql } from './filter-conditions.ts';
import { NUMBER_COLUMNS, type NumberColumn, type RowColumns } from './row-columns.ts';

/** The numbers of the rows that meet all conditions, in rising order: found once until something is written. */
export function foundRows(db: DatabaseSync, columns: RowColumns, conditions: Conditions): Int32Array {
  return columns.kept(JSON.stringify(conditions), () => {
    const sets = conditions.sets.map((set) =>
      columns.kept(JSON.stringify(set), () => rowsOfSet(db, set, columns.end)),
    );
    const [first = rowsOfWorkspace(columns, conditions.workspace), ...others] = sets;
    const inAll = others.reduce((found, set) => common(found, set, columns.end), first);
    return meeting(columns, conditions, inAll);
  });
}

/** All rows of a workspace, rising. */
export function rowsOfWorkspace(columns: RowColumns, workspace: number): Int32Array {
  return columns.kept(`workspace ${workspace}`, () =>
    columns.rows().filter((row) => columns.column('workspace')[row] === workspace),
  );
}

/** Those of the rows that meet all conditions but the sets, in the same order. */
function meeting(columns: RowColumns, conditions: Conditions, rows: Int32Array): Int32Array {
  const { workspace, counted, from, until } = conditions;
  // One list is made shorter again and again.
  const met = rows.slice();
  let count = keepOneOf(met, met.length, columns.column('workspace'), [workspace]);
  for (const { column, codes } of counted)
    count = keepOneOf(met, count, columns.column(numberColumn(column)), codes);
  if (from !== null || until !== null)
    count = keepWithin(met, count, columns.column('accepted_at'), from ?? -Infinity, until ?? Infinity);
  // A copy as long as it needs to be.
  return met.slice(0, count);
}

// One condition after the other, each a loop over numbers: ten times as fast as asking all of them of each row. Each
// moves those of the first `count` rows that meet it to the front, in their order, and answers how many they are.

function keepOneOf(rows: Int32Array, count: number, column: Float64Array, codes: readonly number[]): number {
  // Codes are small whole numbers.
  const wanted = new Uint8Array(Math.max(0, ...codes) + 1);
  for (const code of codes) wanted[code] = 1;
  let kept = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] ?? 0;
    if (wanted[column[row] ?? 0] !== 1) continue;
    rows[kept] = row;
    kept += 1;
  }
  return kept;
}

/** From the one value on, and below the other. */
function keepWithin(
  rows: Int32Array,
  count: number,
  column: Float64Array,
  from: number,
  until: number,
): number {
  let kept = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] ?? 0;
    const value = column[row] ?? 0;
    if (value < from || value >= until) continue;
    rows[kept] = row;
    kept += 1;
  }
  return kept;
}

/** These rising rows by the codes in a column, in the order of the codes; both from their ends where descending. */
export function rowsByCode(
  rows: Int32Array,
  column: Float64Array,
  codes: readonly number[],
  descending: boolean,
): Int32Array {
  const places = new Int32Array(Math.max(0, ...codes) + 1);
  for (const row of rows) places[column[row] ?? 0] = (places[column[row] ?? 0] ?? 0) + 1;
  let begin = 0;
  for (const code of codes) {
    const length = places[code] ?? 0;
    places[code] = begin;
    begin += length;
  }
  const ordered = new Int32Array(rows.length);
  for (const row of rows) {
    const code = column[row] ?? 0;
    const place = places[code] ?? 0;
    ordered[place] = row;
    places[code] = place + 1;
  }
  return descending ? ordered.reverse() : ordered;
}

/** A page of those of `found` in the order of `rows`, which has all of them. */
export function pageInOrder(
  found: Int32Array,
  rows: Int32Array,
  end: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): number[] {
  const marks = new Uint8Array(end);
  for (const row of found) marks[row] = 1;
  const page: number[] = [];
  let before = 0;
  for (const row of rows) {
    if (marks[row] !== 1) continue;
    if (before >= offset) page.push(row);
    before += 1;
    if (page.length === limit) break;
  }
  return page;
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
  // From the end where the greatest come first: times rise with the numbers of the rows.
  let last: number | undefined;
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[descending ? rows.length - 1 - step : step] ?? 0;
    // Rows are gone through in their own order: one that is equal to the last comes behind it.
    const value = column[row] ?? 0;
    if (last !== undefined && (descending ? value <= last : value >= last)) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(first[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, row);
    if (first.length > count) first.pop();
    if (first.length === count) last = column[first[count - 1] ?? 0];
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

function numberColumn(name: string): NumberColumn {
  const known = NUMBER_COLUMNS.find((each) => each === name);
  if (!known) throw new Error(`There is no column ${name} of numbers.`);
  return known;
}

/** The rows of a set, rising, each once. */
function rowsOfSet(db: DatabaseSync, set: Sql, end: number): Int32Array {
  const rows = rowsOfList(db, set, end);
  return isRising(rows) ? rows : marked(rows, end);
}

/** The same rows, rising and each once. */
function marked(rows: Int32Array, end: number): Int32Array {
  const marks = new Uint8Array(end);
  for (const row of rows) marks[row] = 1;
  let count = 0;
  const rising = new Int32Array(rows.length);
  for (let row = marks.indexOf(1); row !== -1; row = marks.indexOf(1, row + 1)) {
    rising[count] = row;
    count += 1;
  }
  return rising.subarray(0, count);
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
