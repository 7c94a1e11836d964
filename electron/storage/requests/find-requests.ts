import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { all, change, integer, one, scalar, text } from '../operation.ts';
import { coveringOf, isStaleIn, questionnairesOpenAt, questionnairesWithOpenHeadline } from './covering.ts';
import { type Matches, NO_SQL, type Sql } from './filter-conditions.ts';

export function countRequests(db: DatabaseSync, { where, isCounted }: Matches): number {
  const counting = isCounted
    ? 'SELECT coalesce(sum(n), 0) AS n FROM request_counts AS requests'
    : 'SELECT count(*) AS n FROM requests';
  return scalar(db, `${counting} WHERE ${where.sql}`, ...where.params);
}

/** How many requests a workspace has, archived ones included. */
export function countAll(db: DatabaseSync, workspaceId: string): number {
  const sql = 'SELECT coalesce(sum(n), 0) AS n FROM request_counts WHERE workspace_id = ?';
  return scalar(db, sql, workspaceId);
}

/** The rows of all matching requests, in no order. */
export function findAll(db: DatabaseSync, matches: Matches): number[] {
  return z.array(z.number()).parse(listOf(db, 'row', matches));
}

/** The ids of all matching requests, in no order. */
export function findAllIds(db: DatabaseSync, matches: Matches): string[] {
  return z.array(z.string()).parse(listOf(db, 'request_id', matches));
}

/** A column of all matches as one JSON list, which is faster than creating an object for each of 100,000 rows. */
function listOf(db: DatabaseSync, column: 'row' | 'request_id', { where }: Matches): unknown {
  const sql = `SELECT json_group_array(requests.${column}) AS list FROM requests WHERE ${where.sql}`;
  const found = one(db, sql, ...where.params);
  return found && JSON.parse(text(found, 'list'));
}

interface OrderedMatches {
  readonly matches: Matches;
  readonly order: RequestOrder;
  readonly descending: boolean;
}

/** The rows of a page, in order, and how many requests match. */
export function findPage(
  db: DatabaseSync,
  query: OrderedMatches & { readonly offset: number; readonly limit: number },
): { readonly rows: number[]; readonly total: number } {
  const { matches, offset, limit } = query;
  const total = matches.isKept ? keep(db, matches) : countRequests(db, matches);
  if (offset >= total) return { rows: [], total };
  const { sql, params } = pageSql(query, total > FEW);
  return { rows: all(db, sql, ...params, limit, offset).map((row) => integer(row, 'row')), total };
}

/** Keeps the rows of all matches in the table `temp.matching`; gives how many. */
function keep(db: DatabaseSync, { rows }: Matches): number {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS matching (row INTEGER PRIMARY KEY) STRICT; DELETE FROM matching');
  return change(db, `INSERT INTO matching ${rows.sql}`, ...rows.params);
}

/** Up to so many matches are sorted: walking along the index of an order until a page is full takes longer then. */
const FEW = 2000;

/**
 * The statement for a page of matches, with parameters for limit and offset left. `many`: along the index of their order
 * until the page is full; otherwise found first and then sorted.
 */
export function pageSql({ matches, order, descending }: OrderedMatches, many: boolean): Sql {
  const { workspaceId, where, isKept } = matches;
  const [from, plus] = many && order.walk ? [order.walk, '+'] : [order.join, ''];
  const found = isKept ? { sql: `${plus}${order.row} IN temp.matching`, params: [] } : where;
  // Only a walk needs it: the index by acceptance begins with the workspace.
  const inWorkspace = { sql: `${plus ? '' : '+'}requests.workspace_id = ?`, params: [workspaceId] };
  return {
    sql: `SELECT ${order.row} AS row FROM ${from.sql} WHERE ${found.sql} AND ${inWorkspace.sql}
      ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    params: [...from.params, ...found.params, ...inWorkspace.params],
  };
}

/** The 0-based position of a row among the matches in an order; undefined if it doesn't match. */
export function positionOf(
  db: DatabaseSync,
  { matches: { where }, order, descending }: OrderedMatches,
  row: number,
): number | undefined {
  const from = `FROM ${order.join.sql} WHERE ${where.sql}`;
  const params = [...order.join.params, ...where.params];
  const keys = [...order.keys, 'requests.row'];
  const selected = keys.map((key, index) => `${key} AS key${index}`).join(', ');
  const own = one(db, `SELECT ${selected} ${from} AND requests.row = ?`, ...params, row);
  if (!own) return undefined;
  const values = keys.map((_, index) => sqlValue(own[`key${index}`]));
  const before = descending ? '>' : '<';
  // Null comes last in both directions.
  const isBefore =
    values[0] === null
      ? { sql: `(${order.keys[0]} IS NOT NULL OR requests.row ${before} ?)`, params: [row] }
      : { sql: `(${keys.join(', ')}) ${before} (${keys.map(() => '?').join(', ')})`, params: values };
  return scalar(db, `SELECT count(*) AS n ${from} AND ${isBefore.sql}`, ...params, ...isBefore.params);
}

function sqlValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A sort key is ${typeof value}.`);
}

/** A sort order of the requests of a workspace, with ties in row order. */
interface RequestOrder {
  /** FROM along an index in this order; null if no index has it. */
  readonly walk: Sql | null;
  /** FROM that joins the sort keys to `requests`. */
  readonly join: Sql;
  /** The sort keys, most important first. */
  readonly keys: readonly string[];
  /** Whether the first key may be null. */
  readonly nullable: boolean;
  /** The row column of the table that is walked along. */
  readonly row: string;
}

