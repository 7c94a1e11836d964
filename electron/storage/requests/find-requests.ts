import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { all, change, integer, one, type Row, text } from '../operation.ts';
import { acceptedSql, type Conditions, countedSql, NO_SQL, type Sql } from './filter-conditions.ts';
import { orderBy, type RequestOrder } from './request-order.ts';

/** How many requests match. */
export function countRequests(db: DatabaseSync, conditions: Conditions): number {
  return countMatching(db, conditions, countsOf(db, conditions));
}

function countMatching(db: DatabaseSync, conditions: Conditions, counts: Counts): number {
  if (isCounted(conditions)) return counts.counted;
  const { sql, params } = matchingRows(conditions, counts);
  return integer(first(db, { sql: `SELECT count(*) AS n FROM (${sql})`, params }), 'n');
}

/** How many requests a workspace has. */
export function countAll(db: DatabaseSync, workspaceId: string): number {
  return countsOf(db, { workspaceId, counted: [] }).counted;
}

/** Every row that matches, in no order. */
export function findAll(db: DatabaseSync, conditions: Conditions): number[] {
  return rowsOf(db, matchingRows(conditions, countsOf(db, conditions)));
}

/** The ids of all requests that match, in no order: as one text, as an object for each of 100,000 rows takes longer than finding them. */
export function findAllIds(db: DatabaseSync, conditions: Conditions): string[] {
  const { sql, params } = matchingRows(conditions, countsOf(db, conditions));
  const found = first(db, {
    sql: `SELECT json_group_array(requests.request_id) AS ids
      FROM (${sql}) AS hit CROSS JOIN requests ON requests.row = hit.row`,
    params,
  });
  return requestIds.parse(JSON.parse(text(found, 'ids')));
}

const requestIds = z.array(z.string());

