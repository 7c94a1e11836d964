import type { DatabaseSync } from 'node:sqlite';
import type { Count, HourCount, InsightsFilter } from '../../../../shared/insights.ts';
import type { OffsetSpan } from '../../../../shared/local-time.ts';
import { all, integer, text } from '../../operation.ts';
import { isMany, trackedCohort } from './cohort.ts';
import { callsOf } from './durations.ts';

const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
/** Status and hour are one number, which is grouped faster than two; the last slot is for calls without a time. */
const SLOTS = WEEK_HOURS + 1;
/**
 * Hours are counted from a Monday long before any date there is: 1970 began three days after a Monday, and whole
 * numbers are divided towards zero.
 */
const HOURS_BEFORE_1970 = 3 * HOURS + 200_000 * WEEK_HOURS;

/**
 * The calls by status and by hour of the week. Hours are local: `offsets` tell how far the clock was ahead of UTC
 * when; the first and the last also hold before and after.
 */
export function callCounts(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  offsets: readonly OffsetSpan[],
): { statuses: Count[]; hours: HourCount[] } {
  const cohort = trackedCohort(db, workspaceId, filter);
  const hour = `(call_rows.started_at + ${offsetOf(offsets)} + ${HOURS_BEFORE_1970} * 3600000) / 3600000`;
  const rows = all(
    db,
    `WITH packed AS MATERIALIZED (
       SELECT call_rows.status * ${SLOTS} + coalesce(${hour} % ${WEEK_HOURS}, ${WEEK_HOURS}) AS slot, count(*) AS n
       FROM ${callsOf(isMany(db, cohort))} WHERE ${cohort.sql} GROUP BY 1),
     grouped AS MATERIALIZED (SELECT slot / ${SLOTS} AS status, slot % ${SLOTS} AS hour, n FROM packed)
     SELECT 'status' AS what, coalesce(facets.value, '') AS name, 0 AS hour, sum(n) AS n
     FROM grouped LEFT JOIN facets ON facets.code = grouped.status GROUP BY 2
     UNION ALL
     SELECT 'hour', '', hour, sum(n) FROM grouped WHERE hour < ${WEEK_HOURS} GROUP BY 3
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

/** The newest first: most calls are of late. */
function offsetOf(offsets: readonly OffsetSpan[]): string {
  const [oldest, ...later] = offsets;
  const cases = later
    .toReversed()
    .map(({ from, offset }) => `WHEN call_rows.started_at >= ${whole(from)} THEN ${whole(offset)}`);
  const otherwise = whole(oldest?.offset ?? 0);
  return cases.length === 0 ? String(otherwise) : `CASE ${cases.join(' ')} ELSE ${otherwise} END`;
}

/** A number that may stand in a statement as it is. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number.`);
  return value;
}
