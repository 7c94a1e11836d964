import type { DatabaseSync } from 'node:sqlite';
import { statement } from './operation.ts';

/** The whole transaction is lost, not one write of it. */
export class GroupLostError extends Error {
  override readonly name = 'GroupLostError';
}

/** Does all of `work` within the caller's transaction, or nothing of it. Throws what it throws, or a `GroupLostError`. */
export function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  statement(db, 'SAVEPOINT one').run();
  try {
    const value = work();
    statement(db, 'RELEASE one').run();
    return value;
  } catch (error) {
    // A full disk ends the whole transaction by itself: then there is no savepoint left, and the group fails.
    if (!db.isTransaction)
      throw new GroupLostError('The transaction was ended by the database.', { cause: error });
    db.exec('ROLLBACK TO one; RELEASE one');
    throw error;
  }
}

/** Reads of one moment: what another process writes meanwhile is not seen. Within a transaction that is so anyway. */
export function inOneRead<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  statement(db, 'BEGIN').run();
  try {
    return work();
  } finally {
    statement(db, 'COMMIT').run();
  }
}
