import type { DatabaseSync } from 'node:sqlite';
import { type HistoryEntry, type HistoryEvent, historyEvent } from '../../../shared/history-event.ts';
import { all, change, integer, integerOrNull, one, type Row, read, text, textOrNull } from '../operation.ts';

/** Adds to the history of the submission of this number; part of the caller's transaction. */
export function appendEventOf(db: DatabaseSync, row: number, at: number, event: HistoryEvent): void {
  const last = one(db, 'SELECT max(ordinal) AS ordinal FROM history WHERE row = ?', row);
  insertEvent(db, row, (last && integerOrNull(last, 'ordinal')) ?? 0, at, event);
}

/** The first entry of the history of a new submission: thousands come at once, and none has an entry to be counted. */
export function beginHistoryOf(db: DatabaseSync, row: number, at: number, event: HistoryEvent): void {
  insertEvent(db, row, 0, at, event);
}

function insertEvent(db: DatabaseSync, row: number, before: number, at: number, event: HistoryEvent): void {
  change(
    db,
    'INSERT INTO history (row, ordinal, at, code, values_json) VALUES (?, ?, ?, ?, ?)',
    row,
    before + 1,
    at,
    event.code,
    event.values && JSON.stringify(event.values),
  );
}

/** Adds what happened in one moment, in this order; part of the caller's transaction. */
export function appendEventsOf(
  db: DatabaseSync,
  row: number,
  at: number,
  events: readonly HistoryEvent[],
): void {
  for (const event of events) appendEventOf(db, row, at, event);
}

export const historyStore = {
  /** The history of a submission, the newest first. */
  of: read((db, submissionId: string): HistoryEntry[] =>
    all(
      db,
      `SELECT history.* FROM submissions JOIN history ON history.row = submissions.row
       WHERE submissions.id = ? ORDER BY ordinal DESC`,
      submissionId,
    ).map((row) => ({ id: integer(row, 'ordinal'), at: integer(row, 'at'), ...rowToEvent(row) })),
  ),
};

/** Throws where the row holds none. */
export function rowToEvent(row: Row): HistoryEvent {
  const values = textOrNull(row, 'values_json');
  return historyEvent(text(row, 'code'), values && JSON.parse(values));
}
