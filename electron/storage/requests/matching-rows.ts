import type { DatabaseSync } from 'node:sqlite';
import { change, integer, integerOrNull, one } from '../operation.ts';
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

/** A filter, with what is known of it before any request is looked at. */
export interface Estimate {
  readonly conditions: Conditions;
  readonly counts: Counts;
  /** Which share of all requests its range of days has, about. */
  readonly shareOfDays: number;
}

export function estimate(db: DatabaseSync, conditions: Conditions): Estimate {
  return { conditions, counts: countsOf(db, conditions), shareOfDays: shareOfDays(db, conditions) };
}

/** How many match. */
export function countMatching(db: DatabaseSync, known: Estimate): number {
  const { sets, from, until } = known.conditions;
  if (sets.length > 0) return gather(db, known);
  if (from === null && until === null) return known.counts.counted;
  return countOf(db, matchingRows(db, known));
}

/**
 * Whether all that match are to be gathered for a page, and not counted alone: what sets find, which takes as long, and what
 * is little, if as many were accepted every day, and is sorted then.
 */
export function isToBeGathered({ conditions, counts, shareOfDays }: Estimate): boolean {
  const { sets, from, until } = conditions;
  if (sets.length > 0) return true;
  if (from === null && until === null) return false;
  return counts.counted * shareOfDays <= 2 * FEW;
}

/** Puts all that match into a table of their own, `temp.matching`; answers how many. */
export function gather(db: DatabaseSync, known: Estimate): number {
  const { conditions, counts } = known;
  db.exec('CREATE TEMP TABLE IF NOT EXISTS matching (row INTEGER PRIMARY KEY) STRICT; DELETE FROM matching');
  // Where few are left out, and nothing else is asked of a request, none has to be looked at.
  const isOfSets = conditions.sets.length > 0 && asksForSetsAlone(conditions);
  if (!isOfSets || counts.stored - counts.counted > FEW) {
    const { sql, params } = matchingRows(db, known);
    return change(db, `INSERT INTO matching ${sql} ORDER BY 1`, ...params);
  }
  const inAll = conditions.sets.map(({ rows }) => `SELECT row FROM (${rows.sql})`).join(' INTERSECT ');
  const params = conditions.sets.flatMap(({ rows }) => rows.params);
  const found = change(db, `INSERT INTO matching ${inAll} ORDER BY 1`, ...params);
  const left = leftOut(conditions);
  return found - change(db, `DELETE FROM matching WHERE row IN (${left.sql})`, ...left.params);
}

/** The rows that match, in no order. */
export function matchingRows(db: DatabaseSync, known: Estimate): Sql {
  const { from, where } = matching(db, known);
  return {
    sql: `SELECT requests.row FROM ${from.sql} WHERE ${where.sql}`,
    params: [...from.params, ...where.params],
  };
}

/** FROM and WHERE, with `requests` among the tables. */
export interface Source {
  readonly from: Sql;
  readonly where: Sql;
  /** As many rows of `requests` as are looked at, about. */
  readonly cost: number;
}

/** To all that match by the shortest way, and to no other. */
export function matching(db: DatabaseSync, known: Estimate): Source {
  const bySets = known.conditions.sets.map((set) => bySet(db, known, set));
  return [...bySets, byDays(known), ...byColumns(known)].reduce((shortest, way) =>
    way.cost < shortest.cost ? way : shortest,
  );
}

/** So many rows are looked at sooner than a frame is drawn. */
export const FEW = 5000;

/** So many entries of an index that has all that is asked for are read as fast as one row of the table. */
const ENTRIES_A_ROW = 12;

function byDays({ conditions, counts, shareOfDays }: Estimate): Source {
  const { workspaceId, counted, sets } = conditions;
  const rest = restOf(conditions, '');
  const probes = sets.length * counts.counted;
  const isInIndex = counted.every(({ column }) => column !== 'job_description_id');
  return {
    from: { sql: 'requests INDEXED BY requests_by_accepted', params: [] },
    where: { sql: `requests.workspace_id = ?${rest.sql}`, params: [workspaceId, ...rest.params] },
    cost: shareOfDays * (isInIndex ? counts.all / ENTRIES_A_ROW + probes : counts.all),
  };
}

/** As if as many were accepted every day. */
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
    // What a search finds is as long to count as to find: often it's little.
    cost: set.size ? countIn(db, set.size) : FEW / 2,
  };
}

const COLUMN_INDEXES: Readonly<Record<string, string>> = {
  status: 'requests_by_status',
  job_description_id: 'requests_by_job',
  questionnaire_template_id: 'requests_by_questionnaire',
  verdict: 'requests_by_verdict',
};

function byColumns({ conditions, counts }: Estimate): Source[] {
  return conditions.counted.flatMap((condition, place) => {
    const index = COLUMN_INDEXES[condition.column];
    if (index === undefined) return [];
    const own = countedSql([condition], 'requests');
    const counted = conditions.counted.filter((each) => each !== condition);
    const rest = restOf({ ...conditions, counted }, '+');
    return [
      {
        from: { sql: `requests INDEXED BY ${index}`, params: [] },
        where: {
          sql: `+requests.workspace_id = ?${own.sql}${rest.sql}`,
          params: [conditions.workspaceId, ...own.params, ...rest.params],
        },
        cost: (counts.meeting[place] ?? counts.stored) + conditions.sets.length * counts.counted,
      },
    ];
  });
}

/** What has to be looked at in each row, with AND in front. `plus` keeps SQLite from looking for it in an index. */
export function restOf(conditions: Conditions, plus: '' | '+'): Sql {
  const marks = countedSql(conditions.counted, 'requests', '+');
  const days = acceptedSql(conditions, plus);
  const sets = conditions.sets.map(({ holds }) => holds);
  return {
    sql: `${days.sql}${marks.sql}${sets.map(({ sql }) => ` AND ${sql}`).join('')}`,
    params: [...days.params, ...marks.params, ...sets.flatMap(({ params }) => params)],
  };
}

/** For no more, but for what is archived to be left out. */
function asksForSetsAlone({ counted, from, until }: Conditions): boolean {
  return from === null && until === null && counted.every(isHidden);
}

function isHidden({ column, values }: CountedCondition): boolean {
  return column === 'archived' && values.every((value) => value === 0);
}

/** The rows of other workspaces and, where these are hidden, those that are archived. */
function leftOut({ workspaceId, counted }: Conditions): Sql {
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
  return countIn(db, { sql: `SELECT count(*) AS n FROM (${sql})`, params });
}

function countIn(db: DatabaseSync, { sql, params }: Sql): number {
  const counted = one(db, sql, ...params);
  if (!counted) throw new Error('A count has one row.');
  return integer(counted, 'n');
}
