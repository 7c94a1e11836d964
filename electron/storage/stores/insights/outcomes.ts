import type { DatabaseSync } from 'node:sqlite';
import type {
  Count,
  IdOutcomes,
  InsightsFilter,
  Outcomes,
  PeriodOutcomes,
} from '../../../../shared/insights.ts';
import { REQUEST_STATUS } from '../../../../shared/service-interface.ts';
import { all, integer, integerOrNull, one, type Row, text } from '../../operation.ts';
import type { Sql } from '../../requests/filter-conditions.ts';
import { OPEN_ROWS } from '../submission-row.ts';
import { openCohort, requestCohort } from './cohort.ts';

/** When the first and the last submission was accepted or, if it wasn't, created (UTC ms); null without any. */
export function spanOf(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): { first: number; last: number } | null {
  const tracked = requestCohort(workspaceId, filter);
  const open = openCohort(workspaceId, filter);
  // Separate queries for min and max use the index; one query for both would scan all rows.
  const end = (of: 'min' | 'max') => `SELECT ${of}(accepted_at) AS at FROM requests WHERE ${tracked.sql}
    UNION ALL SELECT ${of}(created_at) FROM ${OPEN_ROWS} WHERE ${open.sql}`;
  const params = [...tracked.params, ...open.params];
  const row = one(
    db,
    `SELECT (SELECT min(at) FROM (${end('min')})) AS first, (SELECT max(at) FROM (${end('max')})) AS last`,
    ...params,
    ...params,
  );
  const first = row && integerOrNull(row, 'first');
  return row && first != null ? { first, last: integer(row, 'last') } : null;
}

/** The outcomes of the submissions in each period between two `edges` (UTC ms). */
export function outcomesByPeriod(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  edges: readonly number[],
): PeriodOutcomes[] {
  return edges.slice(0, -1).map((start, at) => {
    const within = {
      ...filter,
      from: Math.max(start, filter.from ?? start),
      until: Math.min(edges[at + 1] ?? start, filter.until ?? Number.POSITIVE_INFINITY),
    };
    const tracked = requestCohort(workspaceId, within);
    const open = openCohort(workspaceId, within);
    const accepted = one(
      db,
      `SELECT count(*) AS accepted, count(*) FILTER (WHERE status = ?) AS completed
       FROM requests WHERE ${tracked.sql}`,
      REQUEST_STATUS.completed,
      ...tracked.params,
    );
    const others = one(db, `SELECT ${OPEN_COUNTS} FROM ${OPEN_ROWS} WHERE ${open.sql}`, ...open.params);
    return { start, ...outcomesOf({ ...accepted, ...others }) };
  });
}

/** The outcomes of the submissions of each job and each questionnaire; the statuses and outcomes of accepted ones. */
export function outcomesByName(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): {
  jobs: IdOutcomes[];
  questionnaires: IdOutcomes[];
  statuses: Count[];
  outcomes: Count[];
} {
  const tracked = requestCohort(workspaceId, filter);
  const open = openCohort(workspaceId, filter);
  const rows = all(
    db,
    `WITH grouped AS MATERIALIZED (
       ${acceptedByName(filter, tracked)} GROUP BY 1, 2, 3, 4),
     open AS MATERIALIZED (
       SELECT job_description_id AS job, questionnaire_template_id AS questionnaire, ${OPEN_COUNTS}
       FROM ${OPEN_ROWS} WHERE ${open.sql} GROUP BY 1, 2),
     named AS (
       SELECT 'job' AS what, job AS name, status, n FROM grouped
       UNION ALL SELECT 'questionnaire', questionnaire, status, n FROM grouped
       UNION ALL SELECT 'status', status, status, n FROM grouped
       UNION ALL SELECT 'outcome', outcomes.value, status, n FROM grouped JOIN outcomes ON outcomes.rank = grouped.outcome),
     counted AS (
       SELECT what, name, sum(n) AS accepted, sum(iif(status = ?, n, 0)) AS completed,
         0 AS waiting, 0 AS needs_decision, 0 AS refused
       FROM named GROUP BY 1, 2
       UNION ALL SELECT 'job', job, 0, 0, waiting, needs_decision, refused FROM open
       UNION ALL SELECT 'questionnaire', questionnaire, 0, 0, waiting, needs_decision, refused FROM open)
     SELECT what, name, sum(accepted) AS accepted, sum(completed) AS completed, sum(waiting) AS waiting,
       sum(needs_decision) AS needs_decision, sum(refused) AS refused
     FROM counted GROUP BY 1, 2
     ORDER BY sum(accepted + waiting + needs_decision + refused) DESC, name`,
    ...tracked.params,
    ...open.params,
    REQUEST_STATUS.completed,
  );
  const of = (what: string): Row[] => rows.filter((row) => row['what'] === what);
  return {
    jobs: of('job').map(idOutcomes),
    questionnaires: of('questionnaire').map(idOutcomes),
    statuses: of('status').map(rowToCount),
    outcomes: of('outcome').map(rowToCount),
  };
}

function rowToCount(row: Row): Count {
  return { value: text(row, 'name'), count: integer(row, 'accepted') };
}

const NAMES = 'job_description_id AS job, questionnaire_template_id AS questionnaire, status, outcome';

/** Without a range of days, `request_counts` already has the counts. */
function acceptedByName({ from, until }: InsightsFilter, tracked: Sql): string {
  if (from !== null || until !== null) {
    return `SELECT ${NAMES}, count(*) AS n FROM requests WHERE ${tracked.sql}`;
  }
  return `SELECT ${NAMES}, sum(n) AS n
    FROM (SELECT *, 0 AS accepted_at FROM request_counts) AS requests WHERE ${tracked.sql}`;
}

const OPEN_COUNTS = `count(*) FILTER (WHERE state IN ('queued', 'connecting', 'sending', 'held')) AS waiting,
  count(*) FILTER (WHERE state = 'unconfirmed') AS needs_decision,
  count(*) FILTER (WHERE state = 'rejected') AS refused`;

function idOutcomes(row: Row): IdOutcomes {
  return { id: text(row, 'name'), ...outcomesOf(row) };
}

function outcomesOf(row: Row): Outcomes {
  const accepted = integer(row, 'accepted');
  const waiting = integer(row, 'waiting');
  const needsDecision = integer(row, 'needs_decision');
  const refused = integer(row, 'refused');
  return {
    submitted: accepted + waiting + needsDecision + refused,
    waiting,
    needsDecision,
    refused,
    accepted,
    completed: integer(row, 'completed'),
  };
}
