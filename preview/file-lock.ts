import { DatabaseSync } from 'node:sqlite';

/** `SQLITE_BUSY`: another process holds the lock. https://www.sqlite.org/rescode.html#busy */
const busy = 5;

/** Held until released or until the process ends, even if it is killed. */
export interface FileLock {
  release(): void;
}

/**
 * Acquires the operating system's exclusive lock on `file`; `undefined` if another process has it.
 *
 * Node has no file locks, but its SQLite uses the system's (fcntl, LockFileEx): they are atomic, so exactly one of two
 * racing processes wins, and the kernel drops them when the holder dies, so a killed process leaves nothing behind.
 */
export function acquireFileLock(file: string): FileLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal file is needed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}
