import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newSalt, SALT_BYTES, SaltedHash } from './salted-hash.ts';

/** The secret of this installation that ids are hashed with in the log, in a file beside it. */
export class PersistedSalt {
  private readonly folder: string;
  private hash: SaltedHash | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Read when it is first needed; one that cannot be kept holds until the end of this run. */
  get(): SaltedHash {
    this.hash ??= new SaltedHash(this.read() ?? this.make());
    return this.hash;
  }

  /** Forgets it: from now on ids have other words. Rejects where the system refuses that. */
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

  private make(): Buffer {
    const salt = newSalt();
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.path, salt, { mode: 0o600 });
    } catch {
      // Ids of another run then have other words: less to follow in the log, and no more than that.
      return salt;
    }
    return salt;
  }
}
