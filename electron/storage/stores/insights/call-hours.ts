import type { DatabaseSync } from 'node:sqlite';
import type { Count, HourCount, InsightsFilter } from '../../../../shared/insights.ts';
import type { OffsetSpan } from '../../../../shared/local-time.ts';
import { all, integer, text } from '../../operation.ts';
import { isMany, requestCohort } from './cohort.ts';
import { callsOf } from './durations.ts';

const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
/**
 * Shifts hours so that they count from a Monday (1970 began on a Thursday) and are never negative, as integer division
 * rounds towards zero.
 */
const HOURS_BEFORE_1970 = 3 * HOURS + 200_000 * WEEK_HOURS;

/**
 * The numbers of calls by status and by local hour of the week. `offsets`: the offsets from UTC over time; the first
 * and the last also apply before and after.
 */
export function callCounts(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  offsets: readonly OffsetSpan[],
): { statuses: Count[]; hours: HourCount[] } {
  const cohort = requestCohort(workspaceId, filter);
  const hour = `(screening_calls.started_at + ${offsetOf(offsets)} + ${HOURS_BEFORE_1970} * 3600000) / 3600000`;
  const rows = all(
    db,
    `WITH grouped AS MATERIALIZED (
       SELECT coalesce(screening_calls.status, '') AS status, ${hour} % ${WEEK_HOURS} AS hour, count(*) AS n
       FROM ${callsOf(isMany(db, cohort))} WHERE ${cohort.sql} GROUP BY 1, 2)
     SELECT 'status' AS what, status AS name, 0 AS hour, sum(n) AS n FROM grouped GROUP BY 2
     UNION ALL
     SELECT 'hour', '', hour, sum(n) FROM grouped WHERE hour IS NOT NULL GROUP BY 3
     ORDER BY what, n DESC, name, hour`,
    ...cohort.params,
  );
  return {
    statuses: rows
      .filter((row) => row['what'] === 'status')
      .map((row) => ({ value: text(row, 'name'), count: integer(row, 'n') })),
    hours: rows
      .filter((row) => row['what'] === 'hour')
      .map((row) => ({ at: integer(row, 'hour'), calls: integer(row, 'n') }))
      .map(({ at, calls }) => ({ weekday: Math.floor(at / HOURS), hour: at % HOURS, calls }))
      .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
  };
}

/** An expression for the offset of a call. The newest offset comes first, because most calls are recent. */
function offsetOf(offsets: readonly OffsetSpan[]): string {
  const [oldest, ...later] = offsets;
  const cases = later
    .toReversed()
    .map(({ from, offset }) => `WHEN screening_calls.started_at >= ${literal(from)} THEN ${literal(offset)}`);
  const otherwise = literal(oldest?.offset ?? 0);
  return cases.length === 0 ? String(otherwise) : `CASE ${cases.join(' ')} ELSE ${otherwise} END`;
}

/** An integer that is safe as a literal in SQL. */
function literal(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not an integer.`);
  return value;
}
