import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../../shared/durations.ts';
import { all, integer, one, type Row, scalar, text, textList } from '../operation.ts';
import { type HoldFinder, holdFinder } from './holds.ts';

/** Row numbers: `after` < row <= `upTo`. */
interface RowRange {
  readonly after: number;
  readonly upTo: number;
}

/** A submission past its retention, or only kept because it has unseen changes. */
export interface OldRow {
  readonly row: number;
  readonly request: boolean;
  /** UTC ms. */
  readonly lastChange: number;
  readonly keptUnseen: boolean;
}

/**
 * Submissions that are finished and unchanged since the cutoff: completed requests, and discarded or rejected
 * submissions, but nothing that is still open, and no drafts. Unseen changes double the retention. A recruiter's tags,
 * verdicts and notes count as changes.
 */
const OLD = `
  SELECT submissions.row, requests.row IS NOT NULL AS request, last_change,
    coalesce(requests.unseen, 0) = 1 AND last_change >= ?4 AS kept_unseen
  FROM (
    SELECT submissions.row, max(submissions.updated_at, coalesce(requests.changed_at, 0),
      coalesce((SELECT max(at) FROM history WHERE history.row = submissions.row), 0)) AS last_change
    FROM submissions LEFT JOIN requests ON requests.row = submissions.row
    WHERE submissions.row > ?1 AND submissions.row <= ?2 AND submissions.updated_at < ?3
      AND CASE
        WHEN requests.row IS NOT NULL
          THEN submissions.state = 'accepted' AND requests.completed_at IS NOT NULL AND requests.changed_at < ?3
        WHEN submissions.state = 'accepted' THEN NOT EXISTS (
          SELECT 1 FROM requests AS shared
          WHERE shared.workspace_id = submissions.workspace_id AND shared.request_id = submissions.request_id)
        ELSE submissions.state IN ('discarded', 'rejected')
      END
  ) AS old
  JOIN submissions ON submissions.row = old.row
  LEFT JOIN requests ON requests.row = old.row
  WHERE last_change < ?3
  ORDER BY submissions.row`;

/** The rows in a range that are past a retention of `days` at `now` (UTC ms). */
export function oldRows(db: DatabaseSync, { after, upTo }: RowRange, days: number, now: number): OldRow[] {
  const cutoff = now - days * DAY_MS;
  return all(db, OLD, after, upTo, cutoff, now - 2 * days * DAY_MS).map(rowToOld);
}

/** Whether a row is still past its retention, as it may have changed since it was chosen. */
function isOld(db: DatabaseSync, row: number, days: number, now: number): boolean {
  return oldRows(db, { after: row - 1, upTo: row }, days, now).some(({ keptUnseen }) => !keptUnseen);
}

/** The largest row number of a submission; 0 without any. */
export function lastRow(db: DatabaseSync): number {
  return scalar(db, 'SELECT coalesce(max(row), 0) AS n FROM submissions');
}

/** Whether a row may be erased by a retention: it is still past it, and no hold keeps it. */
export function isDue(
  db: DatabaseSync,
  holds: HoldFinder,
  row: number,
  { days, now }: { readonly days: number; readonly now: number },
): boolean {
  return isOld(db, row, days, now) && holds.ofRow(row).length === 0;
}

/** When a submission and its request last changed, UTC ms; of a submission that exists. */
export function lastChangeOf(db: DatabaseSync, row: number): number {
  const sql = `SELECT max(submissions.updated_at, coalesce(requests.changed_at, 0),
      coalesce((SELECT max(at) FROM history WHERE history.row = submissions.row), 0)) AS n
    FROM submissions LEFT JOIN requests ON requests.row = submissions.row WHERE submissions.row = ?`;
  return scalar(db, sql, row);
}

/** Never queued rows of files imported before a time. */
const OLD_IMPORT_ROWS = `
  FROM import_rows JOIN imports ON imports.id = import_rows.import_id
  WHERE imports.created_at < ? AND submission_id IS NULL AND erased = 0`;

/** A row of an imported file that was never queued. */
interface OldImportRow {
  readonly importId: string;
  readonly rowNumber: number;
}

/** Rows of files imported more than `days` before `now`, never queued: those that a retention erases, and how many holds keep. */
export function oldImportRows(
  db: DatabaseSync,
  days: number,
  now: number,
): { readonly due: readonly OldImportRow[]; readonly held: number } {
  const holds = holdFinder(db);
  const sql = `SELECT import_rows.import_id, row_number, cells ${OLD_IMPORT_ROWS}`;
  const rows = all(db, sql, now - days * DAY_MS);
  const due = holds.any ? rows.filter((row) => !isImportRowHeld(holds, row)) : rows;
  return {
    due: due.map((row) => ({ importId: text(row, 'import_id'), rowNumber: integer(row, 'row_number') })),
    held: rows.length - due.length,
  };
}

/** Whether a retention of `days` before `now` may erase an imported row that was never queued. */
export function isImportRowDue(
  db: DatabaseSync,
  holds: HoldFinder,
  { importId, rowNumber }: OldImportRow,
  { days, now }: { readonly days: number; readonly now: number },
): boolean {
  const sql = `SELECT cells ${OLD_IMPORT_ROWS} AND import_id = ? AND row_number = ?`;
  const found = one(db, sql, now - days * DAY_MS, importId, rowNumber);
  return found !== undefined && !isImportRowHeld(holds, found);
}

function isImportRowHeld(holds: HoldFinder, row: Row): boolean {
  if (!holds.any) return false;
  return holds.ofTexts(textList(row, 'cells')).length > 0;
}

function rowToOld(row: Row): OldRow {
  return {
    row: integer(row, 'row'),
    request: integer(row, 'request') === 1,
    lastChange: integer(row, 'last_change'),
    keptUnseen: integer(row, 'kept_unseen') === 1,
  };
}
