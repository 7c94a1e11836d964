import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../network/system-error.ts';

/**
 * Temporary files for atomic saves: each is written next to its target and renamed when complete. A kill or power cut
 * would leave it there, hidden and full of candidates' data, so a register of their paths lets the next start delete them.
 */
export class PartialFiles {
  private readonly folder: string;

  constructor(userData: string) {
    this.folder = join(userData, 'growing-files');
  }

  /** Registers and returns a temporary path for `target`. */
  begin(target: string): string {
    const id = randomUUID().slice(0, 8);
    const partial = join(dirname(target), `.${basename(target)}.${id}.part`);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.folder, id), partial, { mode: 0o600 });
    } catch {
      // The disk may be full, which is no reason not to save elsewhere. Only a kill would then leave the file behind.
      return partial;
    }
    return partial;
  }

  /** Unregisters a temporary file that was renamed or deleted; where its drive is away, {@link removeAway} does later. */
  end(partial: string): void {
    const id = idOf(partial);
    try {
      if (id !== undefined) this.forget(id, partial);
    } catch {
      // Harmless: the next start finds no file at that path.
      return;
    }
  }

  /** Deletes what an earlier run left behind. Failures are retried at the next start. */
  removeLeftovers(onTrouble: (error: unknown) => void): void {
    this.removeAll(() => true, onTrouble);
  }

  /** Deletes what is left in folders that were away before: none of it is being written. */
  removeAway(onTrouble: (error: unknown) => void): void {
    this.removeAll((name) => name.endsWith(AWAY), onTrouble);
  }

  private removeAll(which: (name: string) => boolean, onTrouble: (error: unknown) => void): void {
    if (!existsSync(this.folder)) return;
    try {
      for (const name of readdirSync(this.folder).filter(which)) this.remove(name, onTrouble);
    } catch (error) {
      onTrouble(error);
    }
  }

  private remove(name: string, onTrouble: (error: unknown) => void): void {
    try {
      const partial = readFileSync(join(this.folder, name), 'utf8');
      if (idOf(partial) === basename(name, AWAY)) rmSync(partial, { force: true });
      this.forget(name, partial);
    } catch (error) {
      onTrouble(error);
    }
  }

  /** Keeps a registration whose folder is away, with which the file went: it may be back later. */
  private forget(name: string, partial: string): void {
    const path = join(this.folder, name);
    if (existsSync(dirname(partial))) rmSync(path, { force: true });
    else if (!name.endsWith(AWAY) && existsSync(path)) renameSync(path, `${path}${AWAY}`);
  }
}

/** Marks the registration of a file whose folder is away. */
const AWAY = '.away';

/** Undefined for a name no partial file can have, so that nothing else is ever deleted. */
function idOf(partial: string): string | undefined {
  return /^\..+\.([\da-f]{8})\.part$/s.exec(basename(partial))?.[1];
}

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
