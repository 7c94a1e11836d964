import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { errorCode } from '../network/system-error.ts';

/** On Windows another program, such as a virus scanner, may lock the file briefly, so the rename is retried. */
const ATTEMPTS = 20;
const RETRY_MS = 25;
/** Buffer for a synchronous sleep; never notified. */
const SLEEP = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Replaces a small file atomically. Flushed to disk on return, readable by this user only.
 *
 * Not the package `atomically` (2.1), with which electron-store (12) writes: on a disk with room for only part of the text
 * it puts that part in the file's place without an error.
 */
export function writeFileAtomic(path: string, text: string): void {
  const partial = `${path}.new`;
  const file = openSync(partial, 'w', 0o600);
  try {
    // Not writeSync: on a full disk it may write only a part, without an error.
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameWithRetry(partial, path);
}

function renameWithRetry(partial: string, path: string): void {
  for (let attempts = process.platform === 'win32' ? ATTEMPTS : 1; ; attempts--) {
    try {
      renameSync(partial, path);
      return;
    } catch (error) {
      if (attempts <= 1 || !isLocked(error)) throw error;
      Atomics.wait(SLEEP, 0, 0, RETRY_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
}
