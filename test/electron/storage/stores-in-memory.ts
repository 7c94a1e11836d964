import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../../electron/storage/migrate.ts';
import type { Operation } from '../../../electron/storage/operation.ts';
import { type Stores, stores } from '../../../electron/storage/stores/index.ts';

/**
 * A new database in memory, and the app's own stores on it in this thread: each write is a transaction, and no call takes
 * longer than a turn of the event loop.
 */
export function storesInMemory(): { readonly db: DatabaseSync; readonly stores: Stores } {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA foreign_keys = ON');
  migrate(db);
  const running = Object.entries(stores).map(([name, operations]) => [name, runningOn(db, operations)]);
  return { db, stores: Object.fromEntries(running) };
}

function runningOn(
  db: DatabaseSync,
  operations: Readonly<Record<string, Operation<never[], unknown>>>,
): Readonly<Record<string, (...args: never[]) => Promise<unknown>>> {
  const running = Object.entries(operations).map(([name, { mode, run }]) => {
    const answer = (...args: never[]): unknown => {
      if (mode !== 'write') return run(db, ...args);
      db.exec('BEGIN IMMEDIATE');
      try {
        const answered = run(db, ...args);
        db.exec('COMMIT');
        return answered;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    };
    return [name, async (...args: never[]) => answer(...args)] as const;
  });
  return Object.fromEntries(running);
}
