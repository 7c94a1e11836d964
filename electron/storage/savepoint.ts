import type { DatabaseSync } from 'node:sqlite';
import { statement } from './operation.ts';

/** SQLite ended the whole transaction, not only one write. */
export class GroupLostError extends Error {
  override readonly name = 'GroupLostError';
}

/** Does all or nothing of `work` within the caller's transaction. Throws what `work` throws, or a `GroupLostError`. */
export function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  statement(db, 'SAVEPOINT one').run();
  try {
    const value = work();
    statement(db, 'RELEASE one').run();
    return value;
  } catch (error) {
    // On a full disk, SQLite rolls back the whole transaction, including the savepoint.
    if (!db.isTransaction) throw new GroupLostError('SQLite ended the transaction.', { cause: error });
    db.exec('ROLLBACK TO one; RELEASE one');
    throw error;
  }
}

/** Runs several reads on one snapshot, which other processes' writes don't change. */
export function inReadTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  statement(db, 'BEGIN').run();
  try {
    return work();
  } finally {
    statement(db, 'COMMIT').run();
  }
}
