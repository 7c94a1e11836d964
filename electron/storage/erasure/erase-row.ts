import type { DatabaseSync } from 'node:sqlite';
import { change, one, text, textOrNull } from '../operation.ts';
import { fieldsNamedAfter, forgetUnused } from './pinned-fields.ts';

/** What was taken away with a submission. */
export interface ErasedRow {
  readonly request: boolean;
  readonly notes: boolean;
  readonly requestId: string | null;
  readonly submissionId: string;
}

/**
 * Takes away a submission with all that came of it: request, history, answers, notes, tags, its words in the search.
 * Undefined where it is gone already. Part of the caller's transaction; `row` must not be on its way to the service.
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
  // The row's number stays: nobody is called a second time because the same file is imported once more.
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

/** Takes away a row of a file that was never queued; false where it was, or is gone already. */
export function eraseImportRow(db: DatabaseSync, importId: string, rowNumber: number): boolean {
  const erased = change(
    db,
    `DELETE FROM import_rows WHERE import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0`,
    importId,
    rowNumber,
  );
  return erased > 0;
}

/** A file of which nothing is left but which rows went into the queue keeps no name either. */
export function namelessIfEmpty(db: DatabaseSync, importId: string): void {
  change(
    db,
    `UPDATE imports SET name = '', headers = '[]' WHERE id = ? AND finished_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND erased = 0)`,
    importId,
  );
}
