import type { DatabaseSync } from 'node:sqlite';
import type { HeldDoNotCall, HeldImportRow, HeldSubmission } from '../../privacy/held-data.ts';
import { all, integer, integerOrNull, one, type Row, text, textList, textOrNull } from '../operation.ts';
import { colleagueNotes } from '../requests/colleagues.ts';
import { requestRows } from '../requests/request-rows.ts';
import { isDamagedAnswer, readAnswer } from '../requests/results-backfill.ts';
import { historyStore } from '../stores/history-store.ts';
import { rowToSubmission, SUBMISSION_COLUMNS } from '../stores/submission-row.ts';

/** Everything stored about a submission, covered results too, as it is the candidate's own; undefined if there is none with this id. */
export function heldSubmission(db: DatabaseSync, submissionId: string): HeldSubmission | undefined {
  const sql = `SELECT ${SUBMISSION_COLUMNS}, submissions.row, workspaces.name AS workspace, notes.text AS notes
    FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id
    LEFT JOIN notes ON notes.row = submissions.row WHERE submissions.id = ?`;
  const found = one(db, sql, submissionId);
  if (!found) return undefined;
  const row = integer(found, 'row');
  const [request] = requestRows(db, null, [row]);
  const [importRow] = importRowsWhere(db, 'submission_id = ?', submissionId);
  return {
    workspace: text(found, 'workspace'),
    submission: rowToSubmission(found),
    request: request ?? null,
    notes: textOrNull(found, 'notes'),
    colleagueNotes: colleagueNotes(db, JSON.stringify([row])).get(row) ?? [],
    history: historyStore.of.run(db, submissionId).toReversed(),
    ...answerOf(db, row),
    importRow: importRow ?? null,
  };
}

/** A row of an imported file that was never queued; undefined if it was queued or erased. */
export function heldImportRow(
  db: DatabaseSync,
  importId: string,
  rowNumber: number,
): HeldImportRow | undefined {
  const unqueued = 'submission_id IS NULL AND erased = 0';
  return importRowsWhere(db, `import_id = ? AND row_number = ? AND ${unqueued}`, importId, rowNumber)[0];
}

/** The entries of the do-not-call list with these call keys, and those with these ids, the oldest first. */
export function heldDoNotCall(
  db: DatabaseSync,
  callKeys: readonly string[],
  ids: readonly string[],
): HeldDoNotCall[] {
  const sql = `SELECT number, reason, added_at, added_by, lifted_at, lifted_reason FROM do_not_call
    WHERE number IN (SELECT value FROM json_each(?)) OR id IN (SELECT value FROM json_each(?))
    ORDER BY added_at, id`;
  return all(db, sql, JSON.stringify(callKeys), JSON.stringify(ids)).map((row) => ({
    phoneNumber: textOrNull(row, 'number'),
    reason: text(row, 'reason'),
    addedAt: integer(row, 'added_at'),
    addedBy: text(row, 'added_by'),
    liftedAt: integerOrNull(row, 'lifted_at'),
    liftedReason: textOrNull(row, 'lifted_reason') ?? '',
  }));
}

function answerOf(db: DatabaseSync, row: number): Pick<HeldSubmission, 'answer' | 'answerDamaged'> {
  try {
    return { answer: readAnswer(db, row), answerDamaged: false };
  } catch (error) {
    if (!isDamagedAnswer(error)) throw error;
    return { answer: null, answerDamaged: true };
  }
}

function importRowsWhere(
  db: DatabaseSync,
  condition: string,
  ...values: (string | number)[]
): HeldImportRow[] {
  const sql = `SELECT row_number, cells, headers, imports.name, imports.created_at, workspaces.name AS workspace
    FROM import_rows JOIN imports ON imports.id = import_rows.import_id
    JOIN workspaces ON workspaces.id = imports.workspace_id WHERE ${condition}`;
  return all(db, sql, ...values).map(rowToImportRow);
}

function rowToImportRow(row: Row): HeldImportRow {
  return {
    workspace: text(row, 'workspace'),
    fileName: text(row, 'name'),
    importedAt: integer(row, 'created_at'),
    rowNumber: integer(row, 'row_number'),
    headers: textList(row, 'headers'),
    cells: textList(row, 'cells'),
  };
}
