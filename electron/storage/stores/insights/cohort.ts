import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { InsightsFilter } from '../../../../shared/insights.ts';
import { integer, one } from '../../operation.ts';

/** A part of a statement with its values. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** Earlier and later than any moment, so that open ends are ends like others (ms). */
const EVER = 8.64e15;

/** The rows of `requests` that the numbers are about. */
export function requestCohort(workspaceId: string, filter: InsightsFilter): Condition {
  const sql = ['requests.workspace_id = ?', 'requests.accepted_at >= ?', 'requests.accepted_at < ?'];
  const params: SQLInputValue[] = [workspaceId, filter.from ?? -EVER, filter.until ?? EVER];
  for (const [column, value] of [
    ['job_description_id', filter.job],
    ['questionnaire_template_id', filter.questionnaire],
  ] as const) {
    if (value === null) continue;
    sql.push(`requests.${column} = ?`);
    params.push(value);
  }
  return { sql: sql.join(' AND '), params };
}

/** With the index over the few that are neither accepted nor withdrawn, which the planner would not choose. */
export const OPEN_SUBMISSIONS = 'submissions INDEXED BY submissions_open';

/** The rows of `submissions` that the service has not accepted. The words are those of the partial index. */
export function openCohort(workspaceId: string, filter: InsightsFilter): Condition {
  const sql = [
    'workspace_id = ?',
    "state NOT IN ('accepted', 'discarded')",
    "state <> 'draft'",
    'created_at >= ?',
    'created_at < ?',
  ];
  const params: SQLInputValue[] = [workspaceId, filter.from ?? -EVER, filter.until ?? EVER];
  if (filter.job !== null) {
    sql.push('job_description_id = ?');
    params.push(filter.job);
  }
  if (filter.questionnaire !== null) {
    sql.push('questionnaire_template_id = ?');
    params.push(filter.questionnaire);
  }
  return { sql: sql.join(' AND '), params };
}

/** More requests than this are read in the order of the tables: looking each up through an index is slower then. */
const MANY = 20_000;

/** Whether the numbers are about so many requests that reading all of a table is faster than looking rows up. */
export function isMany(db: DatabaseSync, cohort: Condition): boolean {
  const row = one(db, `SELECT count(*) AS n FROM requests WHERE ${cohort.sql}`, ...cohort.params);
  return row !== undefined && integer(row, 'n') > MANY;
}
