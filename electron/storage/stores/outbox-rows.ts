import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { all, type Row, textOrNull } from '../operation.ts';
import { rowToSubmission, SUBMISSION_COLUMNS } from './submission-row.ts';

/** Which submissions, and in which order. */
export interface Selection {
  /** What follows FROM: `submissions INDEXED BY ... WHERE ...`. */
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
  /** Columns with the table's name before them. */
  readonly order: string;
}

/** A page of rows; limit -1: all of them. Sorts row numbers first, and then reads only the page. */
export function outboxRows(
  db: DatabaseSync,
  selection: Selection,
  limit: number,
  offset: number,
): OutboxRow[] {
  return selectRows(db, selection, limit, offset).map(rowToOutboxRow);
}

/** Like {@link outboxRows}, with `columns` besides, not yet read. */
export function selectRows(
  db: DatabaseSync,
  { sql, params, order }: Selection,
  limit: number,
  offset: number,
  columns = '',
): Row[] {
  return all(
    db,
    `SELECT ${SUBMISSION_COLUMNS}, nullif(job.name, '') AS job_name,
       nullif(questionnaire.name, '') AS questionnaire_name ${columns}
     FROM (SELECT row AS shown FROM ${sql} ORDER BY ${order} LIMIT ? OFFSET ?)
     CROSS JOIN submissions ON submissions.row = shown
     LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id
       AND job.kind = 'job_description' AND job.service_id = submissions.job_description_id
     LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = submissions.workspace_id
       AND questionnaire.kind = 'questionnaire'
       AND questionnaire.service_id = submissions.questionnaire_template_id
     ORDER BY ${order}`,
    ...params,
    limit,
    offset,
  );
}

export function rowToOutboxRow(row: Row): OutboxRow {
  return {
    ...rowToSubmission(row),
    jobName: textOrNull(row, 'job_name'),
    questionnaireName: textOrNull(row, 'questionnaire_name'),
  };
}
