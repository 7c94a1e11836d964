import type { DatabaseSync } from 'node:sqlite';
import type { Distribution, InsightsFilter, InsightsRequests } from '../../../../shared/insights.ts';
import { all, integer, one } from '../../operation.ts';
import { isMany, trackedCohort } from './cohort.ts';
import { distributionOf } from './distribution.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes from acceptance to completion: spans that people think in. */
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
/** As many calls or more are one column. */
const MOST_CALLS = 8;

/** How long requests took, and how many calls. */
export function requestFigures(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): InsightsRequests {
  const cohort = trackedCohort(db, workspaceId, filter);
  const completed = `${cohort.sql} AND tracked.completed_at IS NOT NULL`;
  const counts = all(
    db,
    `SELECT min(call_count, ${MOST_CALLS}) AS calls, count(*) AS requests FROM tracked WHERE ${cohort.sql} GROUP BY 1`,
    ...cohort.params,
  );
  const perCompleted = one(
    db,
    `SELECT avg(call_count) AS n FROM tracked WHERE ${completed}`,
    ...cohort.params,
  )?.['n'];
  return {
    completion: distributionOf(
      db,
      {
        // Tenths of a minute where they matter: so many equal values are counted faster than each is sorted.
        sql: `SELECT iif(ms < 7200000, max(0, ms) / 6000 / 10.0, ms / 60000) AS value, count(*) AS n
              FROM (SELECT completed_at - accepted_at AS ms FROM tracked WHERE ${completed}) GROUP BY 1`,
        params: cohort.params,
      },
      COMPLETION_EDGES,
    ),
    callsPerRequest: counts.map((row) => ({
      calls: integer(row, 'calls'),
      requests: integer(row, 'requests'),
    })),
    callsPerCompleted: typeof perCompleted === 'number' ? perCompleted : null,
  };
}

/** How long calls were, of those that have a length. */
export function callDurations(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): Distribution {
  const cohort = trackedCohort(db, workspaceId, filter);
  return distributionOf(
    db,
    {
      sql: `SELECT round(call_rows.duration_minutes, 1) AS value, count(*) AS n FROM ${callsOf(isMany(db, cohort))}
            WHERE ${cohort.sql} AND call_rows.duration_minutes >= 0 GROUP BY 1`,
      params: cohort.params,
    },
    CALL_EDGES,
  );
}

/** Calls with their requests, read in the order of the larger part: CROSS JOIN keeps it (sqlite.org/optoverview.html §8.2). */
export function callsOf(many: boolean): string {
  return many
    ? 'call_rows CROSS JOIN tracked ON tracked.row = call_rows.row'
    : 'tracked CROSS JOIN call_rows ON call_rows.row = tracked.row';
}
