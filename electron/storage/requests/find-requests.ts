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
  matching,
  matchingRows,
  materialize,
  restOf,
  shouldMaterialize,
} from './matching-rows.ts';
import { countsOf } from './request-counts.ts';
import { orderBy, type RequestOrder } from './request-order.ts';

/** How many requests match. */
export function countRequests(db: DatabaseSync, conditions: Conditions): number {
  return countMatching(db, estimate(db, conditions));
}

/** How many requests a workspace has, archived ones included. */
export function countAll(db: DatabaseSync, workspaceId: string): number {
  return countsOf(db, { workspaceId, counted: [] }).counted;
}

/** The rows of all matching requests, in no order. */
export function findAll(db: DatabaseSync, conditions: Conditions): number[] {
  const { sql, params } = matchingRows(db, estimate(db, conditions));
  return z
    .array(z.number())
    .parse(jsonList(db, { sql: `SELECT json_group_array(row) AS list FROM (${sql})`, params }));
}

/** The ids of all matching requests, in no order. */
export function findAllIds(db: DatabaseSync, conditions: Conditions): string[] {
  const { sql, params } = matchingRows(db, estimate(db, conditions));
  const ids = `SELECT json_group_array(requests.request_id) AS list
    FROM (${sql}) AS hit CROSS JOIN requests ON requests.row = hit.row`;
  return z.array(z.string()).parse(jsonList(db, { sql: ids, params }));
}

/** The result of a query for one JSON list, which is faster than creating an object for each of 100,000 rows. */
function jsonList(db: DatabaseSync, { sql, params }: Sql): unknown {
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

/** The rows of a page, in order, with the numbers of matches and of all requests in the workspace. */
export function findPage(
  db: DatabaseSync,
  query: PageQuery,
): { readonly rows: number[]; readonly total: number; readonly all: number } {
  const known = estimate(db, query.conditions);
  const isMaterialized = query.order.walk === null || shouldMaterialize(known);
  const total = isMaterialized ? materialize(db, known) : countMatching(db, known);
  if (query.offset >= total) return { rows: [], total, all: known.counts.all };
  const walked = isMaterialized ? undefined : walk(db, known, query, total);
  if (!isMaterialized && !walked) materialize(db, known);
  const isWalk = query.order.walk !== null && total > FEW;
  const rows = walked ?? rowsOf(db, isWalk ? walkMaterializedSql(query) : sortMaterializedSql(query));
  return { rows, total, all: known.counts.all };
}

/**
 * Finds a page by walking along the index of its order, which takes about `(offset + limit) * stored / total` rows.
 * Undefined if that is expensive, or if the page turns out to be further along; the matches are then materialized.
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

/** SQLite's value for no LIMIT. */
const NO_LIMIT = -1;

/** The statement for a page, as far as the first `steps` rows in its order contain it. */
export function walkSql({ conditions, order, descending, offset, limit }: PageQuery, steps: number): Sql {
  const { from, join, where } = walkOf(order);
  const bounds = boundsOf(conditions, order);
  const rest = restOf(conditions, '+');
  const { workspaceId } = conditions;
  return {
    sql: `SELECT row FROM (SELECT ${order.row} AS row, (true${rest.sql}) AS matches
      FROM ${from} ${join} WHERE ${where.sql}${bounds.sql} AND requests.workspace_id = ?
      ORDER BY ${orderBy(order, descending)} LIMIT ?) WHERE matches LIMIT ? OFFSET ?`,
    params: [...rest.params, ...where.params, ...bounds.params, workspaceId, steps, limit, offset],
  };
}

function walkOf({ walk }: RequestOrder): NonNullable<RequestOrder['walk']> {
  if (walk === null) throw new TypeError('No index has this order.');
  return walk;
}

/** The statement for a page of the materialized matches, by walking along the order's index. */
export function walkMaterializedSql({ conditions, order, descending, offset, limit }: PageQuery): Sql {
  const { from, where } = walkOf(order);
  const bounds = boundsOf(conditions, order);
  return {
    sql: `SELECT ${order.row} AS row FROM ${from}
      WHERE ${where.sql}${bounds.sql} AND ${order.row} IN temp.matching
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...where.params, ...bounds.params, limit, offset],
  };
}

/** The statement for a page of the materialized matches, by sorting them. */
export function sortMaterializedSql({ order, descending, offset, limit }: PageQuery): Sql {
  return {
    sql: `SELECT requests.row FROM temp.matching CROSS JOIN requests ON requests.row = matching.row ${order.join.sql}
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...order.join.params, limit, offset],
  };
}

/** The 0-based position of a row among the matches in an order; undefined if it doesn't match. */
export function positionOf(
  db: DatabaseSync,
  { conditions, order, descending }: Order & { readonly conditions: Conditions },
  row: number,
): number | undefined {
  const { from, where } = matching(db, estimate(db, conditions));
  const matches = `${from.sql} ${order.join.sql} WHERE ${where.sql}`;
  const params = [...from.params, ...order.join.params, ...where.params];
  const keys = [...order.keys, 'requests.row'];
  const selected = keys.map((key, index) => `${key} AS key${index}`).join(', ');
  const own = one(db, `SELECT ${selected} FROM ${matches} AND requests.row = ?`, ...params, row);
  if (!own) return undefined;
  const values = keys.map((_, index) => sqlValue(own[`key${index}`]));
  const before = descending ? '>' : '<';
  // Null comes last in both directions.
  const isBefore =
    values[0] === null
      ? { sql: `(${order.keys[0]} IS NOT NULL OR requests.row ${before} ?)`, params: [row] }
      : { sql: `(${keys.join(', ')}) ${before} (${keys.map(() => '?').join(', ')})`, params: values };
  return countOf(db, {
    sql: `SELECT requests.row FROM ${matches} AND ${isBefore.sql}`,
    params: [...params, ...isBefore.params],
  });
}

/** Conditions that limit the walk to the part of the index that the filter allows. */
function boundsOf(conditions: Conditions, { facet, keys }: RequestOrder): Sql {
  if (keys[0] === 'requests.accepted_at') return acceptedSql(conditions);
  const own = conditions.counted.filter(({ column }) => column === facet);
  const values = own.map((condition) => ({ ...condition, column: 'value' }));
  // Without `+`, SQLite would search by value and then sort the whole group.
  return countedSql(values, 'sorted', '+');
}

function rowsOf(db: DatabaseSync, { sql, params }: Sql): number[] {
  return all(db, sql, ...params).map((row) => integer(row, 'row'));
}

function sqlValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A sort key is ${typeof value}.`);
}
