import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import type { Hold } from '../../../shared/holds.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { FoundHold, PersonSearch } from '../../../shared/privacy.ts';
import { all, change, integer, one, type Row, text, textList } from '../operation.ts';
import { appendEvidence } from '../stores/evidence-store.ts';
import { findImportRows, findSubmissions, importsIn } from './find-person.ts';
import { matchPerson, personOf } from './person.ts';

/** Tells which holds keep something, by their ids. */
export interface HoldFinder {
  readonly any: boolean;
  /** Of a submission with its request. */
  ofRow(row: number): string[];
  /** Of texts with a name or a number, such as the cells of a row of an imported file that was never queued. */
  ofTexts(texts: readonly string[]): string[];
}

/** The holds as they are now: make a new finder in each transaction that erases. */
export function holdFinder(db: DatabaseSync): HoldFinder {
  const holds = all(db, 'SELECT * FROM holds').map((row) => ({
    id: text(row, 'id'),
    key: callKey(text(row, 'number')),
    person: personOf({ name: text(row, 'name'), phone: text(row, 'number') }),
  }));
  // Rather too much is kept than too little: the name alone is enough, as is any number that rings the same telephone.
  const ofTexts = (texts: readonly string[]): string[] => {
    const keys = holds.length > 0 ? texts.flatMap(keyOf) : [];
    return holds
      .filter(({ key, person }) => keys.includes(key) || matchPerson(person, texts) !== undefined)
      .map(({ id }) => id);
  };
  return {
    any: holds.length > 0,
    ofTexts,
    ofRow: (row) => {
      if (holds.length === 0) return [];
      const found = one(db, 'SELECT candidate_name, phone_number FROM submissions WHERE row = ?', row);
      return found ? ofTexts([text(found, 'candidate_name'), text(found, 'phone_number')]) : [];
    },
  };
}

/** The call key of a text that is a number. */
function keyOf(phone: string): string[] {
  const parsed = parsePhoneNumber(phone);
  return parsed.ok ? [callKey(parsed.value.e164)] : [];
}

export function holdsById(db: DatabaseSync, ids: readonly string[]): Hold[] {
  const sql = 'SELECT * FROM holds WHERE id IN (SELECT value FROM json_each(?)) ORDER BY placed_at, id';
  return all(db, sql, JSON.stringify(ids)).map(rowToHold);
}

/** The holds with this person's name or number. */
export function findHolds(db: DatabaseSync, search: PersonSearch): FoundHold[] {
  const person = personOf(search);
  return all(db, 'SELECT * FROM holds ORDER BY placed_at, id').flatMap((row) => {
    const hold = rowToHold(row);
    const foundBy = matchPerson(person, [hold.name, hold.phoneNumber]);
    return foundBy ? [{ ...hold, foundBy }] : [];
  });
}

/**
 * Deletes the holds of an erased person, unless one keeps something that was not erased. Runs when the rows of the erasure
 * are gone.
 */
export function endHoldsOfErased(db: DatabaseSync, erasure: string): void {
  const found = one(db, 'SELECT holds, begun_at FROM erasures WHERE id = ?', erasure);
  if (!found) return;
  for (const { id, name, phoneNumber: phone } of holdsById(db, textList(found, 'holds'))) {
    if (keepsAnything(db, { name, phone, everywhere: true })) continue;
    change(db, 'DELETE FROM holds WHERE id = ?', id);
    recordHold(db, 'hold_lifted', { hold: id, why: 'erased' }, integer(found, 'begun_at'));
  }
}

function keepsAnything(db: DatabaseSync, person: PersonSearch): boolean {
  return (
    findSubmissions(db, person, null, 0, Number.MAX_SAFE_INTEGER).length > 0 ||
    importsIn(db, null).some((importId) => findImportRows(db, person, importId).length > 0)
  );
}

/** Records in the evidence that a person is held or no longer is; never who. `at`: UTC ms. */
export function recordHold(
  db: DatabaseSync,
  kind: 'hold_placed' | 'hold_lifted',
  facts: { readonly hold: string; readonly why: 'person' | 'erased' },
  at: number,
): void {
  appendEvidence(db, { kind, at, facts });
}

export function rowToHold(row: Row): Hold {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    phoneNumber: text(row, 'number'),
    reason: text(row, 'reason'),
    placedAt: integer(row, 'placed_at'),
    placedBy: text(row, 'placed_by'),
  };
}
