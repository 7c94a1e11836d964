import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { all, integer, one } from '../operation.ts';
import { acceptedSql, type Conditions, countedSql, type Sql } from './filter-conditions.ts';
import { orderBy, type RequestOrder } from './request-order.ts';

/** How many requests match. */
export function countRequests(db: DatabaseSync, conditions: Conditions): number {
  if (isImpossible(conditions)) return 0;
  const { workspace, counted, sets } = conditions;
  if (sets.length === 0 && !hasDays(conditions))
    return sumOfCounts(db, workspace, countedSql(counted, 'request_counts'));
  const { from, where } = matching(conditions);
  return numberOf(
    db,
    `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql}`,
    ...from.params,
    ...where.params,
  );
}

/** How many requests a workspace has. */
export function countAll(db: DatabaseSync, workspace: number): number {
  return sumOfCounts(db, workspace, { sql: '', params: [] });
}

function sumOfCounts(db: DatabaseSync, workspace: number, where: Sql): number {
  return numberOf(
    db,
    `SELECT coalesce(sum(n), 0) AS n FROM request_counts WHERE workspace = ?${where.sql}`,
    workspace,
    ...where.params,
  );
}

/** Every row that matches, in no order. */
export function findAll(db: DatabaseSync, conditions: Conditions): number[] {
  if (isImpossible(conditions)) return [];
  const { from, where } = matching(conditions);
  return rowsOf(db, `SELECT tracked.row FROM ${from.sql} WHERE ${where.sql}`, from, where);
}

export interface PageQuery {
  readonly conditions: Conditions;
  readonly order: RequestOrder;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** How many match, and how many the workspace has. */
  readonly total: number;
  readonly all: number;
}

