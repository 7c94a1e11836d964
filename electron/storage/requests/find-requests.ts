import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { all, integer, one, text } from '../operation.ts';
import { acceptedSql, type Conditions, countedSql, type Sql } from './filter-conditions.ts';
import {
  countMatching,
  countOf,
  type Estimate,
  estimate,
  FEW,
  gather,
  isToBeGathered,
  matching,
  matchingRows,
  restOf,
} from './matching-rows.ts';
import { countsOf } from './request-counts.ts';
import { orderBy, type RequestOrder } from './request-order.ts';

/** How many requests match. */
export function countRequests(db: DatabaseSync, conditions: Conditions): number {
  return countMatching(db, estimate(db, conditions));
}

/** How many requests a workspace has. */
export function countAll(db: DatabaseSync, workspaceId: string): number {
  return countsOf(db, { workspaceId, counted: [] }).counted;
}

/** Every row that matches, in no order. */
export function findAll(db: DatabaseSync, conditions: Conditions): number[] {
  const { sql, params } = matchingRows(db, estimate(db, conditions));
  return z
    .array(z.number())
    .parse(listOf(db, { sql: `SELECT json_group_array(row) AS list FROM (${sql})`, params }));
}

/** The ids of all requests that match, in no order. */
export function findAllIds(db: DatabaseSync, conditions: Conditions): string[] {
  const { sql, params } = matchingRows(db, estimate(db, conditions));
  const ids = `SELECT json_group_array(requests.request_id) AS list
    FROM (${sql}) AS hit CROSS JOIN requests ON requests.row = hit.row`;
  return z.array(z.string()).parse(listOf(db, { sql: ids, params }));
}

/** Of a query for one list, as JSON: an object for each of 100,000 rows takes longer than finding them. */
function listOf(db: DatabaseSync, { sql, params }: Sql): unknown {
  const found = one(db, sql, ...params);
  return found && JSON.parse(text(found, 'list'));
}

interface Order {
  readonly order: RequestOrder;
  readonly descending: boolean;
}

export interface PageQuery extends Order {
  readonly conditions: Conditions;
  readonly offset: number;
  readonly limit: number;
}

/** The numbers of the rows of a page, in order, with how many match and how many the workspace has. */
export function findPage(
  db: DatabaseSync,
  query: PageQuery,
): { readonly rows: number[]; readonly total: number; readonly all: number } {
  const known = estimate(db, query.conditions);
  const isGathered = isToBeGathered(known);
  const total = isGathered ? gather(db, known) : countMatching(db, known);
  if (query.offset >= total) return { rows: [], total, all: known.counts.all };
  const walked = isGathered ? undefined : walk(db, known, query, total);
  if (!isGathered && !walked) gather(db, known);
  const rows = walked ?? rowsOf(db, total > FEW ? walkGatheredSql(query) : sortGatheredSql(query));
  return { rows, total, all: known.counts.all };
}

/**
 * Along the index of an order, a page comes after about `(offset + limit) * stored / total` rows. Undefined where that's far, or
 * what matches turns out to stand at its end: then all that match are gathered, and the index alone is gone along, or few are
 * sorted.
 */
function walk(db: DatabaseSync, known: Estimate, page: PageQuery, total: number): number[] | undefined {
  const { offset, limit } = page;
  const { stored } = known.counts;
  const expected = ((offset + limit) * stored) / total;
  if (expected > Math.max(matching(db, known).cost + total, FEW / 5)) return undefined;
  const steps = 2 * total > stored ? NO_LIMIT : Math.ceil(Math.max(2 * expected, FEW / 5));
  const walked = rowsOf(db, walkSql(page, steps));
  return walked.length === Math.min(limit, total - offset) ? walked : undefined;
}

/** As SQLite says it: the index of phone numbers has rows of submissions without a request, too. */
const NO_LIMIT = -1;

