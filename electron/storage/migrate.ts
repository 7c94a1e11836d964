import type { DatabaseSync } from 'node:sqlite';
import { type Migration, migrations } from './migrations/index.ts';

/**
 * Migrates the schema to the newest version, with one transaction per migration.
 *
 * Throws {@link NewerDatabaseError} for a schema that this version doesn't know.
 */
export function migrate(db: DatabaseSync, steps = migrations): void {
  refuseNewer(db, steps);
  const version = schemaVersion(db);
  const due = steps.filter((candidate) => candidate.version > version);
  if (due.length === 0) return;
  const enforced = Number(db.prepare('PRAGMA foreign_keys').get()?.['foreign_keys']) === 1;
  // Otherwise, a migration couldn't recreate a table that others reference (sqlite.org/lang_altertable.html §7).
  db.exec('PRAGMA foreign_keys = OFF');
  try {
    for (const step of due) runStep(db, step);
  } finally {
    if (enforced) db.exec('PRAGMA foreign_keys = ON');
  }
}

function runStep(db: DatabaseSync, step: Migration): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have run it in the meantime.
    if (schemaVersion(db) >= step.version) {
      db.exec('ROLLBACK');
      return;
    }
    db.exec(step.sql);
    step.run?.(db);
    if (db.prepare('PRAGMA foreign_key_check').get()) {
      throw new Error(`Migration ${step.version} leaves references to missing rows.`);
    }
    db.exec(`PRAGMA user_version = ${step.version}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Throws {@link NewerDatabaseError} for a schema that this version doesn't know; writes nothing. */
export function refuseNewer(db: DatabaseSync, steps = migrations): void {
  const version = schemaVersion(db);
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new NewerDatabaseError(`The database has schema ${version}; this Callboard knows up to ${newest}.`);
  }
}

/** Whether the schema is from before the first migration, and can't be migrated. */
export function isOutdated(db: DatabaseSync, steps = migrations): boolean {
  const version = schemaVersion(db);
  return version > 0 && version < (steps[0]?.version ?? 0);
}

/** The number of the last migration that ran; 0 for a new database. */
export function schemaVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}

/** A newer Callboard wrote the database, which is left untouched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
