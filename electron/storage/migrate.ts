import type { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';

/** The database was written by a newer Callboard than this one: it is left untouched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings the schema to the newest version, each step in a transaction of its own.
 *
 * Throws {@link NewerDatabaseError} for a schema this program does not know.
 */
export function migrate(db: DatabaseSync, steps = migrations): void {
  refuseNewer(db, steps);
  const version = schemaVersion(db);
  for (const step of steps.filter((candidate) => candidate.version > version)) {
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec(step.sql);
      db.exec(`PRAGMA user_version = ${step.version}`);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Throws {@link NewerDatabaseError} for a schema this program does not know; writes nothing. */
export function refuseNewer(db: DatabaseSync, steps = migrations): void {
  const version = schemaVersion(db);
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new NewerDatabaseError(`The database has schema ${version}; this Callboard knows up to ${newest}.`);
  }
}

/** The number of the last migration that ran; 0 for a new database. */
export function schemaVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}
