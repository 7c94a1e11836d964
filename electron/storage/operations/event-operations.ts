import type { DatabaseSync } from 'node:sqlite';
import { HISTORY_EVENT_KINDS, type HistoryEvent } from '../../../shared/request.ts';
import { all, change, integer, type Row, read, text, textOrNull } from '../operation.ts';

export interface NewEvent {
  readonly kind: HistoryEvent['kind'];
  readonly summary: string;
  readonly detail: string | null;
}

/** Adds to the history of a submission; part of the caller's transaction. */
export function appendEvent(db: DatabaseSync, submissionId: string, at: number, event: NewEvent): void {
  change(
    db,
    'INSERT INTO events (submission_id, at, kind, summary, detail) VALUES (?, ?, ?, ?, ?)',
    submissionId,
    at,
    event.kind,
    event.summary,
    event.detail,
  );
}

export const eventOperations = {
  /** The history of a submission, the newest first. */
  of: read((db, submissionId: string): HistoryEvent[] =>
    all(db, 'SELECT * FROM events WHERE submission_id = ? ORDER BY id DESC', submissionId).map(rowToEvent),
  ),
};

function rowToEvent(row: Row): HistoryEvent {
  const kind = HISTORY_EVENT_KINDS.find((known) => known === row['kind']);
  if (!kind) throw new TypeError(`Unknown kind of event: ${String(row['kind'])}`);
  return {
    id: integer(row, 'id'),
    at: integer(row, 'at'),
    kind,
    summary: text(row, 'summary'),
    detail: textOrNull(row, 'detail'),
  };
}
