import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Count, Insights } from '../../../shared/insights.ts';
import { all, integer, one, read, text } from '../operation.ts';

export const insightsOperations = {
  /** Counts over submissions made at or after `since` (UTC ms). */
  summary: read((db, workspaceId: string, since: number): Insights => {
    const n = (sql: string): number => number(db, sql, workspaceId, since) ?? 0;
    const inState = (...states: string[]): number =>
      n(
        `SELECT count(*) AS n FROM submissions WHERE workspace_id = ? AND created_at >= ?
         AND state IN (${states.map((state) => `'${state}'`).join(', ')})`,
      );
    const completed = n(`SELECT count(*) AS n ${REQUESTS} AND requests.completed_at IS NOT NULL`);
    const callsOfCompleted = n(
      `SELECT sum(call_count) AS n ${REQUESTS} AND requests.completed_at IS NOT NULL`,
    );
    return {
      submitted: n('SELECT count(*) AS n FROM submissions WHERE workspace_id = ? AND created_at >= ?'),
      waiting: inState('queued', 'connecting', 'sending', 'held'),
      needsDecision: inState('unconfirmed'),
      refused: inState('rejected'),
      accepted: inState('accepted'),
      completed,
      medianMinutesToCompletion: median(
        db,
        `SELECT (requests.completed_at - requests.accepted_at) / 60000.0 AS value ${REQUESTS}
         AND requests.completed_at IS NOT NULL`,
        workspaceId,
        since,
      ),
      medianCallMinutes: median(
        db,
        `SELECT call.value ->> '$.duration_minutes' AS value ${CALLS}
         AND json_type(call.value, '$.duration_minutes') IN ('integer', 'real')`,
        workspaceId,
        since,
      ),
      callsPerCompletedRequest: completed === 0 ? null : callsOfCompleted / completed,
      requestStatuses: counts(
        db,
        `SELECT requests.status AS value, count(*) AS n ${REQUESTS} GROUP BY 1 ORDER BY n DESC, value`,
        workspaceId,
        since,
      ),
      callStatuses: counts(
        db,
        `SELECT coalesce(call.value ->> '$.status', 'no status') AS value, count(*) AS n ${CALLS}
         GROUP BY 1 ORDER BY n DESC, value`,
        workspaceId,
        since,
      ),
    };
  }),
};

const REQUESTS = `FROM requests JOIN submissions ON submissions.id = requests.submission_id
  WHERE requests.workspace_id = ? AND submissions.created_at >= ?`;

// An answer that JSON.parse could read may be more than SQLite can (very deep, say): it is left out. `"screening_calls":
// null` gives a row, too, but no object.
const CALLS = `FROM requests JOIN submissions ON submissions.id = requests.submission_id
  JOIN json_each(iif(json_valid(requests.answer), requests.answer, null), '$.screening_calls') AS call
  WHERE requests.workspace_id = ? AND submissions.created_at >= ? AND call.type = 'object'`;

function number(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number | null {
  const value = one(db, sql, ...params)?.['n'];
  return typeof value === 'number' ? value : null;
}

function median(db: DatabaseSync, values: string, ...params: SQLInputValue[]): number | null {
  return number(
    db,
    `WITH list AS (${values}), ranked AS (SELECT value, row_number() OVER (ORDER BY value) AS place,
       count(*) OVER () AS size FROM list)
     SELECT avg(value) AS n FROM ranked WHERE place IN ((size + 1) / 2, (size + 2) / 2)`,
    ...params,
  );
}

function counts(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): Count[] {
  return all(db, sql, ...params).map((row) => ({ value: text(row, 'value'), count: integer(row, 'n') }));
}
