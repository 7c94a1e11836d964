import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { all, change, integer, integerOrNull, one, scalar, text } from '../operation.ts';
import {
  acceptedSql,
  type Conditions,
  type CountedCondition,
  countedSql,
  NO_SQL,
  type RowSet,
  type Sql,
} from './filter-conditions.ts';
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

/** A filter, with figures that are known without reading requests. */
interface Estimate {
  readonly conditions: Conditions;
  readonly counts: Counts;
  /** The approximate share of all requests that the range of days has, from 0 to 1. */
  readonly shareOfDays: number;
}

export function estimate(db: DatabaseSync, conditions: Conditions): Estimate {
  return { conditions, counts: countsOf(db, conditions), shareOfDays: shareOfDays(db, conditions) };
}

function countMatching(db: DatabaseSync, known: Estimate): number {
  const { sets, from, until } = known.conditions;
  if (sets.length > 0) return materialize(db, known);
  if (from === null && until === null) return known.counts.counted;
  return countOf(db, matchingRows(db, known));
}

/**
 * Whether to materialize all matches for a page instead of only counting them: with sets, where counting takes as long;
 * and for few matches, which are sorted then.
 */
function shouldMaterialize({ conditions, counts, shareOfDays }: Estimate): boolean {
  const { sets, from, until } = conditions;
  if (sets.length > 0) return true;
  if (from === null && until === null) return false;
  return counts.counted * shareOfDays <= 2 * FEW;
}

/** Stores all matching rows in the table `temp.matching`; gives how many. */
export function materialize(db: DatabaseSync, known: Estimate): number {
  const { conditions, counts } = known;
  db.exec('CREATE TEMP TABLE IF NOT EXISTS matching (row INTEGER PRIMARY KEY) STRICT; DELETE FROM matching');
  // Fast path: if the filter only has sets and excludes few rows, intersect the sets without reading requests.
  const onlySets = conditions.sets.length > 0 && hasOnlySets(conditions);
  if (!onlySets || counts.stored - counts.counted > FEW) {
    const { sql, params } = matchingRows(db, known);
    return change(db, `INSERT INTO matching ${sql} ORDER BY 1`, ...params);
  }
  const inAll = conditions.sets.map(({ rows }) => `SELECT row FROM (${rows.sql})`).join(' INTERSECT ');
  const params = conditions.sets.flatMap(({ rows }) => rows.params);
  const found = change(db, `INSERT INTO matching ${inAll} ORDER BY 1`, ...params);
  const excluded = excludedRows(conditions);
  return found - change(db, `DELETE FROM matching WHERE row IN (${excluded.sql})`, ...excluded.params);
}

/** A query for the matching rows, in no order. */
export function matchingRows(db: DatabaseSync, known: Estimate): Sql {
  const { from, where } = matching(db, known);
  return {
    sql: `SELECT requests.row FROM ${from.sql} WHERE ${where.sql}`,
    params: [...from.params, ...where.params],
  };
}

/** A way to find matches: FROM, which includes `requests`, and WHERE. */
interface Source {
  readonly from: Sql;
  readonly where: Sql;
  /** The approximate number of rows of `requests` to read. */
  readonly cost: number;
}

/** The cheapest way to find all matches. */
function matching(db: DatabaseSync, known: Estimate): Source {
  const bySets = known.conditions.sets.map((set) => bySet(db, known, set));
  return [...bySets, byDays(known), ...byColumns(known)].reduce((cheapest, source) =>
    source.cost < cheapest.cost ? source : cheapest,
  );
}

/** The number of rows that can be read within a frame. */
const FEW = 5000;

/** How many entries of a covering index are read as fast as one row of the table. */
const ENTRIES_PER_ROW = 12;

function byDays({ conditions, counts, shareOfDays }: Estimate): Source {
  const { workspaceId, counted, sets } = conditions;
  const rest = restOf(conditions, '');
  const probes = sets.length * counts.counted;
  const isInIndex = counted.every(({ column }) => column !== 'job_description_id');
  return {
    from: { sql: 'requests INDEXED BY requests_by_accepted', params: [] },
    where: { sql: `requests.workspace_id = ?${rest.sql}`, params: [workspaceId, ...rest.params] },
    cost: shareOfDays * (isInIndex ? counts.all / ENTRIES_PER_ROW + probes : counts.all),
  };
}

/** Assumes that the same number was accepted every day. */
function shareOfDays(db: DatabaseSync, { workspaceId, from, until }: Conditions): number {
  if (from === null && until === null) return 1;
  const ends = one(
    db,
    `SELECT (SELECT min(accepted_at) FROM requests WHERE workspace_id = ?1) AS first,
       (SELECT max(accepted_at) FROM requests WHERE workspace_id = ?1) AS last`,
    workspaceId,
  );
  const [first, last] = [ends && integerOrNull(ends, 'first'), ends && integerOrNull(ends, 'last')];
  if (first === null || first === undefined || last === null || last === undefined) return 0;
  const span = Math.min(until ?? last, last) - Math.max(from ?? first, first);
  return Math.min(1, Math.max(0, span) / Math.max(1, last - first));
}

