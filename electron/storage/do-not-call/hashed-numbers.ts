import type { DatabaseSync } from 'node:sqlite';
import { all, one, text } from '../operation.ts';
import { keyInUse, numberHash } from './forbidding.ts';

/** What is kept of an erased number. */
export interface HashedNumber {
  readonly keyId: string;
  readonly hash: Uint8Array;
}

/** The hash of a call key with one of the keys; throws if that key can't be read. */
export function hashWith(db: DatabaseSync, keyId: string, key: string): HashedNumber {
  const secret = keyInUse(db, keyId);
  if (!secret) throw new Error('The key to hash a number with is missing.');
  return { keyId, hash: numberHash(secret, key) };
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
