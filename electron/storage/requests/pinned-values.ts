import type { DatabaseSync } from 'node:sqlite';
import { PINNED_KINDS, type PinnedField, type PinnedValue } from '../../../shared/assessment.ts';
import { pinnedValueOf } from '../../../shared/assessment-pins.ts';
import { type DescribedField, describedValue, shareOf } from '../../../shared/described-field.ts';
import type { Json } from '../../../shared/request.ts';
import { numberAt, numberInText } from '../../../shared/sent-number.ts';
import { all, change, integer, type Row, text } from '../operation.ts';
import { sortKey } from './folded.ts';

/** A pinned field with the number it is stored under. */
export interface StoredPin extends PinnedField {
  readonly pin: number;
  /** Not every result was read for it yet. */
  readonly filling: boolean;
}

/** The pins of a workspace that are columns, the oldest first: also those for which results are still being read. */
export function pinsOf(db: DatabaseSync, workspaceId: string): readonly StoredPin[] {
  return all(
    db,
    `SELECT * FROM pins WHERE workspace_id = ? AND state <> 'removing' ORDER BY pin`,
    workspaceId,
  ).map(rowToPin);
}

/** Pins a field, or pins it anew with another label or kind. Its values are there once the results are read (`readAgain`). */
export function addPin(db: DatabaseSync, workspaceId: string, { path, label, kind }: PinnedField): void {
  change(
    db,
    `INSERT INTO pins (workspace_id, path, label, kind) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET label = excluded.label, kind = excluded.kind`,
    workspaceId,
    path,
    label,
    kind,
  );
}

/**
 * A field that is a column no more; false where it was none. What it was called goes at once, its values a few at a time
 * (`readSomeResults`).
 */
export function dropPin(db: DatabaseSync, workspaceId: string, path: string): boolean {
  const dropped = change(
    db,
    `UPDATE pins SET state = 'removing', path = '', label = ''
     WHERE workspace_id = ? AND path = ? AND state <> 'removing'`,
    workspaceId,
    path,
  );
  return dropped > 0;
}

/** A place for every pin of the workspace, without a value. */
export function addPinnedRows(db: DatabaseSync, workspaceId: string, row: number): void {
  change(
    db,
    `INSERT OR IGNORE INTO pinned_values (row, pin)
     SELECT ?, pin FROM pins WHERE workspace_id = ? AND state <> 'removing'`,
    row,
    workspaceId,
  );
}

/** The pins of a workspace, and what is described about them for one questionnaire. */
export interface ResultColumns {
  readonly pins: readonly StoredPin[];
  readonly described: readonly DescribedField[];
}

/** Reads the values of these pins from a result; part of the caller's transaction. */
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

/** What a pinned value is filtered by: a number that was sent as a text is one in a column of numbers. */
function pinnedKey(value: PinnedValue, { kind }: PinnedField): string | number {
  if (typeof value === 'number') return value;
  const number = kind === 'number' && typeof value === 'string' ? numberInText(value) : undefined;
  return number?.value ?? sortKey(String(value));
}

/**
 * What a value is sorted by where it is on a scale: five of five and 91 of 100 have no order among each other, so each
 * scale stands by itself, behind the numbers without one.
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

/** With what the places of all values on a described scale begin. */
export function scalePrefix({
  smallest,
  largest,
}: {
  readonly smallest: number;
  readonly largest: number;
}): string {
  return `\u0001${smallest} to ${largest}\u0001`;
}

/** A share from 0 to 1 as a text that sorts like it. */
export function shareKey(share: number): string {
  return share.toFixed(15);
}

/** A stored value as it is shown; undefined where the result has none. */
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