/** The numbers of the rows of a page, in order. */
export function findPage(db: DatabaseSync, query: PageQuery): number[] {
  const { order, descending, offset, limit, total } = query;
  if (offset >= total) return [];
  const { from, where } = isWalked(query) ? walking(query) : sorting(query);
  return rowsOf(
    db,
    `SELECT tracked.row FROM ${from.sql} WHERE ${where.sql} ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    from,
    where,
    limit,
    offset,
  );
}

/** How many of those that match stand before a row in an order; undefined where the row itself does not match. */
export function placeOf(
  db: DatabaseSync,
  { conditions, order, descending }: Pick<PageQuery, 'conditions' | 'order' | 'descending'>,
  row: number,
): number | undefined {
  if (isImpossible(conditions)) return undefined;
  const { from, where } = sorting({ conditions, order });
  const keys = [...order.keys, 'tracked.row'];
  const own = one(
    db,
    `SELECT ${keys.map((key, place) => `${key} AS key${place}`).join(', ')} FROM ${from.sql}
     WHERE ${where.sql} AND tracked.row = ?`,
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
      ? { sql: `(${order.keys[0]} IS NOT NULL OR tracked.row ${before} ?)`, params: [row] }
      : { sql: `(${keys.join(', ')}) ${before} (${keys.map(() => '?').join(', ')})`, params: values };
  return numberOf(
    db,
    `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql} AND ${isBefore.sql}`,
    ...from.params,
    ...where.params,
    ...isBefore.params,
  );
}

/** So many are found and sorted sooner than one frame is drawn. */
const FEW_TO_SORT = 5000;

/**
 * Whether a page is looked for along the index of its order: where most match, its first rows come soon; where only many
 * do, they may stand at the far end, and still that takes less than to sort them.
 */
function isWalked({ total, all: inAll }: PageQuery): boolean {
  return total > FEW_TO_SORT || 2 * total > inAll;
}

/** FROM and WHERE, with `tracked` among the tables. */
interface Source {
  readonly from: Sql;
  readonly where: Sql;
}

/** What matches, in the order of its index. */
function walking({ conditions, order }: Pick<PageQuery, 'conditions' | 'order'>): Source {
  const { walk } = order;
  const groups = groupsOf(conditions, order);
  const rest = restOf(conditions);
  return {
    from: { sql: walk.from, params: [] },
    where: {
      sql: `${walk.where.sql}${groups.sql} AND +tracked.workspace = ?${rest.sql}`,
      params: [...walk.where.params, ...groups.params, conditions.workspace, ...rest.params],
    },
  };
}

/** Whole groups of the order that are filtered out need not be walked through. */
function groupsOf({ counted }: Conditions, { facet }: RequestOrder): Sql {
  const own = counted.filter(({ column }) => column === facet);
  // Searched for by its code, a group would be sorted as a whole.
  return countedSql(
    own.map((each) => ({ ...each, column: 'code' })),
    'sorted',
    '+',
  );
}

/** What matches, with what its order goes by. */
function sorting({ conditions, order: { join } }: Pick<PageQuery, 'conditions' | 'order'>): Source {
  const { from, where } = matching(conditions);
  return { from: { sql: `${from.sql} ${join.sql}`, params: [...from.params, ...join.params] }, where };
}

/** To all that match by the shortest way, and to no other. */
function matching(conditions: Conditions): Source {
  const { workspace, counted, sets } = conditions;
  const [first, ...others] = sets;
  if (first) {
    const rest = restOf({ ...conditions, sets: others });
    return {
      from: {
        sql: `(${first.rows.sql}) AS hit CROSS JOIN tracked ON tracked.row = hit.row`,
        params: first.rows.params,
      },
      where: { sql: `tracked.workspace = ?${rest.sql}`, params: [workspace, ...rest.params] },
    };
  }
  const days = acceptedSql(conditions);
  if (days.sql !== '') {
    const marks = countedSql(counted, 'tracked', '+');
    return {
      from: { sql: 'tracked INDEXED BY tracked_by_accepted', params: [] },
      where: {
        sql: `tracked.workspace = ?${days.sql}${marks.sql}`,
        params: [workspace, ...days.params, ...marks.params],
      },
    };
  }
  const groups = countedSql(counted, 'request_counts');
  return {
    from: {
      sql: `request_counts CROSS JOIN tracked INDEXED BY tracked_by_facets ON ${SAME_COUNT}`,
      params: [],
    },
    where: { sql: `request_counts.workspace = ?${groups.sql}`, params: [workspace, ...groups.params] },
  };
}

const SAME_COUNT = [
  'workspace',
  'status',
  'call_status',
  'job',
  'questionnaire',
  'verdict',
  'archived',
  'unseen',
  'has_results',
  'has_problem',
]
  .map((column) => `tracked.${column} = request_counts.${column}`)
  .join(' AND ');

/** What has to be looked at in each row. */
function restOf(conditions: Conditions): Sql {
  const marks = countedSql(conditions.counted, 'tracked', '+');
  const days = acceptedSql(conditions, '+');
  const sets = conditions.sets.map(
    ({ rows, holds }) => holds ?? { sql: `tracked.row IN (${rows.sql})`, params: rows.params },
  );
  return {
    sql: `${marks.sql}${days.sql}${sets.map(({ sql }) => ` AND ${sql}`).join('')}`,
    params: [...marks.params, ...days.params, ...sets.flatMap(({ params }) => params)],
  };
}

function hasDays({ from, until }: Conditions): boolean {
  return from !== null || until !== null;
}

/** It asks for a value that no request ever had. */
function isImpossible({ counted }: Conditions): boolean {
  return counted.some(({ codes }) => codes.length === 0);
}

function rowsOf(
  db: DatabaseSync,
  sql: string,
  { params: from }: Sql,
  { params: where }: Sql,
  ...more: number[]
): number[] {
  return all(db, sql, ...from, ...where, ...more).map((row) => integer(row, 'row'));
}

function numberOf(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  const row = one(db, sql, ...params);
  return row ? integer(row, 'n') : 0;
}

/** A value as it came out of the database. */
function sqlValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A key of an order is ${typeof value}.`);
}
