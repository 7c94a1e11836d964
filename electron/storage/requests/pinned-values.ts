import type { DatabaseSync } from 'node:sqlite';
import { PINNED_KINDS, type PinnedField, type PinnedValue } from '../../../shared/assessment.ts';
import { pinnedValueOf } from '../../../shared/assessment-pins.ts';
import { type DescribedField, describedValue, shareOf } from '../../../shared/described-field.ts';
import type { Json } from '../../../shared/request.ts';
import { numberAt, numberInText } from '../../../shared/sent-number.ts';
import { all, change, integer, type Row, text, upsert } from '../operation.ts';
import { sortKey } from './search.ts';

interface StoredPin extends PinnedField {
  readonly pin: number;
  /** Not all results have been read for it yet. */
  readonly filling: boolean;
}

/** The pins of a workspace, the oldest first, including those still being filled. */
export function pinsOf(db: DatabaseSync, workspaceId: string): readonly StoredPin[] {
  const sql = `SELECT * FROM pins WHERE workspace_id = ? AND state <> 'removing' ORDER BY pin`;
  return all(db, sql, workspaceId).map(rowToPin);
}

/** Pins a field, or changes the label and kind of a pin. `scheduleBackfill` then fills its values. */
export function addPin(db: DatabaseSync, workspaceId: string, { path, label, kind }: PinnedField): void {
  upsert(db, 'pins', { workspace_id: workspaceId, path }, { label, kind });
}

/**
 * Unpins a field; false if it wasn't pinned. Deletes its path and label immediately, and its values in batches
 * (`backfillBatch`).
 */
export function dropPin(db: DatabaseSync, workspaceId: string, path: string): boolean {
  const sql = `UPDATE pins SET state = 'removing', path = '', label = ''
    WHERE workspace_id = ? AND path = ? AND state <> 'removing'`;
  return change(db, sql, workspaceId, path) > 0;
}

/** Adds a row without a value for every pin of the workspace. */
export function addPinnedRows(db: DatabaseSync, workspaceId: string, row: number): void {
  const sql = `INSERT OR IGNORE INTO pinned_values (row, pin)
    SELECT ?, pin FROM pins WHERE workspace_id = ? AND state <> 'removing'`;
  change(db, sql, row, workspaceId);
}

/** The pins of a workspace, and their descriptions for one questionnaire. */
export interface ResultColumns {
  readonly pins: readonly StoredPin[];
  readonly described: readonly DescribedField[];
}

/** Stores the values of these pins from a result, in the caller's transaction. */
export function storePinnedValues(
  db: DatabaseSync,
  { pins, described }: ResultColumns,
  row: number,
  results: Json | undefined,
): void {
  for (const pin of pins) {
    const value = pinnedValueOf(results, pin);
    const key = value === undefined ? null : pinnedKey(value, pin);
    change(
      db,
      `INSERT INTO pinned_values (row, pin, value, shown, place) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, shown = excluded.shown, place = excluded.place
         WHERE value IS NOT excluded.value OR shown IS NOT excluded.shown OR place IS NOT excluded.place`,
      row,
      pin.pin,
      key,
      value === undefined || typeof value === 'number' ? null : JSON.stringify(value),
      key === null ? null : (placeOnScale(results, pin.path, described) ?? key),
    );
  }
}

/** The value to filter by. In a column of numbers, text that is a number counts as one. */
function pinnedKey(value: PinnedValue, { kind }: PinnedField): string | number {
  if (typeof value === 'number') return value;
  const number = kind === 'number' && typeof value === 'string' ? numberInText(value) : undefined;
  return number?.value ?? sortKey(String(value));
}

/**
 * The sort key of a value on a scale; undefined without one. Values on different scales can't be compared (5 of 5 and
 * 91 of 100), so each scale is a separate group after the numbers without a scale.
 */
function placeOnScale(
  results: Json | undefined,
  path: string,
  described: readonly DescribedField[],
): string | undefined {
  const field = described.find((each) => each.path === path);
  const scaled = field && describedValue(results, field)?.scaled;
  if (scaled) return `${scalePrefix(scaled)}${shareKey(shareOf(scaled))}`;
  const number = numberAt(results, path);
  return number && number.of !== null
    ? `\u0001of ${number.of}\u0001${shareKey(number.value / number.of)}`
    : undefined;
}

/** The prefix of the sort keys of all values on a described scale. */
export function scalePrefix({
  smallest,
  largest,
}: {
  readonly smallest: number;
  readonly largest: number;
}): string {
  return `\u0001${smallest} to ${largest}\u0001`;
}

/** The position on a described scale in a sort key of `placeOnScale`; undefined for other sort keys. */
export function shareIn(place: unknown): number | undefined {
  const [, scale, share] = typeof place === 'string' ? place.split('\u0001') : [];
  return scale?.includes(' to ') && share !== undefined ? Number(share) : undefined;
}

/** A number from 0 to 1 as text with the same order. */
export function shareKey(share: number): string {
  return share.toFixed(15);
}

/** A stored value to show; undefined if the result has none. */
export function shownValue(row: Row): PinnedValue | undefined {
  const { value, shown } = row;
  if (typeof shown !== 'string') return typeof value === 'number' ? value : undefined;
  const parsed: unknown = JSON.parse(shown);
  return typeof parsed === 'string' || typeof parsed === 'boolean' ? parsed : undefined;
}

function rowToPin(row: Row): StoredPin {
  return {
    pin: integer(row, 'pin'),
    filling: text(row, 'state') === 'filling',
    path: text(row, 'path'),
    label: text(row, 'label'),
    kind: PINNED_KINDS.find((known) => known === row['kind']) ?? 'text',
  };
}
