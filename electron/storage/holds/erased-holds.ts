import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { FoundHold, PersonSearch } from '../../../shared/privacy.ts';
import { findImportRows, findSubmissions, importsIn } from '../erasure/find-person.ts';
import { matchPerson, personOf } from '../erasure/person.ts';
import { all, change, integer, one, type Row, text, textOrNull } from '../operation.ts';
import { wordsIn } from '../requests/folded.ts';
import { appendHoldEvent, recordHold } from './hold-events.ts';
import { anyHoldFinder } from './hold-finder.ts';

/** Rows that are about to be erased. */
interface Chosen {
  readonly rows: readonly number[];
  readonly importRows: readonly { readonly importId: string; readonly rowNumber: number }[];
  readonly search: { readonly name: string; readonly phone: string };
  readonly holdIds?: readonly string[] | undefined;
}

const ids = z.array(z.string());
const cells = z.array(z.string());

/** The ids of the holds of persons, released ones too, that know the person to be erased. */
export function holdsToEnd(db: DatabaseSync, { rows, importRows, search, holdIds = [] }: Chosen): string[] {
  const finder = anyHoldFinder(db);
  if (!finder.any) return [];
  const found = [
    ...holdIds,
    ...rows.flatMap((row) => finder.ofRow(row)),
    ...importRows.flatMap(({ importId, rowNumber }) =>
      finder.ofImportRow(...importRowOf(db, importId, rowNumber)),
    ),
    ...finder.ofPerson([search.name, search.phone]),
  ];
  const sql = `SELECT id FROM holds WHERE kind = 'person' AND id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return all(db, sql, JSON.stringify([...new Set(found)])).map((row) => text(row, 'id'));
}

/** The holds of persons, ended ones too, with this name or number. */
export function findHolds(db: DatabaseSync, search: PersonSearch): FoundHold[] {
  const person = personOf(search);
  return all(db, `SELECT * FROM holds WHERE kind = 'person' ORDER BY placed_at, id`).flatMap((row) => {
    const [name, phone] = [text(row, 'name'), text(row, 'phone')];
    const foundBy = matchPerson(person, [name, phone]);
    const inForce = row['ended_at'] === null;
    const [reason, placedAt] = [text(row, 'reason'), integer(row, 'placed_at')];
    return foundBy ? [{ id: text(row, 'id'), name, phone, reason, placedAt, inForce, foundBy }] : [];
  });
}

/** The workspace and the cells of an imported row that was never queued; no cells if it is gone. */
export function importRowOf(
  db: DatabaseSync,
  importId: string,
  rowNumber: number,
): readonly [workspaceId: string, cells: readonly string[]] {
  const row = one(
    db,
    `SELECT cells, workspace_id FROM import_rows JOIN imports ON imports.id = import_id
     WHERE import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0`,
    importId,
    rowNumber,
  );
  return row ? [text(row, 'workspace_id'), cells.parse(JSON.parse(text(row, 'cells')))] : ['', []];
}

/**
 * Ends the holds of an erased person and removes their name and number, unless a hold keeps something that was not erased.
 * Runs when the rows of the erasure are gone.
 */
export function endHoldsOfErased(db: DatabaseSync, erasure: string): void {
  const found = one(db, 'SELECT holds, account, begun_at FROM erasures WHERE id = ?', erasure);
  if (!found) return;
  for (const id of ids.parse(JSON.parse(text(found, 'holds')))) {
    const hold = one(db, 'SELECT * FROM holds WHERE id = ?', id);
    if (hold && !keepsAnything(db, hold)) end(db, hold, text(found, 'account'), integer(found, 'begun_at'));
  }
}

function keepsAnything(db: DatabaseSync, hold: Row): boolean {
  const workspaceId = textOrNull(hold, 'workspace_id');
  const search = { name: text(hold, 'name'), phone: text(hold, 'phone'), everywhere: false };
  const last = Number.MAX_SAFE_INTEGER;
  return (
    findSubmissions(db, search, workspaceId, 0, last).length > 0 ||
    importsIn(db, workspaceId).some((importId) => findImportRows(db, search, importId).length > 0)
  );
}

function end(db: DatabaseSync, hold: Row, by: string, at: number): void {
  const id = text(hold, 'id');
  change(
    db,
    `UPDATE holds SET name = '', phone = '', submission_id = NULL, reason = ?, ended_at = coalesce(ended_at, ?)
     WHERE id = ?`,
    nameless(hold, text(hold, 'reason')),
    at,
    id,
  );
  for (const row of all(db, 'SELECT ordinal, reason FROM hold_events WHERE hold = ?', id)) {
    const reason = nameless(hold, text(row, 'reason'));
    const sql = 'UPDATE hold_events SET reason = ? WHERE hold = ? AND ordinal = ?';
    change(db, sql, reason, id, integer(row, 'ordinal'));
  }
  appendHoldEvent(db, id, { kind: 'erased', at, by, reason: '' });
  if (hold['ended_at'] === null) recordHold(db, 'hold_lifted', { hold: id, of: 'person', why: 'erased' }, at);
}

/** A digit run as long as that may be part of a number. */
const LONG_NUMBER = /\d[\d\s()./-]{3,}\d/;

/** A reason as it may stay after its person was erased: empty if it has a word of the name, or anything like a number. */
function nameless(hold: Row, reason: string): string {
  const name = new Set(wordsIn(text(hold, 'name')));
  const person = personOf({ name: '', phone: text(hold, 'phone') });
  const tells =
    wordsIn(reason).some((word) => name.has(word)) ||
    LONG_NUMBER.test(reason) ||
    matchPerson(person, [reason]) !== undefined;
  return tells ? '' : reason;
}
