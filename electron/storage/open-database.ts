import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { putAside } from '../privacy/put-aside.ts';
import { clearSuspicion } from './damage.ts';
import { APPLICATION_ID, BUSY_TIMEOUT_MS, inspectDatabase } from './inspect-database.ts';
import { migrate, schemaVersion } from './migrate.ts';

/** Pages of the database that are kept in memory, at most and only once they were read. */
const CACHE_KIB = 16 * 1024;

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** Where a damaged or outdated database was put aside, for the user to be told; undefined when all was well. */
  readonly putAside: string | undefined;
  readonly schema: SchemaStep;
}

/** The schema's number when the database was opened, and the one it was brought to. */
export interface SchemaStep {
  readonly schemaBefore: number;
  readonly schema: number;
}

/**
 * Opens (or makes) the database at `path`: WAL, every commit synced to the disk, schema up to date.
 *
 * A file that is damaged, outdated or another program's is never written to: it is put aside under a dated name, byte for byte,
 * and a new one begun. A zero-length file opens as a healthy empty database, so a marker beside the file tells whether
 * there was one before.
 *
 * Throws `NewerDatabaseError` for a database of a newer Callboard.
 */
export function openDatabase(path: string, now = new Date()): OpenedDatabase {
  const marker = `${path}.created`;
  const found = inspectDatabase(path);
  const lost = found === 'unusable' || found === 'outdated' || (found === 'none' && existsSync(marker));
  const aside = lost ? putAside(path, now, found === 'outdated' ? 'outdated' : 'damaged') : undefined;
  if (lost) rmSync(marker, { force: true });
  const { db, schemaBefore } = openForGood(path);
  clearSuspicion(path);
  mark(marker);
  return { db, putAside: aside, schema: { schemaBefore, schema: schemaVersion(db) } };
}

/** Opens a database that was open a moment ago, in the same way; one that is not there is not made. */
export function reopenDatabase(path: string): DatabaseSync {
  const { db } = openForGood(path, true);
  mark(`${path}.created`);
  return db;
}

function mark(marker: string): void {
  if (!existsSync(marker)) {
    writeFileSync(
      marker,
      'This file tells Callboard that callboard.db has been made. Keep both together.\n',
      {
        mode: 0o600,
      },
    );
  }
}

function openForGood(path: string, mustBeThere = false): { db: DatabaseSync; schemaBefore: number } {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  const db = new DatabaseSync(mustBeThere ? url : path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    // Before anything is written: the journal files take over the mode of the database.
    chmodSync(path, 0o600);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    // A page of the list needs rows from here and there. What has no room is in the system's own cache: four times as much made no
    // list quicker, and 40 MB more resident.
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    // What SQLite sorts or writes anew may need a file for a moment: it holds the same data, so it lies in the same place.
    db.exec(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`);
    // Also where nothing needs to be written: whether it could be is to be known now, not with the first submission.
    db.exec('BEGIN IMMEDIATE');
    if (db.prepare('PRAGMA application_id').get()?.['application_id'] !== APPLICATION_ID) {
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    db.exec('COMMIT');
    const schemaBefore = schemaVersion(db);
    migrate(db);
    return { db, schemaBefore };
  } catch (error) {
    db.close();
    throw error;
  }
}
