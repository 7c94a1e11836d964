import type { DatabaseSync } from 'node:sqlite';
import { HISTORY_EVENT_KINDS, type HistoryEvent } from '../../../shared/request.ts';
import { all, change, integer, type Row, read, text, textOrNull } from '../operation.ts';

export interface NewEvent {
  readonly kind: HistoryEvent['kind'];
  readonly summary: string;
  readonly detail: string | null;
}

/** Adds to the history of the submission of this number; part of the caller's transaction. */
export function appendEventOf(db: DatabaseSync, row: number, at: number, event: NewEvent): void {
  change(
    db,
    `INSERT INTO history (row, ordinal, at, kind, summary, detail)
     SELECT ?1, (SELECT coalesce(max(ordinal), 0) + 1 FROM history WHERE row = ?1), ?2, ?3, ?4, ?5`,
    row,
    at,
    event.kind,
    event.summary,
    event.detail,
  );
}

/** The first entry of the history of a new submission: thousands come at once, and none has an entry to be counted. */
export function beginHistoryOf(db: DatabaseSync, row: number, at: number, event: NewEvent): void {
  change(
    db,
    'INSERT INTO history (row, ordinal, at, kind, summary, detail) VALUES (?, 1, ?, ?, ?, ?)',
    row,
    at,
    event.kind,
    event.summary,
    event.detail,
  );
}

/** Adds what happened in one moment, in this order; part of the caller's transaction. */
export function appendEventsOf(db: DatabaseSync, row: number, at: number, events: readonly NewEvent[]): void {
  for (const event of events) appendEventOf(db, row, at, event);
}

export const eventOperations = {
  /** The history of a submission, the newest first. */
  of: read((db, submissionId: string): HistoryEvent[] =>
    all(
      db,
      `SELECT history.* FROM submissions JOIN history ON history.row = submissions.row
       WHERE submissions.id = ? ORDER BY ordinal DESC`,
      submissionId,
    ).map(rowToEvent),
  ),
};

function rowToEvent(row: Row): HistoryEvent {
  const kind = HISTORY_EVENT_KINDS.find((known) => known === row['kind']);
  if (!kind) throw new TypeError(`Unknown kind of event: ${String(row['kind'])}`);
  return {
    id: integer(row, 'ordinal'),
    at: integer(row, 'at'),
    kind,
    summary: text(row, 'summary'),
    detail: textOrNull(row, 'detail'),
  };
}
