import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { InsightsFilter } from '../../../../shared/insights.ts';
import { scalar } from '../../operation.ts';
import type { Sql } from '../../requests/filter-conditions.ts';
import { IS_OPEN } from '../submission-row.ts';

/** The latest time of a `Date` in ms, in place of an open end. */
const EVER = 8.64e15;

/** A condition for the requests in `filter`. */
export function requestCohort(workspaceId: string, filter: InsightsFilter): Sql {
  return cohort('requests.', 'accepted_at', workspaceId, filter);
}

/** A condition for the submissions in `filter` that the service has not accepted. */
export function openCohort(workspaceId: string, filter: InsightsFilter): Sql {
  const { sql, params } = cohort('', 'created_at', workspaceId, filter);
  return { sql: `${sql} AND ${IS_OPEN} AND state <> 'draft'`, params };
}

function cohort(table: string, time: string, workspaceId: string, filter: InsightsFilter): Sql {
  const sql = [`${table}workspace_id = ?`, `${table}${time} >= ?`, `${table}${time} < ?`];
  const params: SQLInputValue[] = [workspaceId, filter.from ?? -EVER, filter.until ?? EVER];
  for (const [column, value] of [
    ['job_description_id', filter.job],
    ['questionnaire_template_id', filter.questionnaire],
  ] as const) {
    if (value === null) continue;
    sql.push(`${table}${column} = ?`);
    params.push(value);
  }
  return { sql: sql.join(' AND '), params };
}

/** For more requests than this, scanning a table is faster than looking each row up through an index. */
const MANY = 20_000;

/** Whether a cohort has so many requests that a statement should scan the table. */
export function isMany(db: DatabaseSync, { sql, params }: Sql): boolean {
  return scalar(db, `SELECT count(*) AS n FROM requests WHERE ${sql}`, ...params) > MANY;
}
