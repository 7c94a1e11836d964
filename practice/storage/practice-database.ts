import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const PRACTICE_FILE = 'practice.sqlite';

/** A database with a newer schema is refused rather than damaged. */
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE request (
    request_id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    time_scale REAL NOT NULL,
    body TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    idempotency_key_hash TEXT UNIQUE
  ) STRICT;

  CREATE TABLE authorization_record (
    model TEXT NOT NULL,
    id_hash TEXT NOT NULL,
    payload TEXT NOT NULL,
    grant_hash TEXT,
    uid_hash TEXT,
    expires_at INTEGER,
    PRIMARY KEY (model, id_hash)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX authorization_record_by_grant ON authorization_record (grant_hash, model);
  CREATE INDEX authorization_record_by_uid ON authorization_record (uid_hash, model);
  CREATE INDEX authorization_record_by_expiry ON authorization_record (expires_at);
`;

/**
 * Opens the practice service's database.
 *
 * @param folder folder of `practice.sqlite` (created, readable by its owner only); undefined for in memory.
 * @throws Error if the folder isn't writable or has a database of a newer version.
 */
export function openPracticeDatabase(folder: string | undefined): DatabaseSync {
  const database = new DatabaseSync(folder === undefined ? ':memory:' : prepareFile(folder));
  try {
    // WAL with NORMAL doesn't sync on each commit, because the embedded service runs in the app's main process.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, PRACTICE_FILE);
  // Create the file first: SQLite gives its -wal and -shm files the mode of the main file.
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) {
    throw new Error(`The practice folder was written by a newer version (schema ${version}).`);
  }
  database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}
