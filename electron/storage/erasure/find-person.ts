import type { DatabaseSync } from 'node:sqlite';
import type { FoundImportRow, FoundSubmission, PersonSearch } from '../../../shared/privacy.ts';
import { SUBMISSION_STATES } from '../../../shared/submission.ts';
import { all, integer, one, oneOf, type Row, text, textList, textOrNull } from '../operation.ts';
import { matchPerson, personOf } from './person.ts';

/** The person's submissions with `after` < row <= `upTo`; `workspaceId`: null for all workspaces. */
export function findSubmissions(
  db: DatabaseSync,
  search: PersonSearch,
  workspaceId: string | null,
  after: number,
  upTo: number,
): FoundSubmission[] {
  const person = personOf(search);
  const sql = `SELECT submissions.row, submissions.candidate_name, submissions.phone_number
    FROM submissions WHERE row > ?1 AND row <= ?2 AND (?3 IS NULL OR workspace_id = ?3)`;
  const rows = all(db, sql, after, upTo, workspaceId);
  return rows.flatMap((row) => {
    const foundBy = matchPerson(person, [text(row, 'candidate_name'), text(row, 'phone_number')]);
    return foundBy ? [{ ...describe(db, integer(row, 'row')), foundBy }] : [];
  });
}

function describe(db: DatabaseSync, row: number): Omit<FoundSubmission, 'foundBy'> {
  const sql = `SELECT submissions.*, workspaces.name AS workspace, requests.status,
      requests.row AS tracked, requests.completed_at, notes.row AS noted
    FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id
    LEFT JOIN requests ON requests.row = submissions.row
    LEFT JOIN notes ON notes.row = requests.row
    WHERE submissions.row = ?`;
  const found = one(db, sql, row);
  if (!found) throw new Error('A submission that was just found is gone.');
  const state = oneOf(found, 'state', SUBMISSION_STATES);
  return {
    submissionId: text(found, 'id'),
    requestId: textOrNull(found, 'request_id'),
    workspace: text(found, 'workspace'),
    candidateName: text(found, 'candidate_name'),
    phoneNumber: text(found, 'phone_number'),
    state,
    status: textOrNull(found, 'status'),
    finished:
      found['tracked'] === null
        ? state === 'discarded' || state === 'rejected'
        : found['completed_at'] !== null,
    hasNotes: found['noted'] !== null,
    submittedAt: integer(found, 'created_at'),
  };
}

/** The rows of an imported file that mention the person and were never queued. */
export function findImportRows(db: DatabaseSync, search: PersonSearch, importId: string): FoundImportRow[] {
  const person = personOf(search);
  const sql = `SELECT import_rows.import_id, row_number, cells, imports.name, workspaces.name AS workspace
    FROM import_rows JOIN imports ON imports.id = import_rows.import_id
    JOIN workspaces ON workspaces.id = imports.workspace_id
    WHERE import_rows.import_id = ? AND submission_id IS NULL AND erased = 0`;
  return all(db, sql, importId).flatMap((row) => {
    const texts = textList(row, 'cells');
    const foundBy = matchPerson(person, texts);
    return foundBy ? [rowToFound(row, texts, foundBy)] : [];
  });
}

function rowToFound(row: Row, texts: readonly string[], foundBy: FoundImportRow['foundBy']): FoundImportRow {
  return {
    importId: text(row, 'import_id'),
    rowNumber: integer(row, 'row_number'),
    fileName: text(row, 'name'),
    workspace: text(row, 'workspace'),
    text: texts.filter((cell) => cell.trim() !== '').join(' · '),
    foundBy,
  };
}

/** The ids of imports, the oldest first; `workspaceId`: null for all workspaces. */
export function importsIn(db: DatabaseSync, workspaceId: string | null): string[] {
  const sql = 'SELECT id FROM imports WHERE ?1 IS NULL OR workspace_id = ?1 ORDER BY created_at, id';
  return all(db, sql, workspaceId).map((row) => text(row, 'id'));
}
