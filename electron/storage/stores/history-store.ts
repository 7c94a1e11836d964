import type { DatabaseSync } from 'node:sqlite';
import { type HistoryEntry, type HistoryEvent, historyEvent } from '../../../shared/history-event.ts';
import {
  all,
  change,
  insert,
  insertAll,
  integer,
  integerOrNull,
  one,
  type Row,
  read,
  text,
  textOrNull,
} from '../operation.ts';

/** Adds an event to the history of a submission, in the caller's transaction. */
export function appendEventOf(db: DatabaseSync, row: number, at: number, event: HistoryEvent): void {
  const last = one(db, 'SELECT max(ordinal) AS ordinal FROM history WHERE row = ?', row);
  insertEvent(db, row, (last && integerOrNull(last, 'ordinal')) ?? 0, at, event);
}

/** Adds the first event of a new submission. Saves looking for earlier ones, as imports add thousands. */
export function beginHistoryOf(db: DatabaseSync, row: number, at: number, event: HistoryEvent): void {
  insertEvent(db, row, 0, at, event);
}

function insertEvent(db: DatabaseSync, row: number, before: number, at: number, event: HistoryEvent): void {
  const values = event.values && JSON.stringify(event.values);
  insert(db, 'history', { row, ordinal: before + 1, at, code: event.code, values_json: values });
}

/** An event with the login of the colleague on whose computer it happened; null: here. */
export type TeamEvent = HistoryEvent & { readonly at: number; readonly colleague: string | null };

/** The history of a submission, the oldest event first. */
export function teamHistoryOf(db: DatabaseSync, row: number): TeamEvent[] {
  return all(db, 'SELECT * FROM history WHERE row = ? ORDER BY ordinal', row).map((each) => ({
    ...rowToEvent(each),
    at: integer(each, 'at'),
    colleague: textOrNull(each, 'colleague'),
  }));
}

/** The history of a submission from its event `from` (0: the first) on. */
export interface HistoryEnd {
  readonly from: number;
  readonly events: readonly TeamEvent[];
}

/** Writes the ends of histories, by the row of their submission, in the caller's transaction. */
export function writeHistoryEnds(db: DatabaseSync, ends: ReadonlyMap<number, HistoryEnd>): void {
  for (const [row, { from }] of ends)
    change(db, 'DELETE FROM history WHERE row = ? AND ordinal > ?', row, from);
  const added = [...ends].flatMap(([row, { from, events }]) =>
    events.map(({ at, code, values, colleague }, index) => ({
      ...{ row, ordinal: from + index + 1, at, code },
      ...{ values_json: values && JSON.stringify(values), colleague },
    })),
  );
  insertAll(db, 'history', added);
}

export const historyStore = {
  of: read((db, submissionId: string): HistoryEntry[] =>
    all(
      db,
      `SELECT history.*, coalesce(team_colleagues.person, history.colleague) AS person
       FROM submissions JOIN history ON history.row = submissions.row
       LEFT JOIN team_colleagues ON team_colleagues.workspace_id = submissions.workspace_id
         AND team_colleagues.login = history.colleague
       WHERE submissions.id = ? ORDER BY ordinal DESC`,
      submissionId,
    ).map((row) => {
      const by = textOrNull(row, 'person');
      const entry = { id: integer(row, 'ordinal'), at: integer(row, 'at'), ...rowToEvent(row) };
      return by === null ? entry : { ...entry, by };
    }),
  ),
};

/** Throws for an invalid event. */
export function rowToEvent(row: Row): HistoryEvent {
  const values = textOrNull(row, 'values_json');
  return historyEvent(text(row, 'code'), values && JSON.parse(values));
}
