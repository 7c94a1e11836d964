import type { DatabaseSync } from 'node:sqlite';
import { CodedError, fail } from '../../shared/result.ts';
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import { sqliteCode } from '../network/system-error.ts';

/** The database can't be written for now, so what was asked is not stored. */
export class NotStoredError extends CodedError {
  constructor(why: WriteTrouble, options?: ErrorOptions) {
    super(fail('not_stored', { why }), options);
  }
}

/** SQLite's primary result codes (sqlite.org/rescode). */
const TROUBLES: Readonly<Record<number, WriteTrouble>> = {
  3: 'not_allowed',
  5: 'locked',
  6: 'locked',
  8: 'not_allowed',
  10: 'disk_failing',
  13: 'disk_full',
  14: 'not_allowed',
};

/** Why a database could not be written, by an error or its cause; undefined for other errors. */
export function writeTroubleOf(error: unknown): WriteTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  return TROUBLES[sqliteCode(error) ?? 0] ?? writeTroubleOf(error.cause);
}

/** Whether the database can be written now: writes what its header says already, without waiting for a lock. */
export function isWritable(db: DatabaseSync): boolean {
  const { timeout = 0 } = db.prepare('PRAGMA busy_timeout').get() ?? {};
  try {
    const { user_version: version } = db.prepare('PRAGMA user_version').get() ?? {};
    db.exec(`PRAGMA busy_timeout = 0; PRAGMA user_version = ${Number(version)}`);
    return true;
  } catch (error) {
    if (writeTroubleOf(error) === undefined) throw error;
    return false;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${Number(timeout)}`);
  }
}

/** In the worker: the database's file is gone, and no new one can be written. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** The data folder was removed and can't be written again. Nothing can be stored, so nothing may be sent. */
export class DataFolderGoneError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('data_folder_gone', options);
  }
}
