import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDamage, isMarkedSuspect } from './damage.ts';
import { isOutdated, refuseNewer } from './migrate.ts';

/** "Call" in ASCII; distinguishes our databases from those of other programs. */
export const APPLICATION_ID = 0x43616c6c;

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
export function sizeOf(path: string): number {
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
