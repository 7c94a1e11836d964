import { chmodSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate, refuseNewer, schemaVersion } from './migrate.ts';

/** Marks a file as Callboard's ("Call" in ASCII), so that another program's database is never taken for ours. */
const APPLICATION_ID = 0x43616c6c;

/** How long to wait for another process that holds the write lock, ms. */
const BUSY_TIMEOUT_MS = 2000;

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** Where a damaged database was put aside, for the user to be told; undefined when all was well. */
  readonly putAside: string | undefined;
}

/**
 * Opens (or makes) the database at `path`: WAL, every commit synced to the disk, schema up to date.
 *
 * A damaged file is never overwritten: it is put aside under a dated name and a new one begun. A zero-length file
 * opens as a healthy empty database, so a marker beside the file tells whether there was one before.
 *
 * Throws `NewerDatabaseError` for a database of a newer Callboard.
 */
export function openDatabase(path: string, now = new Date()): OpenedDatabase {
  const marker = `${path}.created`;
  const emptied = existsSync(marker) && (!existsSync(path) || statSync(path).size === 0);
  const damaged = emptied || (existsSync(path) && statSync(path).size > 0 && !isHealthy(path));
  const putAside = damaged ? setAside(path, now) : undefined;
  const db = openFile(path);
  try {
    refuseNewer(db);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    migrate(db);
  } catch (error) {
    db.close();
    throw error;
  }
  writeFileSync(marker, 'This file tells Callboard that callboard.db has been made. Keep both together.\n', {
    mode: 0o600,
  });
  return { db, putAside };
}

function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  // Before anything is written: the journal files take over the mode of the database.
  chmodSync(path, 0o600);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  return db;
}

/** Whether SQLite can read the file, finds no damage, and it is ours or empty. A newer schema is healthy, too. */
function isHealthy(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = openFile(path);
    const ours = Number(db.prepare('PRAGMA application_id').get()?.['application_id']) === APPLICATION_ID;
    const sound = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    return sound && (ours || isEmpty(db));
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Nothing was made in it yet: a start that was broken off at its very beginning. */
function isEmpty(db: DatabaseSync): boolean {
  return schemaVersion(db) === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26); anything else, such as a lock or a full disk, is no damage. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);
}

/** Renames the database and its companions; answers the new name of the database. */
function setAside(path: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(':', '-').replace(/\..*/, '');
  const named = `${path}.damaged-${stamp}`;
  let aside = named;
  for (let n = 2; existsSync(aside) || existsSync(`${aside}-wal`); n += 1) aside = `${named}-${n}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  rmSync(`${path}.created`, { force: true });
  return aside;
}
