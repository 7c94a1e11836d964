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
import { knownCodes, workspaceNumber } from '../../tracked/facets.ts';
import { openCohort, trackedCohort } from './cohort.ts';

/** When the first and the last one was accepted or, where it was not, made; null where there is none. */
export function spanOf(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): { first: number; last: number } | null {
  const tracked = trackedCohort(db, workspaceId, filter);
  const open = openCohort(workspaceId, filter);
  const row = one(
    db,
    `SELECT min(first) AS first, max(last) AS last FROM (
       SELECT min(accepted_at) AS first, max(accepted_at) AS last FROM tracked WHERE ${tracked.sql}
       UNION ALL SELECT min(created_at), max(created_at) FROM submissions WHERE ${open.sql})`,
    ...tracked.params,
    ...open.params,
  );
  const first = row && integerOrNull(row, 'first');
  return row && first != null ? { first, last: integer(row, 'last') } : null;
}

/** What became of the submissions of each period; the last edge is the end of the last one. */
export function outcomesByPeriod(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  edges: readonly number[],
): PeriodOutcomes[] {
  const completed = completedCodes(db, workspaceId);
  return edges.slice(0, -1).map((start, at) => {
    const within = {
      ...filter,
      from: Math.max(start, filter.from ?? start),
      until: Math.min(edges[at + 1] ?? start, filter.until ?? Number.POSITIVE_INFINITY),
    };
    const tracked = trackedCohort(db, workspaceId, within);
    const open = openCohort(workspaceId, within);
    const accepted = one(
      db,
      `SELECT count(*) AS accepted, count(*) FILTER (WHERE status IN (SELECT value FROM json_each(?))) AS completed
       FROM tracked WHERE ${tracked.sql}`,
      completed,
      ...tracked.params,
    );
    const others = one(db, `SELECT ${OPEN_COUNTS} FROM submissions WHERE ${open.sql}`, ...open.params);
    return { start, ...outcomesOf({ ...accepted, ...others }) };
  });
}

/** What became of the submissions of each job and each questionnaire, and which statuses the accepted ones have. */
export function outcomesByName(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
): { jobs: IdOutcomes[]; questionnaires: IdOutcomes[]; statuses: Count[] } {
  const tracked = trackedCohort(db, workspaceId, filter);
  const open = openCohort(workspaceId, filter);
  const rows = all(
    db,
    `WITH grouped AS MATERIALIZED (
       SELECT job, questionnaire, status, count(*) AS n FROM tracked WHERE ${tracked.sql} GROUP BY 1, 2, 3),
     open AS MATERIALIZED (
       SELECT job_description_id AS job, questionnaire_template_id AS questionnaire, ${OPEN_COUNTS}
       FROM submissions WHERE ${open.sql} GROUP BY 1, 2),
     named AS (
       SELECT 'job' AS what, job AS code, status, n FROM grouped
       UNION ALL SELECT 'questionnaire', questionnaire, status, n FROM grouped
       UNION ALL SELECT 'status', status, status, n FROM grouped),
     counted AS (
       SELECT named.what, facets.value AS name, sum(n) AS accepted,
         sum(iif(named.status IN (SELECT value FROM json_each(?)), n, 0)) AS completed,
         0 AS waiting, 0 AS needs_decision, 0 AS refused
       FROM named JOIN facets ON facets.code = named.code GROUP BY 1, 2
       UNION ALL SELECT 'job', job, 0, 0, waiting, needs_decision, refused FROM open
       UNION ALL SELECT 'questionnaire', questionnaire, 0, 0, waiting, needs_decision, refused FROM open)
     SELECT what, name, sum(accepted) AS accepted, sum(completed) AS completed, sum(waiting) AS waiting,
       sum(needs_decision) AS needs_decision, sum(refused) AS refused
     FROM counted GROUP BY 1, 2
     ORDER BY sum(accepted + waiting + needs_decision + refused) DESC, name`,
    ...tracked.params,
    ...open.params,
    completedCodes(db, workspaceId),
  );
  const of = (what: string): Row[] => rows.filter((row) => row['what'] === what);
  return {
    jobs: of('job').map(idOutcomes),
    questionnaires: of('questionnaire').map(idOutcomes),
    statuses: of('status').map((row) => ({ value: text(row, 'name'), count: integer(row, 'accepted') })),
  };
}

const OPEN_COUNTS = `count(*) FILTER (WHERE state IN ('queued', 'connecting', 'sending', 'held')) AS waiting,
  count(*) FILTER (WHERE state = 'unconfirmed') AS needs_decision,
  count(*) FILTER (WHERE state = 'rejected') AS refused`;

/** The codes that stand for completion in this workspace, as a JSON list. */
function completedCodes(db: DatabaseSync, workspaceId: string): string {
  const workspace = workspaceNumber(db, workspaceId);
  return JSON.stringify(
    workspace === undefined ? [] : knownCodes(db, workspace, 'status', [REQUEST_STATUS.completed]),
  );
}

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
