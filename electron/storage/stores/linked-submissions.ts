import type { DatabaseSync } from 'node:sqlite';
import type { LinkedSubmission } from '../../../shared/request.ts';
import { all, integer, one, type Row, text, textOrNull } from '../operation.ts';

const LINKED = `SELECT submissions.id, submissions.request_id, submissions.candidate_name, submissions.created_at,
    coalesce(requests.status, submissions.state) AS status
  FROM submissions
  LEFT JOIN requests ON requests.row = submissions.row`;

/** The submission that another one corrects or repeats (`previous_submission_id`). */
export function previousOf(db: DatabaseSync, previousId: string | null): LinkedSubmission | null {
  if (previousId === null) return null;
  const row = one(db, `${LINKED} WHERE submissions.id = ?`, previousId);
  return row ? rowToLinked(row) : null;
}

/** The submissions that correct or repeat this one, newest first. */
export function followingOf(db: DatabaseSync, submissionId: string): LinkedSubmission[] {
  return all(
    db,
    `${LINKED} WHERE submissions.previous_submission_id = ?
     ORDER BY submissions.created_at DESC, submissions.row DESC`,
    submissionId,
  ).map(rowToLinked);
}

function rowToLinked(row: Row): LinkedSubmission {
  return {
    submissionId: text(row, 'id'),
    requestId: textOrNull(row, 'request_id'),
    candidateName: text(row, 'candidate_name'),
    submittedAt: integer(row, 'created_at'),
    status: text(row, 'status'),
  };
}
