import { DatabaseSync } from 'node:sqlite';

/** `SQLITE_BUSY`: another process holds the lock. https://www.sqlite.org/rescode.html#busy */
const busy = 5;

/** Held until the process ends, however it ends. */
export interface ExclusiveHold {
  release(): void;
}

/**
 * Takes the operating system's exclusive lock on `file`, or gives `undefined` when another process has it.
 *
 * Node has no file locks of its own, but its SQLite takes the system's (fcntl, LockFileEx): atomic, so of two racing
 * processes exactly one wins, and dropped by the kernel when the holder dies, so a killed process leaves nothing behind.
 */
export function holdExclusively(file: string): ExclusiveHold | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal need lie beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}
