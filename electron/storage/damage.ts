import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { CodedError } from '../../shared/result.ts';

/** An operation met damage in the database. The next start checks the whole file, and puts it aside if it must. */
export class DamagedDatabaseError extends CodedError {
  constructor(options?: ErrorOptions) {
    super('damaged_database', options);
  }
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), also as a cause; anything else, such as a lock or a full disk, is no damage. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const damaged = 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);
  return damaged || isDamage(error.cause);
}

/** Leaves word for the next start that the database at `path` is damaged somewhere. */
export function suspect(path: string): void {
  writeFileSync(
    suspicionOf(path),
    'Callboard met damage in callboard.db and checks all of it at the next start.\n',
    {
      mode: 0o600,
    },
  );
}

export function isSuspected(path: string): boolean {
  return existsSync(suspicionOf(path));
}

/** The whole file was checked, or is not there any more. */
export function clearSuspicion(path: string): void {
  rmSync(suspicionOf(path), { force: true });
}

function suspicionOf(path: string): string {
  return `${path}.suspect`;
}
