import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { spellingsOf } from '../../shared/call-key.ts';
import { CodedError } from '../../shared/result.ts';
import { sqliteCode } from '../network/system-error.ts';
import { putAside } from '../privacy/private-folder.ts';
import { isOutdated, migrate, refuseNewer, schemaVersion } from './migrate.ts';

/**
 * SQLite's page cache, and of how many pages in the journal they are written to the file.
 *
 * - `usual`: beyond its cache, the system's file cache is as fast: 64 MiB made no list faster. The journal: SQLite's default.
 * - `much`: while much is stored, in pages all over the indexes. Each transaction changes nearly a thousand of them, and most
 *   are changed again soon.
 */
const CACHING = {
  usual: { cacheKib: 16 * 1024, journalPages: 1000 },
  much: { cacheKib: 64 * 1024, journalPages: 4000 },
};

/** Sets the caching of this connection. */
export function setCaching(db: DatabaseSync, caching: keyof typeof CACHING): void {
  const { cacheKib, journalPages } = CACHING[caching];
  db.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${journalPages}`);
}

const MARKER_TEXT = 'This file tells Callboard that callboard.db has been made. Keep both together.\n';

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** Where a damaged or outdated database was put aside, to tell the user; undefined if there was none. */
  readonly putAside: string | undefined;
  readonly schema: SchemaStep;
}

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
    setCaching(db, 'usual');
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

/** "Call" in ASCII; distinguishes our databases from those of other programs. */
const APPLICATION_ID = 0x43616c6c;

/** How long to wait for another process that holds the write lock, ms. */
export const BUSY_TIMEOUT_MS = 2000;

/** A file up to this size is checked completely at every start, which takes some 15 ms. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024;

/**
 * The state of the file at `path`: `none` (missing or empty), `usable`, `outdated` (from a version before the first
 * migration), or `unusable` (damaged, or another program's). Never writes to the file.
 *
 * A complete check takes 0.1 s per 100 MB in memory, and seconds from a cold disk. A large file is therefore checked
 * only if there is cause: Callboard didn't close it (a journal is left) or has found damage in it. Otherwise only header,
 * length and schema are checked here. SQLite finds other damage when it reads a page, and `markSuspect` then makes the
 * next start check the whole file.
 *
 * Throws `NewerDatabaseError` for a database of a newer Callboard.
 */
export function inspectDatabase(path: string): 'none' | 'usable' | 'outdated' | 'unusable' {
  if (sizeOf(path) === 0) return 'none';
  const applicationId = applicationIdInHeader(path);
  // 0: a program that sets none, or a database whose content is still in the journal.
  if (applicationId !== APPLICATION_ID && applicationId !== 0) return 'unusable';
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(path);
    // A consistent snapshot, in case another Callboard is migrating the schema.
    db.exec('BEGIN');
    if (!isOurs(db)) return 'unusable';
    refuseNewer(db);
    if (isOutdated(db)) return 'outdated';
    return !needsCheck(path) || passesCheck(db, isMarkedSuspect(path)) ? 'usable' : 'unusable';
  } catch (error) {
    if (isDamage(error) || isHalfWritten(error)) return 'unusable';
    throw error;
  } finally {
    db?.close();
  }
}

/** The length of a file, bytes; 0 if it doesn't exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Offset 68 of the header (sqlite.org/fileformat2); undefined if it isn't an SQLite file. */
function applicationIdInHeader(path: string): number | undefined {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, header);
    const isSqlite = length === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0';
    return isSqlite ? header.readUInt32BE(68) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Opens a database with its journal. Without a journal, `immutable` avoids creating lock and index files. */
function openReadOnly(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  // SQLite doesn't accept URLs of network shares.
  const isImmutable = !hasJournal(path) && url.host === '';
  return new DatabaseSync(isImmutable ? url : path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

function hasJournal(path: string): boolean {
  return sizeOf(`${path}-wal`) > 0 || sizeOf(`${path}-journal`) > 0;
}

/** Recognises our databases by application id, or if they are still empty. */
function isOurs(db: DatabaseSync): boolean {
  const applicationId = db.prepare('PRAGMA application_id').get()?.['application_id'];
  if (applicationId === APPLICATION_ID) return true;
  return applicationId === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function needsCheck(path: string): boolean {
  return hasJournal(path) || isMarkedSuspect(path) || sizeOf(path) <= ALWAYS_CHECKED_BYTES;
}

/** `thoroughly`: also compares indexes with their tables. */
function passesCheck(db: DatabaseSync, thoroughly: boolean): boolean {
  const check = thoroughly ? 'integrity_check' : 'quick_check';
  return db.prepare(`PRAGMA ${check}(1)`).get()?.[check] === 'ok';
}

/** SQLITE_READONLY_ROLLBACK (776): another program left a rollback journal, as Callboard always uses WAL. */
function isHalfWritten(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 776;
}

/** An operation found damage in the database. The next start checks the whole file, and puts it aside if necessary. */
export class DamagedDatabaseError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('damaged_database', options);
  }
}

/** Whether an error or its cause is SQLITE_CORRUPT (11) or SQLITE_NOTADB (26), not for example a lock or a full disk. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return [11, 26].includes(sqliteCode(error) ?? 0) || isDamage(error.cause);
}

const SUSPECT_TEXT = 'Callboard found damage in callboard.db and will check all of it at the next start.\n';

/** Makes the next start check the whole database at `path`. */
export function markSuspect(path: string): void {
  writeFileSync(markerOf(path), SUSPECT_TEXT, { mode: 0o600 });
}

export function isMarkedSuspect(path: string): boolean {
  return existsSync(markerOf(path));
}

function clearSuspectMark(path: string): void {
  rmSync(markerOf(path), { force: true });
}

function markerOf(path: string): string {
  return `${path}.suspect`;
}
