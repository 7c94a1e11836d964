import type { DatabaseSync } from 'node:sqlite';
import { change, one, text, textOrNull } from '../operation.ts';
import { fieldsNamedAfter, forgetUnused } from './pinned-fields.ts';

/** What was erased with a submission. */
export interface ErasedRow {
  readonly request: boolean;
  readonly notes: boolean;
  readonly requestId: string | null;
  readonly submissionId: string;
}

/**
 * Erases a submission with its request, history, answers, notes, tags and search words; undefined if it is already
 * gone. Runs in the caller's transaction. The submission must not be in flight.
 */
export function eraseSubmission(db: DatabaseSync, row: number): ErasedRow | undefined {
  const submission = one(
    db,
    `SELECT submissions.id, submissions.workspace_id, submissions.request_id,
       requests.row AS tracked, notes.row AS noted
     FROM submissions LEFT JOIN requests ON requests.row = submissions.row LEFT JOIN notes ON notes.row = requests.row
     WHERE submissions.row = ?`,
    row,
  );
  if (!submission) return undefined;
  const id = text(submission, 'id');
  const workspaceId = text(submission, 'workspace_id');
  const request = submission['tracked'] !== null;
  change(db, 'UPDATE submissions SET previous_submission_id = NULL WHERE previous_submission_id = ?', id);
  // The row number stays, so that importing the same file again doesn't call the person again.
  change(
    db,
    `UPDATE import_rows SET submission_id = NULL, cells = '[]', problems = NULL, erased = 1 WHERE submission_id = ?`,
    id,
  );
  const named = request ? fieldsNamedAfter(db, row, workspaceId) : [];
  change(db, 'DELETE FROM requests WHERE row = ?', row);
  change(db, 'DELETE FROM submissions WHERE row = ?', row);
  forgetUnused(db, workspaceId, named);
  return {
    request,
    notes: submission['noted'] !== null,
    requestId: textOrNull(submission, 'request_id'),
    submissionId: id,
  };
}

/** Erases an imported row that was never queued; false if it was queued or is already gone. */
export function eraseImportRow(db: DatabaseSync, importId: string, rowNumber: number): boolean {
  const unqueued = 'import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0';
  return change(db, `DELETE FROM import_rows WHERE ${unqueued}`, importId, rowNumber) > 0;
}

/** Clears the name and headers of an import without any remaining rows. */
export function clearNameIfEmpty(db: DatabaseSync, importId: string): void {
  change(
    db,
    `UPDATE imports SET name = '', headers = '[]' WHERE id = ? AND finished_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND erased = 0)`,
    importId,
  );
}
