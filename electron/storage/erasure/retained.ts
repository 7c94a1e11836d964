import type { DatabaseSync } from 'node:sqlite';
import { all, integer, one, type Row } from '../operation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Numbers of rows, after the one and up to the other. */
export interface RowRange {
  readonly after: number;
  readonly upTo: number;
}

/** A submission whose time is over, or would be but for changes that nobody has looked at. */
export interface OldRow {
  readonly row: number;
  readonly request: boolean;
  /** UTC ms. */
  readonly lastChange: number;
  readonly keptUnseen: boolean;
}

/**
 * Finished, and not changed for so many days: requests that are completed, and submissions that were discarded or
 * refused. Nothing that waits, is on its way, needs a decision or is still to be completed; no drafts. What has
 * changes that nobody has looked at is kept for as long again. A person's own marks and notes are changes, too.
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

/** What of a range of rows is old on `now` (UTC ms) by a retention of `days`. */
export function oldRows(db: DatabaseSync, { after, upTo }: RowRange, days: number, now: number): OldRow[] {
  const cutoff = now - days * DAY_MS;
  return all(db, OLD, after, upTo, cutoff, now - 2 * days * DAY_MS).map(rowToOld);
}

/** Whether this row is old still: something may have happened to it since it was chosen. */
export function isOld(db: DatabaseSync, row: number, days: number, now: number): boolean {
  return oldRows(db, { after: row - 1, upTo: row }, days, now).some(({ keptUnseen }) => !keptUnseen);
}

/** The largest number of a submission; 0 without any. */
export function lastRow(db: DatabaseSync): number {
  const row = one(db, 'SELECT coalesce(max(row), 0) AS last FROM submissions');
  return row ? integer(row, 'last') : 0;
}

/** Rows of files imported before that were never queued. */
export const OLD_IMPORT_ROWS = `
  FROM import_rows JOIN imports ON imports.id = import_rows.import_id
  WHERE imports.created_at < ? AND submission_id IS NULL AND erased = 0`;

export function oldImportsBefore(days: number, now: number): number {
  return now - days * DAY_MS;
}

function rowToOld(row: Row): OldRow {
  return {
    row: integer(row, 'row'),
    request: integer(row, 'request') === 1,
    lastChange: integer(row, 'last_change'),
    keptUnseen: integer(row, 'kept_unseen') === 1,
  };
}
