import type { DatabaseSync } from 'node:sqlite';
import type { OtherWorkspace, SubmissionDetail, TrackedOutcome } from '../../../shared/submission-detail.ts';
import { all, integer, one, type Row, read, text, textOrNull } from '../operation.ts';
import { coveredHistory, coveringOf, IS_REVEALED } from '../requests/covering.ts';
import { outcomeAt } from '../requests/request-rows.ts';
import { historyStore } from './history-store.ts';
import { followingOf, previousOf } from './linked-submissions.ts';
import { rowToSubmission, SUBMISSION_COLUMNS } from './submission-row.ts';

const PAGE = `SELECT ${SUBMISSION_COLUMNS}, nullif(job.name, '') AS job_name,
    nullif(questionnaire.name, '') AS questionnaire_name, imports.name AS file_name, import_rows.row_number
  FROM submissions
  LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id
    AND job.kind = 'job_description' AND job.service_id = submissions.job_description_id
  LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = submissions.workspace_id
    AND questionnaire.kind = 'questionnaire' AND questionnaire.service_id = submissions.questionnaire_template_id
  LEFT JOIN import_rows ON import_rows.submission_id = submissions.id
  LEFT JOIN imports ON imports.id = import_rows.import_id
  WHERE submissions.workspace_id = ? AND submissions.id = ?`;

export const submissionPageStore = {
  /** One submission of the workspace, in any state, with its history; undefined if it has none with this id. */
  detail: read((db, workspaceId: string, id: string): SubmissionDetail | undefined => {
    const row = one(db, PAGE, workspaceId, id);
    if (!row) return undefined;
    const submission = rowToSubmission(row);
    const detail: SubmissionDetail = {
      ...submission,
      jobName: textOrNull(row, 'job_name'),
      questionnaireName: textOrNull(row, 'questionnaire_name'),
      previous: previousOf(db, submission.previousSubmissionId),
      following: followingOf(db, id),
      history: historyStore.of.run(db, id),
      request: trackedOutcome(db, workspaceId, submission.requestId),
      importedFrom: importedFrom(row),
    };
    return coveredDetail(db, detail);
  }),

  /** The workspace that has this submission, removed or not; undefined if none has. */
  workspaceOf: read((db, id: string): OtherWorkspace | undefined => {
    const row = one(
      db,
      `SELECT workspaces.id, workspaces.name, workspaces.removed_at IS NOT NULL AS removed
       FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id WHERE submissions.id = ?`,
      id,
    );
    return row && { id: text(row, 'id'), name: text(row, 'name'), removed: row['removed'] === 1 };
  }),
};

/** The page of a submission as it may be shown before the verdict on its request. */
function coveredDetail(db: DatabaseSync, detail: SubmissionDetail): SubmissionDetail {
  const { workspaceId, requestId, history } = detail;
  const isCovered =
    requestId !== null &&
    coveringOf(db, workspaceId) !== undefined &&
    one(
      db,
      `SELECT 1 FROM requests WHERE workspace_id = ? AND request_id = ? AND NOT ${IS_REVEALED}`,
      workspaceId,
      requestId,
    ) !== undefined;
  return isCovered ? { ...detail, problem: null, history: coveredHistory(history) } : detail;
}

/** The request may be tracked for another submission that asked for the same. */
function trackedOutcome(
  db: DatabaseSync,
  workspaceId: string,
  requestId: string | null,
): TrackedOutcome | null {
  const sql = 'SELECT outcome, tries, status FROM requests WHERE workspace_id = ? AND request_id = ?';
  const [row] = requestId === null ? [] : all(db, sql, workspaceId, requestId);
  if (!row) return null;
  return {
    outcome: outcomeAt(integer(row, 'outcome')),
    tries: integer(row, 'tries'),
    status: text(row, 'status'),
  };
}

function importedFrom(row: Row): SubmissionDetail['importedFrom'] {
  const fileName = textOrNull(row, 'file_name');
  return fileName === null ? null : { fileName, rowNumber: integer(row, 'row_number') };
}
