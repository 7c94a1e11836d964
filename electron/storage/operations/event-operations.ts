import type { DatabaseSync } from 'node:sqlite';
import { HISTORY_EVENT_KINDS, type HistoryEvent } from '../../../shared/request.ts';
import { all, change, integer, one, type Row, read, text, textOrNull } from '../operation.ts';

export interface NewEvent {
  readonly kind: HistoryEvent['kind'];
  readonly summary: string;
  readonly detail: string | null;
}

/** The event as it is stored for a submission with this request id, which stands there: it need not be stored twice. */
export function withoutId(event: NewEvent, requestId: string | null): NewEvent {
  return event.kind === 'accepted' && event.detail === `Request ID ${requestId}`
    ? { ...event, detail: null }
    : event;
}

/** Something that happened, by the code of its phrase. */
export interface TimedPhrase {
  /** UTC ms. */
  readonly at: number;
  readonly phrase: number;
  readonly detail: string | null;
}

/** Adds to the history of the submission of this number; part of the caller's transaction. */
export function appendEventOf(db: DatabaseSync, row: number, at: number, event: NewEvent): void {
  appendEventsOf(db, row, at, [event]);
}

/** Adds what happened in one moment, in this order; part of the caller's transaction. */
export function appendEventsOf(db: DatabaseSync, row: number, at: number, events: readonly NewEvent[]): void {
  appendPhrasesOf(
    db,
    row,
    events.map((event) => ({ at, phrase: phraseCode(db, event), detail: event.detail })),
  );
}

/** Adds what happened, in this order; part of the caller's transaction. */
export function appendPhrasesOf(db: DatabaseSync, row: number, told: readonly TimedPhrase[]): void {
  for (let from = 0; from < told.length; from += MOST_APPENDED) {
    const together = told.slice(from, from + MOST_APPENDED);
    const said = together.flatMap(({ at, phrase, detail }) => [at, phrase, detail]);
    change(db, appending(together.length), row, ...said);
  }
}

/** So many are written by one statement: each number of them has one of its own. */
const MOST_APPENDED = 4;

const [AT, PHRASE, DETAIL] = [2, 3, 4];

/** A parameter of the nth. */
function given(nth: number, what: number): string {
  return `?${what + 3 * nth}`;
}

/** One of them as it is stored: when, its phrase, what it says more. */
function saying(nth: number, since: string): string {
  // Numbers are bound as floating point: in JSON they would be written so.
  const [phrase, detail] = [`CAST(${given(nth, PHRASE)} AS INTEGER)`, given(nth, DETAIL)];
  return `iif(${detail} IS NULL, jsonb_array(${since}, ${phrase}), jsonb_array(${since}, ${phrase}, ${detail}))`;
}

/** ms since the history began at `began`. */
function sinceBegun(nth: number, began: string): string {
  return `CAST(${given(nth, AT)} - ${began} AS INTEGER)`;
}

/** When the last event so far was, since the first. */
const LAST = `coalesce((SELECT told.value ->> 0 FROM json_each(said) AS told
  WHERE told.value ->> 0 IS NOT NULL ORDER BY told.key DESC LIMIT 1), 0)`;

/** Each says when it was, unless it was at the same time as the one before. */
function appending(count: number): string {
  const nths = Array.from({ length: count }, (_, nth) => nth);
  const first = given(0, AT);
  const sinceFirst = (nth: number): string =>
    nth === 0 ? 'NULL' : `nullif(${sinceBegun(nth, first)}, ${sinceBegun(nth - 1, first)})`;
  const since = (nth: number): string =>
    `nullif(${sinceBegun(nth, 'began')}, ${nth === 0 ? LAST : sinceBegun(nth - 1, 'began')})`;
  return `INSERT INTO histories (row, began, said)
    VALUES (?1, ${first}, jsonb_array(${nths.map((nth) => saying(nth, sinceFirst(nth))).join(', ')}))
    ON CONFLICT DO UPDATE SET
      said = jsonb_insert(said, ${nths.map((nth) => `'$[#]', ${saying(nth, since(nth))}`).join(', ')})`;
}

/** The code of a sentence of the history, made where it is new; part of the caller's transaction. */
export function phraseCode(db: DatabaseSync, { kind, summary }: Pick<NewEvent, 'kind' | 'summary'>): number {
  const found =
    one(db, 'SELECT code FROM phrases WHERE kind = ? AND summary = ?', kind, summary) ??
    one(db, 'INSERT INTO phrases (kind, summary) VALUES (?, ?) RETURNING code', kind, summary);
  if (!found) throw new Error('A sentence of the history was not stored.');
  return integer(found, 'code');
}

export const eventOperations = {
  /** The history of a submission, the newest first. */
  of: read((db, submissionId: string): HistoryEvent[] =>
    all(db, 'SELECT * FROM events WHERE submission_id = ? ORDER BY ordinal DESC', submissionId).map(
      rowToEvent,
    ),
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