/** Orders by an indexed column of `requests`. */
const COLUMNS = {
  name: ['name_key', 'requests_by_name'],
  outcome: ['outcome', 'requests_by_outcome'],
  calls: ['call_count', 'requests_by_calls'],
  headline: ['headline_key', 'requests_by_headline'],
  accepted: ['accepted_at', 'requests_by_accepted'],
  updated: ['changed_at', 'requests_by_changed'],
} as const;

/** Orders by the names of facets. */
const FACETS = {
  status: ['status', 'status', 'requests_by_status'],
  job: ['job_description', 'job_description_id', 'requests_by_job'],
  questionnaire: ['questionnaire', 'questionnaire_template_id', 'requests_by_questionnaire'],
} as const;

export function requestOrder(db: DatabaseSync, workspaceId: string, sort: RequestSort): RequestOrder {
  const order = plainOrder(db, workspaceId, sort);
  const covering = coveringOf(db, workspaceId);
  if (!covering) return order;
  if (sort === 'headline') {
    const open = isStaleIn(db, workspaceId) ? '[]' : questionnairesWithOpenHeadline(covering);
    return coveredOrder(order, open);
  }
  return sort.startsWith('pin:') && order.nullable
    ? coveredOrder(order, questionnairesOpenAt(covering, sort.replace(/^pin:/, '')))
    : order;
}

/** The order in which covered requests have no sort key, except those of the questionnaires `open` (JSON). */
function coveredOrder(order: RequestOrder, open: string): RequestOrder {
  return {
    ...order,
    walk: null,
    join: {
      sql: `${order.join.sql} LEFT JOIN first_verdicts AS judged ON judged.row = requests.row
        LEFT JOIN json_each(?) AS uncovered ON uncovered.value = requests.questionnaire_template_id`,
      params: [...order.join.params, open],
    },
    keys: order.keys.map((key) => `iif(judged.row IS NULL AND uncovered.value IS NULL, NULL, ${key})`),
    nullable: true,
  };
}

function plainOrder(db: DatabaseSync, workspaceId: string, sort: RequestSort): RequestOrder {
  const known = REQUEST_SORTS.find((each) => each === sort);
  if (known === undefined) return pinnedOrder(db, workspaceId, sort.replace(/^pin:/, ''));
  if (known === 'verdict') return VERDICT;
  if (known === 'phone') return orderByRow('submissions', NO_SQL, 'phone_number', false);
  if (known === 'status' || known === 'job' || known === 'questionnaire') {
    const [kind, column, index] = FACETS[known];
    return orderByValue('facets', index, ['sort_key', 'value'], {
      sql: `sorted.workspace_id = ? AND sorted.kind = ? AND sorted.value = requests.${column}`,
      params: [workspaceId, kind],
    });
  }
  const [column, index] = COLUMNS[known];
  return {
    walk: { sql: `requests INDEXED BY ${index}`, params: [] },
    join: { sql: 'requests', params: [] },
    keys: [`requests.${column}`],
    nullable: known === 'headline',
    row: 'requests.row',
  };
}

const VERDICT = orderByValue('verdicts', 'requests_by_verdict', ['rank'], {
  sql: 'sorted.value = requests.verdict',
  params: [],
});

/** Orders by the table of a column's values; `index` has the requests with each value. */
function orderByValue(table: string, index: string, keys: readonly string[], on: Sql): RequestOrder {
  return {
    walk: {
      sql: `${table} AS sorted CROSS JOIN requests INDEXED BY ${index} ON ${on.sql}`,
      params: on.params,
    },
    join: { sql: `requests CROSS JOIN ${table} AS sorted ON ${on.sql}`, params: on.params },
    keys: keys.map((key) => `sorted.${key}`),
    nullable: false,
    row: 'requests.row',
  };
}

/** Orders by an indexed column of a table with the same rows as `requests`. `where`: which of them, preceded by AND. */
function orderByRow(table: string, where: Sql, key: string, nullable: boolean): RequestOrder {
  const on = `ON sorted.row = requests.row${where.sql}`;
  return {
    walk: { sql: `${table} AS sorted CROSS JOIN requests ${on}`, params: where.params },
    join: { sql: `requests CROSS JOIN ${table} AS sorted ${on}`, params: where.params },
    keys: [`sorted.${key}`],
    nullable,
    row: 'sorted.row',
  };
}

function pinnedOrder(db: DatabaseSync, workspaceId: string, path: string): RequestOrder {
  const shown = `SELECT pin FROM pins WHERE workspace_id = ? AND path = ? AND state = 'shown'`;
  const pin = one(db, shown, workspaceId, path);
  // A field that isn't pinned any more, or is still being filled, can't be sorted by.
  if (!pin) return plainOrder(db, workspaceId, 'accepted');
  const where = { sql: ' AND sorted.pin = ?', params: [integer(pin, 'pin')] };
  return orderByRow('pinned_values', where, 'place', true);
}

/** The ORDER BY list. Null comes last in both directions. */
function orderBy({ keys, nullable, row }: RequestOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const nulls = nullable && !descending ? ' NULLS LAST' : '';
  return [...keys.map((key) => `${key} ${direction}${nulls}`), `${row} ${direction}`].join(', ');
}
