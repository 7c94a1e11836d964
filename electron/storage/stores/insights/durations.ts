import type { DatabaseSync } from 'node:sqlite';
import type { Distribution, InsightsFilter, InsightsRequests } from '../../../../shared/insights.ts';
import { isUnansweredCall } from '../../../../shared/outcome.ts';
import { all, integer, type Row } from '../../operation.ts';
import { facetValues } from '../../requests/facets.ts';
import type { Sql } from '../../requests/filter-conditions.ts';
import { isMany, requestCohort } from './cohort.ts';
import { distributionOf } from './distribution.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes from acceptance to completion. */
const COMPLETION_EDGES = [
  0,
  5,
  15,
  30,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  7 * DAY,
  14 * DAY,
];
/** Minutes of a call. */
const CALL_EDGES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 45, 60];
/** This many calls or more are one column. */
const MAX_CALLS = 8;

/** How long requests took from acceptance to completion. */
export function completionTimes(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): Distribution {
  const cohort = requestCohort(workspaceId, filter);
  return distributionOf(
    db,
    {
      // Rounds to tenths of a minute up to two hours, then to minutes: grouping equal values is faster than sorting all.
      sql: `SELECT iif(ms < 7200000, max(0, ms) / 6000 / 10.0, ms / 60000) AS value, count(*) AS n
            FROM (SELECT completed_at - accepted_at AS ms FROM ${requestsFor(db, cohort)}
                  WHERE ${cohort.sql} AND requests.completed_at IS NOT NULL) GROUP BY 1`,
      params: cohort.params,
    },
    COMPLETION_EDGES,
  );
}

/** The numbers of calls that requests have. */
export function callsPerRequest(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): Omit<InsightsRequests, 'completion'> {
  const cohort = requestCohort(workspaceId, filter);
  const counts = all(
    db,
    `SELECT min(call_count, ${MAX_CALLS}) AS calls, count(*) AS requests, count(completed_at) AS completed,
       coalesce(sum(call_count) FILTER (WHERE completed_at IS NOT NULL), 0) AS calls_of_completed
     FROM ${requestsFor(db, cohort)} WHERE ${cohort.sql} GROUP BY 1`,
    ...cohort.params,
  );
  const completed = sumOf(counts, 'completed');
  return {
    callsPerRequest: counts.map((row) => ({
      calls: integer(row, 'calls'),
      requests: integer(row, 'requests'),
    })),
    callsPerCompleted: completed === 0 ? null : sumOf(counts, 'calls_of_completed') / completed,
  };
}

function requestsFor(db: DatabaseSync, cohort: Sql): string {
  return isMany(db, cohort) ? 'requests NOT INDEXED' : 'requests';
}

function sumOf(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + integer(row, column), 0);
}

/**
 * How long answered calls took: those with a length above 0, unless the service says that nobody answered or that they
 * haven't ended.
 */
export function callDurations(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): Distribution {
  const cohort = requestCohort(workspaceId, filter);
  const statuses = facetValues(db, workspaceId, 'call_status').filter(isUnansweredCall);
  return distributionOf(
    db,
    {
      sql: `SELECT round(screening_calls.duration_minutes, 1) AS value, count(*) AS n FROM ${callsOf(isMany(db, cohort))}
            WHERE ${cohort.sql} AND screening_calls.duration_minutes > 0
              AND coalesce(screening_calls.status, '') NOT IN (SELECT value FROM json_each(?)) GROUP BY 1`,
      params: [...cohort.params, JSON.stringify(statuses)],
    },
    CALL_EDGES,
  );
}

/** Calls joined with their requests. CROSS JOIN fixes the order of the tables (sqlite.org/optoverview.html §8.2). */
export function callsOf(many: boolean): string {
  return many
    ? 'screening_calls CROSS JOIN requests ON requests.row = screening_calls.row'
    : 'requests CROSS JOIN screening_calls ON screening_calls.row = requests.row';
}
