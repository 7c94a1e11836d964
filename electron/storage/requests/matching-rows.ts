import type { DatabaseSync } from 'node:sqlite';
import { change, integerOrNull, one, scalar } from '../operation.ts';
import {
  acceptedSql,
  type Conditions,
  type CountedCondition,
  countedSql,
  NO_SQL,
  type RowSet,
  type Sql,
} from './filter-conditions.ts';
import { type Counts, countsOf } from './request-counts.ts';

/** A filter, with figures that are known without reading requests. */
export interface Estimate {
  readonly conditions: Conditions;
  readonly counts: Counts;
  /** The approximate share of all requests that the range of days has, from 0 to 1. */
  readonly shareOfDays: number;
}

export function estimate(db: DatabaseSync, conditions: Conditions): Estimate {
  return { conditions, counts: countsOf(db, conditions), shareOfDays: shareOfDays(db, conditions) };
}

export function countMatching(db: DatabaseSync, known: Estimate): number {
  const { sets, from, until } = known.conditions;
  if (sets.length > 0) return materialize(db, known);
  if (from === null && until === null) return known.counts.counted;
  return countOf(db, matchingRows(db, known));
}

/**
 * Whether to materialize all matches for a page instead of only counting them: with sets, where counting takes as long;
 * and for few matches, which are sorted then.
 */
export function shouldMaterialize({ conditions, counts, shareOfDays }: Estimate): boolean {
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
export interface Source {
  readonly from: Sql;
  readonly where: Sql;
  /** The approximate number of rows of `requests` to read. */
  readonly cost: number;
}

/** The cheapest way to find all matches. */
export function matching(db: DatabaseSync, known: Estimate): Source {
  const bySets = known.conditions.sets.map((set) => bySet(db, known, set));
  return [...bySets, byDays(known), ...byColumns(known)].reduce((cheapest, source) =>
    source.cost < cheapest.cost ? source : cheapest,
  );
}

/** The number of rows that can be read within a frame. */
export const FEW = 5000;

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
export function restOf(conditions: Conditions, plus: '' | '+'): Sql {
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
export function countOf(db: DatabaseSync, { sql, params }: Sql): number {
  return scalar(db, `SELECT count(*) AS n FROM (${sql})`, ...params);
}