export interface PageQuery {
  readonly conditions: Conditions;
  readonly order: RequestOrder;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The numbers of the rows of a page, in order, with how many match and how many the workspace has. */
export function findPage(
  db: DatabaseSync,
  query: PageQuery,
): { readonly rows: number[]; readonly total: number; readonly all: number } {
  const { conditions, offset } = query;
  const counts = countsOf(db, conditions);
  // What a search or the like has found is found once, and then counted and looked through.
  const isGathered = conditions.sets.length > 0;
  const total = isGathered ? gather(db, conditions, counts) : countMatching(db, conditions, counts);
  if (offset >= total) return { rows: [], total, all: counts.all };
  return { rows: pageRows(db, { ...query, isGathered }, total, counts.stored), total, all: counts.all };
}

/** `isGathered`: all that match are in `temp.matching`. */
type FoundQuery = PageQuery & { readonly isGathered: boolean };

/**
 * Along the index of an order, a page comes after about `(offset + limit) * stored / total` rows, unless what matches stands
 * at its end: then, and where that's far, all that match are found and sorted.
 */
function pageRows(db: DatabaseSync, query: FoundQuery, total: number, stored: number): number[] {
  const { offset, limit, isGathered } = query;
  const expected = ((offset + limit) * stored) / total;
  if (expected <= Math.max(total, FEW)) {
    const isShort = isGathered || 2 * total > stored;
    const steps = isShort ? NO_LIMIT : Math.ceil(Math.max(2 * expected, FEW));
    const walked = rowsOf(db, walkSql(query, steps));
    if (walked.length === Math.min(limit, total - offset)) return walked;
  }
  return rowsOf(db, sortSql(query));
}

/** As SQLite says it: the index of phone numbers has rows of submissions without a request, too. */
const NO_LIMIT = -1;

/** So many rows are looked at sooner than a frame is drawn. */
const FEW = 5000;

/** The statement for a page, as far as it is found among the first `steps` rows of its order. */
export function walkSql(query: FoundQuery, steps: number): Sql {
  const { conditions, order, descending, offset, limit, isGathered } = query;
  const { from, join, where } = order.walk;
  const groups = boundsOf(conditions, order);
  const rest = isGathered
    ? { sql: ` AND ${order.row} IN temp.matching`, params: [] }
    : restOf(conditions, '+');
  const own = isGathered
    ? NO_SQL
    : { sql: ' AND requests.workspace_id = ?', params: [conditions.workspaceId] };
  return {
    sql: `SELECT row FROM (SELECT ${order.row} AS row, (true${rest.sql}) AS holds
      FROM ${from} ${isGathered ? '' : join} WHERE ${where.sql}${groups.sql}${own.sql}
      ORDER BY ${orderBy(order, descending)} LIMIT ?) WHERE holds LIMIT ? OFFSET ?`,
    params: [...rest.params, ...where.params, ...groups.params, ...own.params, steps, limit, offset],
  };
}

/** The statement for a page of all that match, sorted. */
export function sortSql(query: FoundQuery): Sql {
  const { conditions, order, descending, offset, limit, isGathered } = query;
  const { from, where } = isGathered ? gathered(order) : sorting(conditions, order);
  return {
    sql: `SELECT requests.row FROM ${from.sql} WHERE ${where.sql}
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...from.params, ...where.params, limit, offset],
  };
}

function gathered({ join }: RequestOrder): Source {
  const from = `temp.matching CROSS JOIN requests ON requests.row = matching.row ${join.sql}`;
  return { from: { sql: from, params: join.params }, where: { sql: 'true', params: [] } };
}

/** How many of those that match stand before a row in an order; undefined where the row itself does not match. */
export function placeOf(
  db: DatabaseSync,
  { conditions, order, descending }: Pick<PageQuery, 'conditions' | 'order' | 'descending'>,
  row: number,
): number | undefined {
  const { from, where } = sorting(conditions, order);
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
  const counted = first(db, {
    sql: `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql} AND ${isBefore.sql}`,
    params: [...from.params, ...where.params, ...isBefore.params],
  });
  return integer(counted, 'n');
}

/** What is known without looking at any request. */
interface Counts {
  /** How many there are of all workspaces, and of this one. */
  readonly stored: number;
  readonly all: number;
  /** Of this one, those that meet the counted conditions. */
  readonly counted: number;
}

function countsOf(
  db: DatabaseSync,
  { workspaceId, counted }: Pick<Conditions, 'workspaceId' | 'counted'>,
): Counts {
  const where = countedSql(counted, 'request_counts');
  const rows = all(
    db,
    `SELECT workspace_id, sum(n) AS n, sum(iif(true${where.sql}, n, 0)) AS counted FROM request_counts
     GROUP BY workspace_id`,
    ...where.params,
  );
  const own = rows.find((row) => row['workspace_id'] === workspaceId);
  return {
    stored: rows.reduce((sum, row) => sum + integer(row, 'n'), 0),
    all: own ? integer(own, 'n') : 0,
    counted: own ? integer(own, 'counted') : 0,
  };
}

/** Whether the counted conditions are all there are. */
function isCounted({ sets, from, until }: Conditions): boolean {
  return sets.length === 0 && from === null && until === null;
}

/** Puts all that match into a table of their own, `temp.matching`; answers how many. */
function gather(db: DatabaseSync, conditions: Conditions, counts: Counts): number {
  const { sql, params } = matchingRows(conditions, counts);
  db.exec(
    'CREATE TEMP TABLE IF NOT EXISTS matching (row INTEGER PRIMARY KEY) STRICT; DELETE FROM temp.matching',
  );
  return change(db, `INSERT INTO temp.matching ${sql} ORDER BY 1`, ...params);
}

/** The rows that match, in no order. */
function matchingRows(conditions: Conditions, { stored, counted }: Counts): Sql {
  const { sets } = conditions;
  const isHiddenAlone = isCounted({ ...conditions, sets: [] }) && conditions.counted.every(isHidden);
  // Where few are left out, and nothing else is asked of a request, none has to be looked at.
  if (sets.length > 0 && isHiddenAlone && stored - counted <= FEW) return setRows(conditions);
  const { from, where } = matching(conditions);
  return {
    sql: `SELECT requests.row FROM ${from.sql} WHERE ${where.sql}`,
    params: [...from.params, ...where.params],
  };
}

function isHidden({ column, values }: Conditions['counted'][number]): boolean {
  return column === 'archived' && values.every((value) => value === 0);
}

/** The rows of all sets, but for those that are archived, where these are hidden, or of other workspaces. */
function setRows({ workspaceId, counted, sets }: Conditions): Sql {
  const inAll = sets.map(({ rows }) => `SELECT row FROM (${rows.sql})`).join(' INTERSECT ');
  const archived =
    'SELECT row FROM requests INDEXED BY requests_archived WHERE workspace_id = ? AND archived = 1';
  const hidden = counted.length === 0 ? NO_SQL : { sql: ` UNION ALL ${archived}`, params: [workspaceId] };
  return {
    sql: `SELECT row FROM (${inAll}) WHERE row NOT IN (SELECT row FROM requests WHERE workspace_id < ?
      UNION ALL SELECT row FROM requests WHERE workspace_id > ?${hidden.sql})`,
    params: [...sets.flatMap(({ rows }) => rows.params), workspaceId, workspaceId, ...hidden.params],
  };
}

/** FROM and WHERE, with `requests` among the tables. */
interface Source {
  readonly from: Sql;
  readonly where: Sql;
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
function sorting(conditions: Conditions, { join }: RequestOrder): Source {
  const { from, where } = matching(conditions);
  return { from: { sql: `${from.sql} ${join.sql}`, params: [...from.params, ...join.params] }, where };
}

/** To all that match by the shortest way, and to no other. */
function matching(conditions: Conditions): Source {
  const { workspaceId, sets } = conditions;
  const [set, ...others] = sets;
  if (!set) {
    const rest = restOf(conditions, '');
    return {
      from: { sql: 'requests INDEXED BY requests_by_accepted', params: [] },
      where: { sql: `requests.workspace_id = ?${rest.sql}`, params: [workspaceId, ...rest.params] },
    };
  }
  const rest = restOf({ ...conditions, sets: others }, '+');
  return {
    from: {
      sql: `(${set.rows.sql}) AS hit CROSS JOIN requests ON requests.row = hit.row`,
      params: set.rows.params,
    },
    where: { sql: `+requests.workspace_id = ?${rest.sql}`, params: [workspaceId, ...rest.params] },
  };
}

/** What has to be looked at in each row. `plus` keeps SQLite from looking for the days in an index. */
function restOf(conditions: Conditions, plus: '' | '+'): Sql {
  const marks = countedSql(conditions.counted, 'requests', '+');
  const days = acceptedSql(conditions, plus);
  const sets = conditions.sets.map(
    ({ rows, holds }) => holds ?? { sql: `requests.row IN (${rows.sql})`, params: rows.params },
  );
  return {
    sql: `${days.sql}${marks.sql}${sets.map(({ sql }) => ` AND ${sql}`).join('')}`,
    params: [...days.params, ...marks.params, ...sets.flatMap(({ params }) => params)],
  };
}

function rowsOf(db: DatabaseSync, { sql, params }: Sql): number[] {
  return all(db, sql, ...params).map((row) => integer(row, 'row'));
}

function first(db: DatabaseSync, { sql, params }: Sql): Row {
  const row = one(db, sql, ...params);
  if (!row) throw new Error('A count has one row.');
  return row;
}

/** A value as it came out of the database. */
function sqlValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A key of an order is ${typeof value}.`);
}
