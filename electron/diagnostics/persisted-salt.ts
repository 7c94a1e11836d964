import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** This installation's secret salt for hashing ids in the log, in a file next to the log. */
export class PersistedSalt {
  private readonly folder: string;
  private hash: SaltedHash | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Loaded or created on first use. A salt that can't be stored lasts until the app quits. */
  get(): SaltedHash {
    this.hash ??= new SaltedHash(this.read() ?? this.create());
    return this.hash;
  }

  /** Deletes the salt, so that ids get new hashes. Rejects if the system refuses. */
  async renew(): Promise<void> {
    await rm(this.path, { force: true });
    this.hash = undefined;
  }

  private get path(): string {
    return join(this.folder, 'salt');
  }

  private read(): Buffer | undefined {
    try {
      const salt = readFileSync(this.path);
      return salt.length === SALT_BYTES ? salt : undefined;
    } catch {
      return undefined;
    }
  }

  private create(): Buffer {
    const salt = newSalt();
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.path, salt, { mode: 0o600 });
    } catch {
      // Harmless: hashes only can't be matched with those of other runs.
      return salt;
    }
    return salt;
  }
}

/** No vowels or digits, so that a hash never looks like a word or a number. */
const LETTERS = 'bcdfghjklmnpqrst';

/** Pseudonyms for ids: irreversible, and stable until the salt changes. */
export class SaltedHash {
  private readonly salt: Buffer;

  constructor(salt: Buffer) {
    this.salt = salt;
  }

  of(id: string): string {
    const digest = createHmac('sha256', this.salt).update(id).digest().subarray(0, 5);
    return [...digest].map((byte) => `${LETTERS[byte >> 4]}${LETTERS[byte & 15]}`).join('');
  }
}

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

export const SALT_BYTES = 32;
