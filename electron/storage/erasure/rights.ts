import type { DatabaseSync } from 'node:sqlite';
import type { FoundRightsRequest, PersonSearch } from '../../../shared/privacy.ts';
import type { RightsRequest } from '../../../shared/rights.ts';
import { all, change, text, textOrNull } from '../operation.ts';
import { rowToRights } from '../stores/rights-row.ts';
import { matchPerson, personOf } from './person.ts';

/** Entries of the register of candidates' requests that name this person, or were made for a submission of theirs. */
export function findRights(db: DatabaseSync, search: PersonSearch): FoundRightsRequest[] {
  const person = personOf(search);
  return all(
    db,
    `SELECT rights_requests.*, submissions.candidate_name, submissions.phone_number FROM rights_requests
     LEFT JOIN submissions ON submissions.id = rights_requests.submission_id
     WHERE erased = 0 ORDER BY received_on, rights_requests.id`,
  ).flatMap((row) => {
    const own = [text(row, 'name'), text(row, 'phone')];
    const linked = ['candidate_name', 'phone_number'].map((column) => textOrNull(row, column) ?? '');
    const foundBy = matchPerson(person, own) ?? matchPerson(person, linked);
    if (!foundBy) return [];
    const { id, kind, state, receivedOn, name, phone } = rowToRights(row);
    return [{ id, kind, state, receivedOn, name, phone, foundBy }];
  });
}

/** These entries, the oldest first. */
export function heldRights(db: DatabaseSync, ids: readonly string[]): RightsRequest[] {
  const sql = `SELECT * FROM rights_requests WHERE id IN (SELECT value FROM json_each(?)) ORDER BY received_on, id`;
  return all(db, sql, JSON.stringify(ids)).map(rowToRights);
}

export interface ErasedRights {
  /** Entries that a person chose. */
  readonly ids: readonly string[];
  readonly submissionIds: readonly string[];
  /** E.164 or call keys. */
  readonly phones: readonly string[];
}

/**
 * Leaves of these entries, and of those of these submissions and numbers, only what was asked for and when, and how it
 * ended. Returns how many.
 */
export function eraseRights(
  db: DatabaseSync,
  { ids, submissionIds, phones }: ErasedRights,
  now: number,
): number {
  const owners = phones.map((phone) => personOf({ name: '', phone }));
  const byNumber = all(db, `SELECT id, phone FROM rights_requests WHERE phone <> ''`)
    .filter((row) => owners.some((owner) => matchPerson(owner, [text(row, 'phone')]) !== undefined))
    .map((row) => text(row, 'id'));
  return change(
    db,
    `UPDATE rights_requests
     SET name = '', phone = '', note = '', refusal = '', submission_id = NULL, erased = 1, changed_at = ?
     WHERE erased = 0
       AND (id IN (SELECT value FROM json_each(?)) OR submission_id IN (SELECT value FROM json_each(?)))`,
    now,
    JSON.stringify([...ids, ...byNumber]),
    JSON.stringify(submissionIds),
  );
}
