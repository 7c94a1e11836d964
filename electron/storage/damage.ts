import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { CodedError } from '../../shared/result.ts';

/** An operation found damage in the database. The next start checks the whole file, and puts it aside if necessary. */
export class DamagedDatabaseError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('damaged_database', options);
  }
}

/** Whether an error or its cause is SQLITE_CORRUPT (11) or SQLITE_NOTADB (26), not for example a lock or a full disk. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const damaged = 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);
  return damaged || isDamage(error.cause);
}

const MARKER_TEXT = 'Callboard found damage in callboard.db and will check all of it at the next start.\n';

/** Makes the next start check the whole database at `path`. */
export function markSuspect(path: string): void {
  writeFileSync(markerOf(path), MARKER_TEXT, { mode: 0o600 });
}

export function isMarkedSuspect(path: string): boolean {
  return existsSync(markerOf(path));
}

export function clearSuspectMark(path: string): void {
  rmSync(markerOf(path), { force: true });
}

function markerOf(path: string): string {
  return `${path}.suspect`;
}
