import type { DatabaseSync } from 'node:sqlite';
import { spellingsOf } from '../../../shared/call-key.ts';
import {
  DO_NOT_CALL_SOURCES,
  type DoNotCallSource,
  type Forbidding,
  type ForbiddingEntry,
} from '../../../shared/do-not-call.ts';
import { keyedHash } from '../../team/team-claims.ts';
import { all, integer, one, oneOf, type Row, text } from '../operation.ts';
import { appendEvidence } from './evidence-store.ts';

const keysInUse = new WeakMap<DatabaseSync, ReadonlyMap<string, Uint8Array>>();

/** From now on, hashed entries are compared with these keys, by id. They never leave the memory. */
export function setKeys(db: DatabaseSync, keys: ReadonlyMap<string, Uint8Array>): void {
  keysInUse.set(db, keys);
}

/** The key with this id; undefined if it can't be read now. */
function keyInUse(db: DatabaseSync, id: string): Uint8Array | undefined {
  return keysInUse.get(db)?.get(id);
}

/** The ids of keys with entries in force that can't be compared, as the key can't be read now. */
export function uncomparedKeys(db: DatabaseSync): string[] {
  return all(db, 'SELECT id FROM do_not_call_keys')
    .map((row) => text(row, 'id'))
    .filter((id) => !keyInUse(db, id) && one(db, HASHED_IN_FORCE, id) !== undefined);
}

/** Whether storing the policy's list could bring back a number that was erased here: nobody gave its hash up yet. */
export function mayHoldErased(db: DatabaseSync): boolean {
  return uncomparedKeys(db).some((id) => one(db, `${HASHED_IN_FORCE} AND ${NOT_GIVEN_UP}`, id) !== undefined);
}

/** Whether any entry is in force. */
export function hasEntries(db: DatabaseSync): boolean {
  return one(db, `${ENTRIES_IN_FORCE} LIMIT 1`) !== undefined;
}

/** Whether an entry that a person added here, in force, has this call key: a colleague may lift theirs. */
export function isListedByPerson(db: DatabaseSync, key: string): boolean {
  const sql = `SELECT 1 FROM do_not_call
    WHERE lifted_at IS NULL AND number IS NOT NULL AND number = ? AND source = 'person' AND team IS NULL`;
  return one(db, sql, key) !== undefined;
}

/** What forbids calling this number (E.164), the policy's entry first; null if nothing does. */
export function forbidding(db: DatabaseSync, phoneNumber: string): Forbidding | null {
  // Not only by the call key: an entry may be older than a country's new numbers.
  const numbers = spellingsOf(phoneNumber);
  for (const number of numbers) {
    const entry = one(
      db,
      `${ENTRIES_IN_FORCE} AND number IS NOT NULL AND number = ? ORDER BY source = 'person', added_at LIMIT 1`,
      number,
    );
    if (entry) return rowToForbidding(entry);
  }
  return forbiddingByHash(db, numbers);
}

function forbiddingByHash(db: DatabaseSync, numbers: readonly string[]): Forbidding | null {
  let isKeyMissing = false;
  for (const row of all(db, 'SELECT id FROM do_not_call_keys')) {
    const keyId = text(row, 'id');
    const secret = keyInUse(db, keyId);
    if (secret) {
      for (const number of numbers) {
        const hashed = one(db, `${HASHED_IN_FORCE} AND hash = ?`, keyId, keyedHash(secret, number));
        if (hashed) return rowToForbidding(hashed);
      }
    } else isKeyMissing ||= one(db, HASHED_IN_FORCE, keyId) !== undefined;
  }
  return forbiddingByTeam(db, numbers) ?? (isKeyMissing ? 'key_missing' : null);
}

function forbiddingByTeam(db: DatabaseSync, numbers: readonly string[]): ForbiddingEntry | null {
  for (const { team, hash } of teamHashes(db, numbers)) {
    const sql = `${ENTRIES_IN_FORCE} AND hash IS NOT NULL AND key_id IS NULL AND hash = ? AND team = ?`;
    const entry = one(db, sql, hash, team);
    if (entry) return rowToForbidding(entry);
  }
  return null;
}

/** The hashes of these numbers (call keys) by the key of each team, by which it keeps those of persons whom it erased. */
export function teamHashes(db: DatabaseSync, numbers: readonly string[]): { team: string; hash: Buffer }[] {
  return all(db, 'SELECT workspace_id, hash_key FROM teams').flatMap(
    ({ workspace_id: team, hash_key: key }) =>
      typeof team === 'string' && key instanceof Uint8Array
        ? numbers.map((number) => ({ team, hash: keyedHash(key, number) }))
        : [],
  );
}

const ENTRIES_IN_FORCE = 'SELECT id, source, reason, added_at FROM do_not_call WHERE lifted_at IS NULL';
const HASHED_IN_FORCE = `${ENTRIES_IN_FORCE} AND hash IS NOT NULL AND key_id = ?`;

/** A hashed entry of the policy without a list was given up, and stays in force until the policy's list is stored again. */
const NOT_GIVEN_UP = `(source = 'person' OR policy_list IS NOT NULL)`;

function rowToForbidding(row: Row): ForbiddingEntry {
  return {
    id: text(row, 'id'),
    source: oneOf(row, 'source', DO_NOT_CALL_SOURCES),
    reason: text(row, 'reason'),
    addedAt: integer(row, 'added_at'),
  };
}

/** What is kept of an erased number. */
export interface HashedNumber {
  readonly keyId: string;
  readonly hash: Uint8Array;
}

/** The hash of a call key with one of the keys; throws if that key can't be read. */
export function hashWith(db: DatabaseSync, keyId: string, key: string): HashedNumber {
  const secret = keyInUse(db, keyId);
  if (!secret) throw new Error('The key to hash a number with is missing.');
  return { keyId, hash: keyedHash(secret, key) };
}

/** Whether an entry of a person in force has this hash. */
export function isHashListed(db: DatabaseSync, { keyId, hash }: HashedNumber): boolean {
  const sql = `SELECT 1 FROM do_not_call
    WHERE lifted_at IS NULL AND hash IS NOT NULL AND key_id = ? AND hash = ? AND source = 'person'`;
  return one(db, sql, keyId, hash) !== undefined;
}

/**
 * Finds the hash under which a number (by its call key) is on the list, in force or lifted; undefined if it isn't, as far
 * as its keys can be read.
 */
export function hashFinder(db: DatabaseSync): (key: string) => HashedNumber | undefined {
  const ids = all(db, 'SELECT DISTINCT key_id AS id FROM do_not_call WHERE key_id IS NOT NULL').map((row) =>
    text(row, 'id'),
  );
  const readable = ids.filter((id) => keyInUse(db, id));
  return (key) => {
    for (const id of readable) {
      const hashed = hashWith(db, id, key);
      const sql = 'SELECT 1 FROM do_not_call WHERE hash IS NOT NULL AND key_id = ? AND hash = ?';
      if (one(db, sql, id, hashed.hash)) return hashed;
    }
    return undefined;
  };
}

/** Records in the evidence how many entries of the do-not-call list came or went; never which. `at`: UTC ms. */
export function recordEntries(
  db: DatabaseSync,
  kind: 'do_not_call_added' | 'do_not_call_lifted',
  source: DoNotCallSource,
  count: number,
  at: number,
): void {
  appendEvidence(db, { kind, at, facts: { source, count } });
}
