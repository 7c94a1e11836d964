import type { DatabaseSync } from 'node:sqlite';
import { PINNED_KINDS, type PinnedField, type PinnedValue } from '../../../shared/assessment.ts';
import { pinnedValueOf } from '../../../shared/assessment-pins.ts';
import type { Json } from '../../../shared/request.ts';
import { all, change, integer, integerOrNull, type Row, text } from '../operation.ts';
import { sortKey } from '../search/folded.ts';
import { UntilWritten } from './until-written.ts';

/** A pinned field with the number it is stored under. */
export interface StoredPin extends PinnedField {
  readonly pin: number;
}

const pins = new UntilWritten(() => new Map<number, readonly StoredPin[]>());

/** The pins of a workspace, the oldest first. */
export function pinsOf(db: DatabaseSync, workspace: number): readonly StoredPin[] {
  const known = pins.of(db);
  const read =
    known.get(workspace) ??
    all(db, 'SELECT * FROM pins WHERE workspace = ? ORDER BY pin', workspace).map(rowToPin);
  known.set(workspace, read);
  return read;
}

/** A place for every pin of the workspace, without a value. */
export function addPinnedRows(db: DatabaseSync, workspace: number, row: number): void {
  change(
    db,
    'INSERT OR IGNORE INTO pinned_values (row, pin) SELECT ?, pin FROM pins WHERE workspace = ?',
    row,
    workspace,
  );
}

/** Reads the values of these pins from a result; part of the caller's transaction. */
export function storePinnedValues(
  db: DatabaseSync,
  pins: readonly StoredPin[],
  row: number,
  results: Json | undefined,
): void {
  for (const pin of pins) {
    const value = pinnedValueOf(results, pin);
    change(
      db,
      `INSERT INTO pinned_values (row, pin, value, shown) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, shown = excluded.shown`,
      row,
      pin.pin,
      value === undefined ? null : pinnedKey(value),
      value === undefined || typeof value === 'number' ? null : JSON.stringify(value),
    );
  }
}

/** What a pinned value is sorted and filtered by. */
export function pinnedKey(value: PinnedValue): string | number {
  return typeof value === 'number' ? value : sortKey(String(value));
}

/** A stored value as it is shown; undefined where the result has none. */
export function shownValue(row: Row): PinnedValue | undefined {
  const { value, shown } = row;
  if (typeof shown !== 'string') return typeof value === 'number' ? value : undefined;
  const parsed: unknown = JSON.parse(shown);
  return typeof parsed === 'string' || typeof parsed === 'boolean' ? parsed : undefined;
}

function rowToPin(row: Row): StoredPin {
  const scale = integerOrNull(row, 'scale');
  return {
    pin: integer(row, 'pin'),
    path: text(row, 'path'),
    label: text(row, 'label'),
    kind: PINNED_KINDS.find((known) => known === row['kind']) ?? 'text',
    scale: scale === 1 || scale === 5 || scale === 10 || scale === 100 ? scale : null,
  };
}
