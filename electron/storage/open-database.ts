import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { spellingsOf } from '../../shared/call-key.ts';
import { putAside } from '../privacy/private-folder.ts';
import { clearSuspectMark } from './damage.ts';
import { APPLICATION_ID, BUSY_TIMEOUT_MS, inspectDatabase } from './inspect-database.ts';
import { migrate, schemaVersion } from './migrate.ts';

/** SQLite's page cache. Beyond it, the system's file cache is as fast: 64 MiB made no list faster. */
const CACHE_KIB = 16 * 1024;

const MARKER_TEXT = 'This file tells Callboard that callboard.db has been made. Keep both together.\n';

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** Where a damaged or outdated database was put aside, to tell the user; undefined if there was none. */
  readonly putAside: string | undefined;
  readonly schema: SchemaStep;
}

/** The schema version before and after opening the database. */
export interface SchemaStep {
  readonly schemaBefore: number;
  readonly schema: number;
}

/**
 * Opens or creates the database at `path`: WAL, every commit synced to the disk, schema migrated.
 *
 * Never writes to a file that is damaged, outdated or another program's, but puts it aside under a dated name and starts
 * a new one. As SQLite opens an empty file as a healthy database, a marker file records that there was one before.
 *
 * Throws `NewerDatabaseError` for a database of a newer Callboard.
 */
export function openDatabase(path: string, now = new Date()): OpenedDatabase {
  const marker = `${path}.created`;
  const found = inspectDatabase(path);
  const lost = found === 'unusable' || found === 'outdated' || (found === 'none' && existsSync(marker));
  const aside = lost ? putAside(path, now, found === 'outdated' ? 'outdated' : 'damaged') : undefined;
  if (lost) rmSync(marker, { force: true });
  const { db, schemaBefore } = connect(path);
  clearSuspectMark(path);
  mark(marker);
  return { db, putAside: aside, schema: { schemaBefore, schema: schemaVersion(db) } };
}

/** Opens a database that was just rewritten; fails if there is none. */
export function reopenDatabase(path: string): DatabaseSync {
  const { db } = connect(path, true);
  mark(`${path}.created`);
  return db;
}

function mark(marker: string): void {
  if (!existsSync(marker)) writeFileSync(marker, MARKER_TEXT, { mode: 0o600 });
}

function connect(path: string, mustExist = false): { db: DatabaseSync; schemaBefore: number } {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  const db = new DatabaseSync(mustExist ? url : path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    // Before anything is written, because the journal files inherit the mode of the database.
    chmodSync(path, 0o600);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    // Temporary files hold the same private data, so they belong in the same folder.
    db.exec(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`);
    // Fails now, and not at the first submission, if the database can't be written.
    db.exec('BEGIN IMMEDIATE');
    if (db.prepare('PRAGMA application_id').get()?.['application_id'] !== APPLICATION_ID) {
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    db.exec('COMMIT');
    // Only in queries, so that sqlite3 alone can read the file.
    db.function('spellings', { deterministic: true }, (number) => spellingsOf(String(number)).join(' '));
    const schemaBefore = schemaVersion(db);
    migrate(db);
    return { db, schemaBefore };
  } catch (error) {
    db.close();
    throw error;
  }
}
