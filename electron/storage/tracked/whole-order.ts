import type { DatabaseSync } from 'node:sqlite';
import { all, integer, one } from '../operation.ts';
import { RowBits } from '../search/row-bits.ts';
import type { Sql } from './filter-conditions.ts';
import { listed, numberAt } from './listed.ts';
import { inOrderOf, inOrderOfCodes, type OrderedRows } from './ordered-rows.ts';
import { orderBy, type RequestOrder } from './request-order.ts';
import type { RowColumns } from './row-columns.ts';
import { rowsOfList } from './rows-of-set.ts';

/**
 * All requests of a workspace in an order. Made once; what was written since is put into its new place, row by row
 * where that is not much.
 */
export function wholeOrder(
  db: DatabaseSync,
  columns: RowColumns,
  workspace: number,
  order: RequestOrder,
): OrderedRows {
  const { facet } = order;
  const name = orderName(workspace, order);
  // Names of facets may change without any row.
  if (facet) {
    return columns.lists.orderUntilWritten(name, () => {
      const own = columns.with('workspace', [workspace]).rows();
      return inOrderOfCodes(own, columns.column(facet.column), codesInOrder(db, facet.codes));
    });
  }
  return columns.lists.order(
    name,
    order.ofPins,
    () => made(db, columns, workspace, order),
    (before, changed) =>
      changed.size > (order.number ? FEW_NUMBERS : FEW)
        ? made(db, columns, workspace, order)
        : followed(db, columns, workspace, order, before, changed),
  );
}

/** With more values than this, rows are put in order once instead of being looked for value by value. */
const MOST_GROUPS = 40;

/** For an order by a value that many share: the rows with each value, in the order of the values. */
export function groupsInOrder(
  db: DatabaseSync,
  columns: RowColumns,
  { facet }: RequestOrder,
): RowBits[] | undefined {
  if (!facet) return undefined;
  const codes = codesInOrder(db, facet.codes);
  return codes.length > MOST_GROUPS ? undefined : codes.map((code) => columns.with(facet.column, [code]));
}

function codesInOrder(db: DatabaseSync, { sql, params }: Sql): number[] {
  return all(db, sql, ...params).map((row) => integer(row, 'code'));
}

/** So many rows are put into their places sooner than the whole order is read, or made of numbers. */
const FEW = 150;
const FEW_NUMBERS = 30;

/** Whether a whole order is at hand, or is made of what is. */
export function isQuick(columns: RowColumns, workspace: number, order: RequestOrder): boolean {
  return order.facet !== undefined || columns.lists.hasOrder(orderName(workspace, order));
}

/** Tells an order from others. */
export function orderName(workspace: number, { list, keys }: RequestOrder): string {
  return JSON.stringify([workspace, list.from, list.where.params, keys]);
}

function made(db: DatabaseSync, columns: RowColumns, workspace: number, order: RequestOrder): OrderedRows {
  const own = columns.with('workspace', [workspace]);
  if (order.number) return inOrderOf(own.rows(), columns.column(order.number));
  const { from, where } = order.list;
  const inIndex = rowsOfList(
    db,
    {
      sql: `SELECT ${order.row} AS row FROM ${from} WHERE ${where.sql} ORDER BY ${orderBy(order, false)}`,
      params: where.params,
    },
    columns.end,
  );
  // An index may have rows of other workspaces, too, and what was never accepted.
  const rows = inIndex.filter((row) => own.has(row));
  if (!order.nullable) return { rows, valueless: 0 };
  const missing = one(
    db,
    `SELECT count(*) AS n FROM ${from} WHERE ${where.sql} AND ${order.keys.join()} IS NULL`,
    ...where.params,
  );
  return { rows, valueless: missing ? integer(missing, 'n') : 0 };
}

/** The order as it is after some rows were added, changed or removed. */
function followed(
  db: DatabaseSync,
  columns: RowColumns,
  workspace: number,
  order: RequestOrder,
  before: OrderedRows,
  changed: ReadonlySet<number>,
): OrderedRows {
  const left = without(before, changed, columns.end);
  const again = sortedAgain(db, workspace, order, changed);
  const rows = new Int32Array(left.rows.length + again.length);
  let [taken, count] = [0, 0];
  for (const each of again) {
    const place = placeOf(db, order, left.rows, taken, each);
    rows.set(left.rows.subarray(taken, place), count);
    count += place - taken;
    taken = place;
    rows[count] = each.row;
    count += 1;
  }
  rows.set(left.rows.subarray(taken), count);
  return { rows, valueless: left.valueless + again.filter(({ key }) => key === null).length };
}

function without({ rows, valueless }: OrderedRows, changed: ReadonlySet<number>, end: number): OrderedRows {
  const gone = new RowBits(end);
  for (const row of changed) gone.add(row);
  const left = new Int32Array(rows.length);
  let [count, withValue] = [0, 0];
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    if (place === rows.length - valueless) withValue = count;
    if (gone.has(row)) continue;
    left[count] = row;
    count += 1;
  }
  return { rows: left.subarray(0, count), valueless: valueless === 0 ? 0 : count - withValue };
}

/** A row with what it is sorted by. */
interface Sorted {
  readonly row: number;
  readonly key: unknown;
}

/** Those of the rows that the workspace has, in their order. */
function sortedAgain(
  db: DatabaseSync,
  workspace: number,
  order: RequestOrder,
  rows: ReadonlySet<number>,
): Sorted[] {
  return listed(
    db,
    `SELECT tracked.row, ${order.keys.join()} FROM json_each(?) AS changed
     CROSS JOIN tracked ON tracked.row = changed.value ${order.join.sql}
     WHERE tracked.workspace = ? ORDER BY ${orderBy(order, false)}`,
    JSON.stringify([...rows]),
    ...order.join.params,
    workspace,
  ).map((values) => ({ row: numberAt(values, 0), key: values[1] }));
}

/** Where a row belongs among others, from a place on. */
function placeOf(
  db: DatabaseSync,
  { keys, join }: RequestOrder,
  rows: Int32Array,
  from: number,
  wanted: Sorted,
): number {
  const sql = `SELECT ${keys.join()} AS key FROM tracked ${join.sql} WHERE tracked.row = ?`;
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle] ?? 0;
    const key = one(db, sql, ...join.params, row)?.['key'] ?? null;
    if (compared({ row, key }, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As SQLite compares: numbers before texts, those by their bytes, what is missing last. */
function compared(one: Sorted, other: Sorted): number {
  return rank(one.key) - rank(other.key) || comparedAlike(one.key, other.key) || one.row - other.row;
}

function rank(key: unknown): number {
  if (typeof key === 'number') return 0;
  return key === null ? 2 : 1;
}

function comparedAlike(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string')
    return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
  return 0;
}
