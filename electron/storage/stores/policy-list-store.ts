import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import type { NewEntry } from '../../do-not-call/do-not-call-list.ts';
import type { StoredPolicyList } from '../../do-not-call/policy-list.ts';
import { mayHoldErased } from '../do-not-call/forbidding.ts';
import { type HashedNumber, hashFinder } from '../do-not-call/hashed-numbers.ts';
import { recordEntries } from '../do-not-call/record-entries.ts';
import { change, insert, one, read, textOrNull, upsert, write } from '../operation.ts';

export const policyListStore = {
  storedPolicyList: read((db): StoredPolicyList => {
    const row = one(db, 'SELECT digest, file FROM do_not_call_policy');
    return row
      ? { digest: textOrNull(row, 'digest'), file: textOrNull(row, 'file') }
      : { digest: null, file: null };
  }),

  /** Begins a list; the file of the one before counts as read until this one is stored. */
  beginPolicyList: write((db, list: string): boolean => {
    // A number of an erased person could come back.
    if (mayHoldErased(db)) return false;
    upsert(db, 'do_not_call_policy', { one: 1 }, { list, digest: null });
    return true;
  }),

  /** Adds a piece of the list; a number that was erased here is added as its hash. */
  addPolicyEntries: write((db, list: string, entries: readonly NewEntry[], now: number): boolean => {
    if (!isBegun(db, list) || mayHoldErased(db)) return false;
    const findHash = hashFinder(db);
    const added = entries.filter((each) => storeEntry(db, list, each, findHash(callKey(each.phoneNumber))));
    if (added.length > 0) recordEntries(db, 'do_not_call_added', 'policy', added.length, now);
    return true;
  }),

  /** Removes up to `limit` entries of the policy that aren't in the list; gives how many, 0 if it may not go on. */
  removeOtherPolicyEntries: write((db, list: string, limit: number, now: number): number => {
    if (!isBegun(db, list)) return 0;
    const removed = change(
      db,
      `DELETE FROM do_not_call WHERE id IN (
         SELECT id FROM do_not_call
         WHERE source = 'policy' AND lifted_at IS NULL AND policy_list IS NOT ? LIMIT ?)`,
      list,
      limit,
    );
    if (removed > 0) recordEntries(db, 'do_not_call_lifted', 'policy', removed, now);
    return removed;
  }),

  /** All of the list is there. */
  endPolicyList: write((db, list: string, { digest, file }: StoredPolicyList): void => {
    change(db, 'UPDATE do_not_call_policy SET digest = ?, file = ? WHERE list = ?', digest, file, list);
  }),
};

function isBegun(db: DatabaseSync, list: string): boolean {
  return one(db, 'SELECT 1 FROM do_not_call_policy WHERE list = ?', list) !== undefined;
}

/** Adds the policy's entry for a number, or keeps it with its date; whether it was added. */
function storeEntry(
  db: DatabaseSync,
  list: string,
  entry: NewEntry,
  hashed: HashedNumber | undefined,
): boolean {
  if (hashed ? keepHashed(db, list, hashed) : keepEntry(db, list, entry)) return false;
  insert(db, 'do_not_call', {
    id: entry.id,
    source: 'policy',
    // Without its reason, which may name the person.
    ...(hashed
      ? { hash: hashed.hash, key_id: hashed.keyId, reason: '' }
      : { number: callKey(entry.phoneNumber), reason: entry.reason }),
    added_at: entry.addedAt,
    added_by: entry.addedBy,
    policy_list: list,
  });
  return true;
}

function keepEntry(db: DatabaseSync, list: string, { phoneNumber, reason }: NewEntry): boolean {
  const sql = `UPDATE do_not_call SET policy_list = ?, reason = ?
    WHERE lifted_at IS NULL AND number IS NOT NULL AND number = ? AND source = 'policy'`;
  return change(db, sql, list, reason, callKey(phoneNumber)) > 0;
}

function keepHashed(db: DatabaseSync, list: string, { keyId, hash }: HashedNumber): boolean {
  const sql = `UPDATE do_not_call SET policy_list = ?
    WHERE lifted_at IS NULL AND hash IS NOT NULL AND key_id = ? AND hash = ? AND source = 'policy'`;
  return change(db, sql, list, keyId, hash) > 0;
}
