import type { DatabaseSync } from 'node:sqlite';
import type { RowBits } from '../search/row-bits.ts';
import type { Conditions } from './filter-conditions.ts';
import { NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts';
import type { RowColumns } from './row-columns.ts';
import { rowsOfSet } from './rows-of-set.ts';

/** The rows that meet all conditions: found once until something is written. Not to be changed. */
export function foundRows(db: DatabaseSync, columns: RowColumns, conditions: Conditions): RowBits {
  return columns.lists.set(nameOf(conditions), () => {
    const { workspace, counted, from, until, sets } = conditions;
    const found = columns.with('workspace', [workspace]).copy();
    for (const { column, codes } of counted) found.keep(columns.with(numberColumn(column), codes));
    if (from !== null || until !== null)
      found.keep(columns.acceptedWithin(from ?? -Infinity, until ?? Infinity));
    for (const set of sets) found.keep(rowsOfSet(db, columns, set));
    return found;
  });
}

function nameOf({ workspace, counted, from, until, sets }: Conditions): string {
  return JSON.stringify([workspace, counted, from, until, sets.map(({ sql, params }) => [sql, params])]);
}

/** The first so many of these rows in the order of a column, and of their numbers where it is equal; `total`: how many they are. */
export function firstInOrder(
  rows: RowBits,
  total: number,
  column: Float64Array,
  descending: boolean,
  count: number,
): number[] {
  if (count >= total || count > MOST_INSERTED)
    return [...rows.rows()].sort(comparison(column, descending)).slice(0, count);
  // Kept in order while it is small; what is behind its last one is passed over, as nearly all are.
  const first = new Int32Array(count + 1);
  const keys = new Float64Array(count + 1);
  const sign = descending ? -1 : 1;
  let filled = 0;
  let last = Infinity;
  // From the end where the greatest come first: times rise with the numbers of the rows. Rows are gone through in their
  // own order, so that one that is equal to another comes behind it.
  rows.each(descending, (row) => {
    const key = sign * (column[row] ?? 0);
    if (key >= last) return;
    let place = filled;
    for (; place > 0 && (keys[place - 1] ?? 0) > key; place -= 1) {
      keys[place] = keys[place - 1] ?? 0;
      first[place] = first[place - 1] ?? 0;
    }
    first[place] = row;
    keys[place] = key;
    if (filled < count) filled += 1;
    if (filled === count) last = keys[count - 1] ?? 0;
  });
  return [...first.subarray(0, filled)];
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
