import type { DatabaseSync } from 'node:sqlite';
import { type HeldBy, HOLD_EVENTS, HOLD_KINDS, type Hold, type HoldEvent } from '../../../shared/holds.ts';
import { all, integer, oneOf, type Row, text, textOrNull } from '../operation.ts';

/** The holds of a query as `h`, with the Library's names of jobs. */
export const HOLDS = `SELECT h.*, workspaces.name AS workspace,
    (SELECT name FROM library WHERE kind = 'job_description' AND service_id = h.value AND h.kind = 'job' AND name <> ''
       AND (h.workspace_id IS NULL OR workspace_id = h.workspace_id) ORDER BY last_used_at DESC LIMIT 1) AS label
  FROM holds AS h LEFT JOIN workspaces ON workspaces.id = h.workspace_id`;

/** Holds with what happened to them. */
export function holdsOf(db: DatabaseSync, rows: readonly Row[]): Hold[] {
  const events = eventsOf(db, rows);
  return rows.map((row) => ({
    ...heldBy(row),
    name: text(row, 'name'),
    phone: text(row, 'phone'),
    workspace: textOrNull(row, 'workspace'),
    inForce: row['ended_at'] === null,
    events: events.get(text(row, 'id')) ?? [],
  }));
}

/** The holds with these ids, the oldest first. */
export function heldByIds(db: DatabaseSync, ids: readonly string[]): HeldBy[] {
  if (ids.length === 0) return [];
  const sql = `${HOLDS} WHERE h.id IN (SELECT value FROM json_each(?)) ORDER BY h.placed_at, h.id`;
  return all(db, sql, JSON.stringify(ids)).map(heldBy);
}

function heldBy(row: Row): HeldBy {
  return {
    id: text(row, 'id'),
    kind: oneOf(row, 'kind', HOLD_KINDS),
    value: text(row, 'value'),
    label: textOrNull(row, 'label'),
    reason: text(row, 'reason'),
    placedAt: integer(row, 'placed_at'),
    placedBy: text(row, 'placed_by'),
  };
}

function eventsOf(db: DatabaseSync, rows: readonly Row[]): Map<string, HoldEvent[]> {
  const ids = JSON.stringify(rows.map((row) => text(row, 'id')));
  const events = new Map<string, HoldEvent[]>();
  const sql =
    'SELECT * FROM hold_events WHERE hold IN (SELECT value FROM json_each(?)) ORDER BY hold, ordinal';
  for (const row of all(db, sql, ids)) {
    const id = text(row, 'hold');
    const event = {
      kind: oneOf(row, 'kind', HOLD_EVENTS),
      at: integer(row, 'at'),
      by: text(row, 'by_account'),
      reason: text(row, 'reason'),
    };
    events.set(id, [...(events.get(id) ?? []), event]);
  }
  return events;
}
