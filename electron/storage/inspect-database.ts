import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDamage, isSuspected } from './damage.ts';
import { isOutdated, refuseNewer, schemaVersion } from './migrate.ts';

/** Marks a file as Callboard's ("Call" in ASCII), so that another program's database is never taken for ours. */
export const APPLICATION_ID = 0x43616c6c;

/** How long to wait for another process that holds the write lock, ms. */
export const BUSY_TIMEOUT_MS = 2000;

/** Up to this size a file is checked whole at every start: that takes some 15 ms. */
const CHECKED_ALWAYS_BYTES = 16 * 1024 * 1024;

/**
 * What the file at `path` is, found out without writing a byte of it: `none` (missing or without length), `usable`,
 * `outdated` (of a version before the first migration), or `unusable` (damaged, or another program's).
 *
 * A check of the whole file reads all of it: 0.1 s per 100 MB that are in memory, seconds from a cold disk. So a large
 * one is only checked where there is a reason: Callboard did not close it (a journal is left), or met damage in it.
 * Otherwise its header, its length and its schema must be right, and what is wrong deeper inside is found when it is
 * read: SQLite checks each page it reads, and `suspect` makes the next start check the whole.
 *
 * Throws `NewerDatabaseError` for a database of a newer Callboard.
 */
export function inspectDatabase(path: string): 'none' | 'usable' | 'outdated' | 'unusable' {
  if (sizeOf(path) === 0) return 'none';
  const applicationId = applicationIdInHeader(path);
  // 0: another program that sets none, or Callboard before it did or before anything left the journal.
  if (applicationId !== APPLICATION_ID && applicationId !== 0) return 'unusable';
  let db: DatabaseSync | undefined;
  try {
    db = openToLook(path);
    // One look at one state: a schema that another Callboard brings up to date meanwhile would contradict what was read of it.
    db.exec('BEGIN');
    if (!isOurs(db)) return 'unusable';
    refuseNewer(db);
    if (isOutdated(db)) return 'outdated';
    return !wantsCheck(path) || isSound(db, isSuspected(path)) ? 'usable' : 'unusable';
  } catch (error) {
    if (isDamage(error) || isHalfWritten(error)) return 'unusable';
    throw error;
  } finally {
    db?.close();
  }
}

/** The length of a file, bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Offset 68 of the header (sqlite.org/fileformat2); undefined for what is no SQLite file. */
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

/** What a journal still holds belongs to the database. Where there is none, not even a lock or an index is made. */
function openToLook(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  // SQLite takes no address of another computer's shared folder.
  const untouched = !hasJournal(path) && url.host === '';
  return new DatabaseSync(untouched ? url : path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

function hasJournal(path: string): boolean {
  return sizeOf(`${path}-wal`) > 0 || sizeOf(`${path}-journal`) > 0;
}

/** By its mark, by its tables where it has none yet, or because nothing was made in it so far. */
function isOurs(db: DatabaseSync): boolean {
  const applicationId = db.prepare('PRAGMA application_id').get()?.['application_id'];
  const tables = db
    .prepare('SELECT name FROM sqlite_schema')
    .all()
    .map(({ name }) => String(name));
  if (applicationId === APPLICATION_ID) return true;
  if (applicationId !== 0) return false;
  const own = ['workspaces', 'submissions'].every((name) => tables.includes(name));
  return schemaVersion(db) === 0 ? tables.length === 0 : own;
}

function wantsCheck(path: string): boolean {
  return hasJournal(path) || isSuspected(path) || sizeOf(path) <= CHECKED_ALWAYS_BYTES;
}

/** `thoroughly`: indexes are compared with their tables, too. */
function isSound(db: DatabaseSync, thoroughly: boolean): boolean {
  const check = thoroughly ? 'integrity_check' : 'quick_check';
  return db.prepare(`PRAGMA ${check}(1)`).get()?.[check] === 'ok';
}

/** SQLITE_READONLY_ROLLBACK (776): a change was broken off without a write-ahead log, which Callboard never does without. */
function isHalfWritten(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 776;
}
