import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/** On Windows another program, such as a virus scanner, may hold a file for a moment: tried again so often, after so long, ms. */
const TRIES = 20;
const PAUSE_MS = 25;
/** Sleep buffer; never notified. */
const STILL = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Writes a small file that is there as it was or as it is to be, whatever happens meanwhile. On the disk, readable by this
 * user alone, when it returns.
 *
 * Not the package `atomically` (2.1), by which electron-store (12) writes: where the disk has room for only a part of the text,
 * it puts that part in the file's place and throws nothing.
 */
export function writeWhole(path: string, text: string): void {
  const growing = `${path}.new`;
  const file = openSync(growing, 'w', 0o600);
  try {
    // Not writeSync: on a disk that gets full it may write a part and say nothing.
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  takePlace(growing, path);
}

function takePlace(growing: string, path: string): void {
  for (let left = process.platform === 'win32' ? TRIES : 1; ; left--) {
    try {
      renameSync(growing, path);
      return;
    } catch (error) {
      if (left <= 1 || !isHeld(error)) throw error;
      Atomics.wait(STILL, 0, 0, PAUSE_MS);
    }
  }
}

function isHeld(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))
  );
}