function bySet(db: DatabaseSync, { conditions }: Estimate, set: RowSet): Source {
  const { workspaceId, sets } = conditions;
  const rest = restOf({ ...conditions, sets: sets.filter((each) => each !== set) }, '+');
  return {
    from: {
      sql: `(${set.rows.sql}) AS hit CROSS JOIN requests ON requests.row = hit.row`,
      params: set.rows.params,
    },
    where: { sql: `+requests.workspace_id = ?${rest.sql}`, params: [workspaceId, ...rest.params] },
    // Counting the results of a search takes as long as finding them, and they are usually few.
    cost: set.size ? scalar(db, set.size.sql, ...set.size.params) : FEW / 2,
  };
}

const COLUMN_INDEXES: Readonly<Record<string, string>> = {
  outcome: 'requests_by_outcome',
  status: 'requests_by_status',
  job_description_id: 'requests_by_job',
  questionnaire_template_id: 'requests_by_questionnaire',
  verdict: 'requests_by_verdict',
};

function byColumns({ conditions, counts }: Estimate): Source[] {
  return conditions.counted.flatMap((condition, index) => {
    const indexName = COLUMN_INDEXES[condition.column];
    if (indexName === undefined) return [];
    const own = countedSql([condition], 'requests');
    const counted = conditions.counted.filter((each) => each !== condition);
    const rest = restOf({ ...conditions, counted }, '+');
    return [
      {
        from: { sql: `requests INDEXED BY ${indexName}`, params: [] },
        where: {
          sql: `+requests.workspace_id = ?${own.sql}${rest.sql}`,
          params: [conditions.workspaceId, ...own.params, ...rest.params],
        },
        cost: (counts.byCondition[index] ?? counts.stored) + conditions.sets.length * counts.counted,
      },
    ];
  });
}

/** All conditions to check on each row, preceded by AND. `plus` prevents SQLite from using the index on days. */
function restOf(conditions: Conditions, plus: '' | '+'): Sql {
  const marks = countedSql(conditions.counted, 'requests', '+');
  const days = acceptedSql(conditions, plus);
  const sets = conditions.sets.map(({ contains }) => contains);
  return {
    sql: `${days.sql}${marks.sql}${sets.map(({ sql }) => ` AND ${sql}`).join('')}`,
    params: [...days.params, ...marks.params, ...sets.flatMap(({ params }) => params)],
  };
}

/** Whether the filter has no conditions besides sets, except to hide archived requests. */
function hasOnlySets({ counted, from, until }: Conditions): boolean {
  return from === null && until === null && counted.every(hidesArchived);
}

function hidesArchived({ column, values }: CountedCondition): boolean {
  return column === 'archived' && values.every((value) => value === 0);
}

/** A query for the rows of other workspaces and, if they are hidden, archived rows. */
function excludedRows({ workspaceId, counted }: Conditions): Sql {
  const archived = {
    sql: ' UNION ALL SELECT row FROM requests INDEXED BY requests_archived WHERE workspace_id = ? AND archived = 1',
    params: [workspaceId],
  };
  const hidden = counted.length === 0 ? NO_SQL : archived;
  return {
    sql: `SELECT row FROM requests WHERE workspace_id < ? UNION ALL SELECT row FROM requests WHERE workspace_id > ?${hidden.sql}`,
    params: [workspaceId, workspaceId, ...hidden.params],
  };
}

/** How many rows a query finds. */
function countOf(db: DatabaseSync, { sql, params }: Sql): number {
  return scalar(db, `SELECT count(*) AS n FROM (${sql})`, ...params);
}

/** Numbers of requests, from `request_counts`. */
interface Counts {
  /** In all workspaces. */
  readonly stored: number;
  /** In this workspace. */
  readonly all: number;
  /** In this workspace, meeting all counted conditions. */
  readonly counted: number;
  /** In all workspaces, for each counted condition alone. */
  readonly byCondition: readonly number[];
}

function countsOf(
  db: DatabaseSync,
  { workspaceId, counted }: Pick<Conditions, 'workspaceId' | 'counted'>,
): Counts {
  const together = countedSql(counted, 'request_counts');
  const single = counted.map((condition) => countedSql([condition], 'request_counts'));
  const rows = all(
    db,
    `SELECT workspace_id, sum(n) AS n, sum(iif(true${together.sql}, n, 0)) AS counted
       ${single.map(({ sql }, index) => `, sum(iif(true${sql}, n, 0)) AS condition${index}`).join('')}
     FROM request_counts GROUP BY workspace_id`,
    ...together.params,
    ...single.flatMap(({ params }) => params),
  );
  const own = rows.find((row) => row['workspace_id'] === workspaceId);
  const sum = (column: string): number => rows.reduce((total, row) => total + integer(row, column), 0);
  return {
    stored: sum('n'),
    all: own ? integer(own, 'n') : 0,
    counted: own ? integer(own, 'counted') : 0,
    byCondition: single.map((_, index) => sum(`condition${index}`)),
  };
}
