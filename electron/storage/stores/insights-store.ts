import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type {
  Distribution,
  Funnel,
  HourCount,
  InsightsAgreement,
  InsightsFilter,
  OfJob,
} from '../../../shared/insights.ts';
import { isPlannedCall, isUnansweredCall, OUTCOMES } from '../../../shared/outcome.ts';
import { MINE } from '../../../shared/request-filter.ts';
import { all, integer, type Row, read, scalar, text } from '../operation.ts';
import { describedByQuestionnaire } from '../requests/described-fields.ts';
import { facetValues } from '../requests/facets.ts';
import type { Sql } from '../requests/filter-conditions.ts';
import { pinsOf, scalePrefix } from '../requests/pinned-values.ts';
import { IS_OPEN, OPEN_ROWS } from './submission-row.ts';

/** Separate operations, so that a write waits for one of them at most: each may read the whole history. */
export const insightsStore = {
  funnel: read(funnelByJob),
  firstCall: read(timesToFirstCall),
  assessment: read(timesToAssessment),
  hours: read(callsByHour),
  agreement: read(agreementByJob),
};

/** How far the submissions of each job description came, the most submitted first. Archived requests count. */
function funnelByJob(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): OfJob<Funnel>[] {
  // What no service has accepted is one's own.
  const open = cohort('', 'created_at', `'${MINE}'`, workspaceId, filter);
  const accepted = acceptedByJob(workspaceId, filter);
  return all(
    db,
    `WITH accepted AS (${accepted.sql}),
     stages AS (
       SELECT job, n AS submitted, iif(outcome IN (?, ?), n, 0) AS reached, iif(outcome = ?, n, 0) AS assessed, verdict
       FROM accepted
       UNION ALL SELECT job_description_id, count(*), 0, 0, 'none' FROM ${OPEN_ROWS}
         WHERE ${open.sql} AND ${IS_OPEN} AND state <> 'draft' GROUP BY 1)
     SELECT job, sum(submitted) AS submitted, sum(reached) AS reached, sum(assessed) AS assessed,
       sum(iif(verdict = 'yes', assessed, 0)) AS yes, sum(iif(verdict = 'maybe', assessed, 0)) AS maybe,
       sum(iif(verdict = 'no', assessed, 0)) AS no
     FROM stages GROUP BY job ORDER BY submitted DESC, job`,
    ...accepted.params,
    OUTCOMES.indexOf('completed'),
    OUTCOMES.indexOf('assessed'),
    OUTCOMES.indexOf('assessed'),
    ...open.params,
  ).map((row) => ({
    id: text(row, 'job'),
    submitted: integer(row, 'submitted'),
    reached: integer(row, 'reached'),
    assessed: integer(row, 'assessed'),
    yes: integer(row, 'yes'),
    maybe: integer(row, 'maybe'),
    no: integer(row, 'no'),
  }));
}