/** The statement for a page, as far as it is found among the first `steps` rows of its order. */
export function walkSql({ conditions, order, descending, offset, limit }: PageQuery, steps: number): Sql {
  const { from, join, where } = order.walk;
  const bounds = boundsOf(conditions, order);
  const rest = restOf(conditions, '+');
  const { workspaceId } = conditions;
  return {
    sql: `SELECT row FROM (SELECT ${order.row} AS row, (true${rest.sql}) AS holds
      FROM ${from} ${join} WHERE ${where.sql}${bounds.sql} AND requests.workspace_id = ?
      ORDER BY ${orderBy(order, descending)} LIMIT ?) WHERE holds LIMIT ? OFFSET ?`,
    params: [...rest.params, ...where.params, ...bounds.params, workspaceId, steps, limit, offset],
  };
}

/** The statement for a page of what is gathered, along the order's index. */
export function walkGatheredSql({ conditions, order, descending, offset, limit }: PageQuery): Sql {
  const { from, where } = order.walk;
  const bounds = boundsOf(conditions, order);
  return {
    sql: `SELECT ${order.row} AS row FROM ${from}
      WHERE ${where.sql}${bounds.sql} AND ${order.row} IN temp.matching
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...where.params, ...bounds.params, limit, offset],
  };
}

/** The statement for a page of what is gathered, sorted. */
export function sortGatheredSql({ order, descending, offset, limit }: PageQuery): Sql {
  return {
    sql: `SELECT requests.row FROM temp.matching CROSS JOIN requests ON requests.row = matching.row ${order.join.sql}
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...order.join.params, limit, offset],
  };
}

/** How many of those that match stand before a row in an order; undefined where the row itself does not match. */
export function placeOf(
  db: DatabaseSync,
  { conditions, order, descending }: Order & { readonly conditions: Conditions },
  row: number,
): number | undefined {
  const { from, where } = sorting(db, estimate(db, conditions), order);
  const keys = [...order.keys, 'requests.row'];
  const own = one(
    db,
    `SELECT ${keys.map((key, place) => `${key} AS key${place}`).join(', ')} FROM ${from.sql}
     WHERE ${where.sql} AND requests.row = ?`,
    ...from.params,
    ...where.params,
    row,
  );
  if (!own) return undefined;
  const values = keys.map((_, place) => sqlValue(own[`key${place}`]));
  const before = descending ? '>' : '<';
  // What has no value comes last both ways.
  const isBefore =
    values[0] === null
      ? { sql: `(${order.keys[0]} IS NOT NULL OR requests.row ${before} ?)`, params: [row] }
      : { sql: `(${keys.join(', ')}) ${before} (${keys.map(() => '?').join(', ')})`, params: values };
  return countOf(db, {
    sql: `SELECT requests.row FROM ${from.sql} WHERE ${where.sql} AND ${isBefore.sql}`,
    params: [...from.params, ...where.params, ...isBefore.params],
  });
}

/** What is filtered out by what the order goes by need not be walked through. */
function boundsOf(conditions: Conditions, { facet, keys }: RequestOrder): Sql {
  if (keys[0] === 'requests.accepted_at') return acceptedSql(conditions);
  const own = conditions.counted.filter(({ column }) => column === facet);
  // Searched for by its value, a group would be sorted as a whole.
  return countedSql(
    own.map((each) => ({ ...each, column: 'value' })),
    'sorted',
    '+',
  );
}

/** What matches, with what its order goes by. */
function sorting(
  db: DatabaseSync,
  known: Estimate,
  { join }: RequestOrder,
): { readonly from: Sql; readonly where: Sql } {
  const { from, where } = matching(db, known);
  return { from: { sql: `${from.sql} ${join.sql}`, params: [...from.params, ...join.params] }, where };
}

function rowsOf(db: DatabaseSync, { sql, params }: Sql): number[] {
  return all(db, sql, ...params).map((row) => integer(row, 'row'));
}

/** A value as it came out of the database. */
function sqlValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A key of an order is ${typeof value}.`);
}
