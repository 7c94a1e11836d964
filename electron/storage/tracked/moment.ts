import type { DatabaseSync } from 'node:sqlite';
import { one } from '../operation.ts';

/** What tells whether anything was written: by this connection (total_changes), by another process (data_version). */
export interface Moment {
  readonly version: unknown;
  readonly written: unknown;
}

const current = new WeakMap<DatabaseSync, Moment>();

/** How far a database has been written. */
export function momentOf(db: DatabaseSync): Moment {
  return current.get(db) ?? readMoment(db);
}

/** Reads, and nothing else: what is at hand is compared with what was written once, and not for each piece. */
export function inOneMoment<T>(db: DatabaseSync, read: () => T): T {
  current.set(db, readMoment(db));
  try {
    return read();
  } finally {
    current.delete(db);
  }
}

function readMoment(db: DatabaseSync): Moment {
  const row = one(db, 'SELECT total_changes() AS written, data_version AS version FROM pragma_data_version');
  return { version: row?.['version'], written: row?.['written'] };
}