/** Without a range of days, `request_counts` already has the counts. */
function acceptedByJob(workspaceId: string, filter: InsightsFilter): Sql {
  const { sql, params } = requestCohort(workspaceId, filter);
  const columns = 'job_description_id AS job, outcome, verdict';
  return filter.from === null && filter.until === null
    ? {
        sql: `SELECT ${columns}, sum(n) AS n FROM (SELECT *, 0 AS accepted_at FROM request_counts) AS requests
          WHERE ${sql} GROUP BY 1, 2, 3`,
        params,
      }
    : { sql: `SELECT ${columns}, count(*) AS n FROM requests WHERE ${sql} GROUP BY 1, 2, 3`, params };
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes from acceptance. */
const TIME_EDGES = [
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

/** The clocks of the service and this computer may differ by as much, ms. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000;

/**
 * How long requests waited for their first call, whether or not it reached anybody. Those whose ID was entered only after
 * that call say nothing about it and are left out.
 */
function timesToFirstCall(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): Distribution {
  const { sql, params } = requestCohort(workspaceId, filter);
  return distributionOf(db, {
    sql: `SELECT min(screening_calls.started_at) - requests.accepted_at AS ms
      FROM requests CROSS JOIN screening_calls ON screening_calls.row = requests.row
      WHERE ${sql} AND coalesce(screening_calls.status, '') NOT IN (SELECT value FROM json_each(?))
      GROUP BY requests.row HAVING ms >= ${-CLOCK_DIFFERENCE_MS}`,
    params: [...params, callStatuses(db, workspaceId, isPlannedCall)],
  });
}

/** How long assessed requests took until Callboard first saw them completed. */
function timesToAssessment(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): Distribution {
  const { sql, params } = requestCohort(workspaceId, filter);
  return distributionOf(db, {
    sql: `SELECT completed_at - accepted_at AS ms FROM requests
      WHERE ${sql} AND completed_at IS NOT NULL AND outcome = ?`,
    params: [...params, OUTCOMES.indexOf('assessed')],
  });
}

/** Count, median, 90th percentile and histogram of the durations `ms` that a statement selects. */
function distributionOf(db: DatabaseSync, durations: Sql): Distribution {
  const rows = all(
    db,
    // Rounds to tenths of a minute up to two hours, then to minutes: grouping equal values is faster than sorting all.
    `WITH grouped AS MATERIALIZED (
         SELECT iif(ms < 7200000, max(0, ms) / 6000 / 10.0, ms / 60000) AS value, count(*) AS n
         FROM (${durations.sql}) GROUP BY 1),
       placed AS MATERIALIZED (SELECT value, n, sum(n) OVER (ORDER BY value) AS upto, sum(n) OVER () AS size FROM grouped),
       edges AS (SELECT key, value AS low, lead(value) OVER (ORDER BY key) AS high FROM json_each(?))
     SELECT 'count' AS what, 0 AS key, coalesce(sum(n), 0) AS value FROM grouped
     UNION ALL
     SELECT 'median', 0, avg(value) FROM (
       SELECT min(value) AS value FROM placed WHERE upto >= (size + 1) / 2
       UNION ALL SELECT min(value) FROM placed WHERE upto >= (size + 2) / 2)
     UNION ALL
     SELECT 'p90', 0, min(value) FROM placed WHERE upto >= (9 * size + 9) / 10
     UNION ALL
     SELECT 'bin', edges.key, coalesce(sum(grouped.n), 0) FROM edges LEFT JOIN grouped
       ON grouped.value >= edges.low AND (edges.high IS NULL OR grouped.value < edges.high)
     GROUP BY edges.key ORDER BY what, key`,
    ...durations.params,
    JSON.stringify(TIME_EDGES),
  );
  const found = (what: string): unknown => rows.find((row) => row['what'] === what)?.['value'];
  const counts = rows.filter((row) => row['what'] === 'bin').map((row) => integer(row, 'value'));
  return {
    count: Number(found('count') ?? 0),
    median: numberOrNull(found('median')),
    p90: numberOrNull(found('p90')),
    bins: TIME_EDGES.map((from, at) => ({ from, to: TIME_EDGES[at + 1] ?? null, count: counts[at] ?? 0 })),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * The calls that began in each local hour of the week. A call reached somebody unless its status says otherwise or it is 0
 * minutes long.
 */
function callsByHour(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): HourCount[] {
  const { sql, params } = requestCohort(workspaceId, filter);
  return all(
    db,
    // Local time is looked up once for each quarter of an hour: all offsets from UTC are multiples of it.
    `WITH calls AS MATERIALIZED (
       SELECT screening_calls.started_at / 900000 AS quarter, count(*) AS n,
         count(*) FILTER (WHERE coalesce(screening_calls.duration_minutes, 1) > 0
           AND coalesce(screening_calls.status, '') NOT IN (SELECT value FROM json_each(?))) AS reached
       FROM requests CROSS JOIN screening_calls ON screening_calls.row = requests.row
       WHERE ${sql} AND screening_calls.started_at IS NOT NULL
         AND coalesce(screening_calls.status, '') NOT IN (SELECT value FROM json_each(?))
       GROUP BY 1)
     SELECT strftime('%w %H', quarter * 900, 'unixepoch', 'localtime') AS at, sum(n) AS calls, sum(reached) AS reached
     FROM calls GROUP BY 1`,
    callStatuses(db, workspaceId, isUnansweredCall),
    ...params,
    callStatuses(db, workspaceId, isPlannedCall),
  )
    .map((row) => {
      const [fromSunday = 0, hour = 0] = text(row, 'at').split(' ').map(Number);
      const [calls, reached] = [integer(row, 'calls'), integer(row, 'reached')];
      return { weekday: (fromSunday + 6) % 7, hour, calls, reached };
    })
    .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

function callStatuses(db: DatabaseSync, workspaceId: string, means: (status: string) => boolean): string {
  return JSON.stringify(facetValues(db, workspaceId, 'call_status').filter(means));
}

/**
 * The first verdicts with a reason that were given before the results could be seen, beside the headlines. Covered requests
 * have no such verdict. As `agreementOf` of one request: the better half of its scale counts as a yes.
 */
function agreementByJob(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): InsightsAgreement {
  const { sql, params } = requestCohort(workspaceId, filter);
  const jobs = all(
    db,
    `WITH headlines AS MATERIALIZED (
       SELECT value ->> 'id' AS id, value ->> 'pin' AS pin, value ->> 'prefix' AS prefix, value ->> 'lower' AS lower
       FROM json_each(?)),
     given AS (
       SELECT requests.job_description_id AS job, first_verdicts.verdict AS verdict,
         iif(abs(headlines.lower - CAST(substr(pinned_values.place, length(headlines.prefix) + 1) AS REAL)) >= 0.5,
           'yes', 'no') AS half, pinned_values.row IS NOT NULL AS scaled
       FROM first_verdicts
       CROSS JOIN requests ON requests.row = first_verdicts.row
       LEFT JOIN headlines ON headlines.id = requests.questionnaire_template_id
       LEFT JOIN pinned_values ON pinned_values.row = requests.row AND pinned_values.pin = headlines.pin
         AND substr(pinned_values.place, 1, length(headlines.prefix)) = headlines.prefix
       WHERE first_verdicts.seen = 0 AND ${sql})
     SELECT job, count(*) AS judged, count(*) FILTER (WHERE scaled AND verdict = half) AS agree,
       count(*) FILTER (WHERE scaled AND verdict <> half AND verdict <> 'maybe') AS differ
     FROM given GROUP BY job ORDER BY judged DESC, job`,
    JSON.stringify(scaledHeadlines(db, workspaceId)),
    ...params,
  ).map((row: Row) => ({
    id: text(row, 'job'),
    judged: integer(row, 'judged'),
    agree: integer(row, 'agree'),
    differ: integer(row, 'differ'),
  }));
  const leftOut = scalar(
    db,
    `SELECT count(*) AS n FROM first_verdicts CROSS JOIN requests ON requests.row = first_verdicts.row
     WHERE first_verdicts.seen = 1 AND first_verdicts.covered = 1 AND ${sql}`,
    ...params,
  );
  return { leftOut, jobs };
}

interface ScaledHeadline {
  /** The questionnaire's. */
  readonly id: string;
  readonly pin: number;
  readonly prefix: string;
  /** 1 if lower values are better. */
  readonly lower: 0 | 1;
}

/** The headlines of which a description says which values are better. */
function scaledHeadlines(db: DatabaseSync, workspaceId: string): ScaledHeadline[] {
  const pins = new Map(pinsOf(db, workspaceId).map(({ path, pin }) => [path, pin]));
  return [...describedByQuestionnaire(db, workspaceId)].flatMap(([id, fields]) =>
    fields.flatMap(({ path, headline, smallest, largest, better }) => {
      const pin = pins.get(path);
      if (!headline || pin === undefined || smallest === null || largest === null || better === null)
        return [];
      const prefix = scalePrefix({ smallest, largest });
      return [{ id, pin, prefix, lower: better === 'lower' ? 1 : 0 }];
    }),
  );
}

/** The latest time of a `Date` in ms, in place of an open end. */
const EVER = 8.64e15;

function requestCohort(workspaceId: string, filter: InsightsFilter): Sql {
  // In `request_counts`, '' stands for null.
  return cohort('requests.', 'accepted_at', `coalesce(requests.colleague, '${MINE}')`, workspaceId, filter);
}

/** A condition for the rows of a table whose `time`, ids and person (`by`) are in `filter`. */
function cohort(table: string, time: string, by: string, workspaceId: string, filter: InsightsFilter): Sql {
  const sql = [`${table}workspace_id = ?`, `${table}${time} >= ?`, `${table}${time} < ?`];
  const params: SQLInputValue[] = [workspaceId, filter.from ?? -EVER, filter.until ?? EVER];
  for (const [column, value] of [
    [`${table}job_description_id`, filter.job],
    [`${table}questionnaire_template_id`, filter.questionnaire],
    [by, filter.by],
  ] as const) {
    if (value === null) continue;
    sql.push(`${column} = ?`);
    params.push(value);
  }
  return { sql: sql.join(' AND '), params };
}
