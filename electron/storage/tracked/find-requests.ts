import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { all, integer, one } from '../operation.ts';
import type { RowBits } from '../search/row-bits.ts';
import { countedOnce, keptCount } from './counted.ts';
import { acceptedSql, type Conditions, countedSql, type Sql } from './filter-conditions.ts';
import { firstInOrder, foundRows } from './found-rows.ts';
import { COUNTED_COLUMNS } from './number-columns.ts';
import { countBefore, countBeforeInGroups, pageByPlaces, pageInOrder, pageOfGroups } from './ordered-rows.ts';
import { readAheadSoon } from './read-ahead.ts';
import { orderBy, type RequestOrder } from './request-order.ts';
import { columnsAtHand, type RowColumns, rowColumns } from './row-columns.ts';
import { groupsInOrder, isQuick, orderName, wholeOrder } from './whole-order.ts';

/** How many requests match. */
export function countRequests(db: DatabaseSync, conditions: Conditions): number {
  if (isImpossible(conditions)) return 0;
  const { workspace, counted, sets } = conditions;
  if (sets.length === 0 && !hasDays(conditions)) {
    const where = countedSql(counted, 'request_counts');
    return countedOnce(
      db,
      `SELECT coalesce(sum(n), 0) AS n FROM request_counts WHERE workspace = ?${where.sql}`,
      workspace,
      ...where.params,
    );
  }
  const columns = rowColumns(db);
  if (columns) return foundRows(db, columns, conditions).count();
  const { from, where } = directly(conditions);
  return numberOf(
    db,
    `SELECT count(*) AS n FROM ${from.sql} WHERE ${where.sql}`,
    ...from.params,
    ...where.params,
  );
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

export interface FoundPage {
  /** The numbers of the rows of the page, in order. */
  readonly rows: readonly number[];
  readonly total: number;
  readonly all: number;
}

/** How many requests a workspace has. */
export function countAll(db: DatabaseSync, workspace: number): number {
  const columns = columnsAtHand(db);
  if (columns) return keptCount(db, `all ${workspace}`, () => columns.with('workspace', [workspace]).count());
  return countedOnce(
    db,
    'SELECT coalesce(sum(n), 0) AS n FROM request_counts WHERE workspace = ?',
    workspace,
  );
}

/** A page of what matches, and how many match. */
export function findRequests(db: DatabaseSync, query: Omit<PageQuery, 'total'>): FoundPage {
  const { conditions } = query;
  readAheadSoon(db, conditions.workspace);
  if (isImpossible(conditions)) return { rows: [], total: 0, all: query.all };
  // A search, tags and pinned fields are looked for in the columns of numbers; where those are at hand, all else, too.
  const columns = conditions.sets.length > 0 ? rowColumns(db) : columnsAtHand(db);
  if (columns) {
    const found = foundRows(db, columns, conditions);
    const total = found.count();
    return { rows: pageOfFound(db, columns, found, { ...query, total }), total, all: query.all };
  }
  const total = countRequests(db, conditions);
  return { rows: findPage(db, { ...query, total }), total, all: query.all };
}

/** A page of these rows. */
function pageOfFound(
  db: DatabaseSync,
  columns: RowColumns,
  found: RowBits,
  query: PageQuery,
): readonly number[] {
  const { conditions, order, descending, offset, limit, total } = query;
  const { workspace } = conditions;
  if (offset >= total) return [];
  const groups = groupsInOrder(db, columns, order);
  if (groups) return pageOfGroups(found, groups, descending, query);
  const steps = expectedSteps(query);
  const isRare = total * COMPARED_IN_STEPS < steps;
  const isAtHand = isQuick(columns, workspace, order);
  if (order.number && total <= FEW_TO_COMPARE && (isRare || !isAtHand))
    return firstInOrder(found, total, columns.column(order.number), descending, offset + limit).slice(offset);
  if (!isAtHand) {
    const isNearlyAll = steps <= NEARLY_ALL * (offset + limit);
    // The first time, a few more steps cost less than the whole order; who filters in it goes on to do so.
    const isFirst = !isNearlyAll && !order.number && columns.lists.isFirst(orderName(workspace, order));
    if (conditions.sets.length === 0 && steps <= FEWEST_STEPS && (isNearlyAll || isFirst)) {
      const rows = walkToPage(db, query);
      if (rows.length === Math.min(limit, total - offset)) return rows;
    }
    if (isFirst && total <= FEW_TO_SORT) return sorted(db, found.rows(), query);
  }
  const whole = wholeOrder(db, columns, workspace, order);
  if (isRare && !order.facet) {
    const places = columns.lists.placesIn(orderName(workspace, order), whole, columns.end);
    return pageByPlaces(found, whole, places, descending, query);
  }
  return pageInOrder(found, whole, descending, query);
}

/** A page of these rows in an order that only the database knows. */
function sorted(
  db: DatabaseSync,
  found: Int32Array,
  { order, descending, offset, limit }: PageQuery,
): number[] {
  return all(
    db,
    `SELECT tracked.row FROM json_each(?) AS hit CROSS JOIN tracked ON tracked.row = hit.value ${order.join.sql}
     ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    `[${found.join(',')}]`,
    ...order.join.params,
    limit,
    offset,
  ).map((row) => integer(row, 'row'));
}

/** The numbers of the rows of a page, in order. */
function findPage(db: DatabaseSync, query: PageQuery): readonly number[] {
  const { conditions, order, descending, offset, limit, total } = query;
  if (offset >= total) return [];
  if (offset + expectedSteps(query) <= FEW_STEPS) {
    const rows = walkToPage(db, query);
    // What is looked for may stand far apart from what the index begins with: then the whole order is looked through.
    if (rows.length === Math.min(limit, total - offset)) return rows;
  }
  const columns = total > FEW_TO_SORT ? rowColumns(db) : undefined;
  if (columns) return pageOfFound(db, columns, foundRows(db, columns, conditions), query);
  const { from, where } = collecting(conditions, order);
  return all(
    db,
    `SELECT tracked.row FROM ${from.sql} WHERE ${where.sql}
     ORDER BY ${orderBy(order, descending)} LIMIT ? OFFSET ?`,
    ...from.params,
    ...where.params,
    limit,
    offset,
  ).map((row) => integer(row, 'row'));
}

/** So many steps along an index, with a look at each request, are made without a second thought. */
const FEW_STEPS = 2000;
/** So many requests are looked up and sorted without one. */
const FEW_TO_SORT = 1500;
/** So many are compared in the columns of numbers rather than all brought into their order. */
const FEW_TO_COMPARE = 5000;

/** So many steps along an order take as long as bringing one of those that were found into its place. */
const COMPARED_IN_STEPS = 5;

/** So many times the length of a page: nearly everything matches. */
const NEARLY_ALL = 1.2;

/** Steps along an index that are always tried, and how many times more than expected. */
const FEWEST_STEPS = 500;
const PATIENCE = 2;

/** The page, or its beginning where it takes too many steps to get to its end. */
function walkToPage(db: DatabaseSync, query: PageQuery): number[] {
  const { conditions, order, descending, offset, limit } = query;
  const { walk } = order;
  const groups = groupsOf(conditions, order);
  const rest = restOf(conditions);
  return all(
    db,
    `SELECT tracked.row FROM (
       SELECT tracked.row, ${COUNTED_COLUMNS.map((column) => `tracked.${column}`).join(', ')}, tracked.accepted_at
       FROM ${walk.from} WHERE ${walk.where.sql}${groups.sql}
       ORDER BY ${orderBy(order, descending)} LIMIT ?) AS tracked
     WHERE tracked.workspace = ?${rest.sql} LIMIT ? OFFSET ?`,
    ...walk.where.params,
    ...groups.params,
    Math.round(FEWEST_STEPS + offset + PATIENCE * expectedSteps(query)),
    conditions.workspace,
    ...rest.params,
    limit,
    offset,
  ).map((row) => integer(row, 'row'));
}

/** Every row that matches, in no order. */
export function findAll(db: DatabaseSync, conditions: Conditions): number[] {
  if (isImpossible(conditions)) return [];
  const { from, where } = directly(conditions);
  return all(
    db,
    `SELECT tracked.row FROM ${from.sql} WHERE ${where.sql}`,
    ...from.params,
    ...where.params,
  ).map((row) => integer(row, 'row'));
}

/** How many of those that match stand before a row in an order; undefined where the row itself does not match. */
export function placeOf(
  db: DatabaseSync,
  { conditions, order, descending }: Pick<PageQuery, 'conditions' | 'order' | 'descending'>,
  row: number,
): number | undefined {
  const columns = rowColumns(db);
  if (!columns) throw new Error('Places are not asked for within a transaction.');
  if (isImpossible(conditions)) return undefined;
  const found = foundRows(db, columns, conditions);
  if (!found.has(row)) return undefined;
  const groups = groupsInOrder(db, columns, order);
  if (groups) return countBeforeInGroups(found, groups, descending, row);
  return countBefore(found, wholeOrder(db, columns, conditions.workspace, order), descending, row);
}

/** Where what is looked for stands evenly among all. */
function expectedSteps({ total, all: inAll, offset, limit }: PageQuery): number {
  return (Math.min(offset + limit, total) * inAll) / total;
}

interface Plan {
  readonly from: Sql;
  readonly where: Sql;
}

/** Whole groups of the order that are filtered out need not be walked through. */
function groupsOf(conditions: Conditions, { facet }: RequestOrder): Sql {
  return countedSql(
    conditions.counted
      .filter(({ column }) => column === facet?.column)
      .map((each) => ({ ...each, column: 'code' })),
    'sorted',
    // Searched for by its code, a group would be sorted as a whole.
    '+',
  );
}

function collecting(conditions: Conditions, { join }: RequestOrder): Plan {
  const { from, where } = directly(conditions);
  return {
    from: { sql: `${from.sql} ${join.sql}`, params: [...from.params, ...join.params] },
    where,
  };
}

/** To all that match by the shortest way, and to no other. */
function directly(conditions: Conditions): Plan {
  const { workspace, counted, sets } = conditions;
  const [first, ...others] = sets;
  if (first) {
    const rest = restOf({ ...conditions, sets: others });
    return {
      from: {
        sql: `(${first.sql}) AS hit CROSS JOIN tracked ON tracked.row = hit.row`,
        params: first.params,
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

const SAME_COUNT = COUNTED_COLUMNS.map((column) => `tracked.${column} = request_counts.${column}`).join(
  ' AND ',
);

/** What has to be looked at in each row. */
function restOf(conditions: Conditions): Sql {
  const marks = countedSql(conditions.counted, 'tracked', '+');
  const days = acceptedSql(conditions, '+');
  return {
    sql: `${marks.sql}${days.sql}${conditions.sets.map(({ sql }) => ` AND tracked.row IN (${sql})`).join('')}`,
    params: [...marks.params, ...days.params, ...conditions.sets.flatMap(({ params }) => params)],
  };
}

function hasDays({ from, until }: Conditions): boolean {
  return from !== null || until !== null;
}

/** It asks for a value that no request ever had. */
function isImpossible({ counted }: Conditions): boolean {
  return counted.some(({ codes }) => codes.length === 0);
}

function numberOf(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  const row = one(db, sql, ...params);
  return row ? integer(row, 'n') : 0;
}
