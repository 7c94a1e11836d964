import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

  /** Unregisters a temporary file that was renamed or deleted. */
  end(partial: string): void {
    const id = idOf(partial);
    try {
      if (id !== undefined) rmSync(join(this.folder, id), { force: true });
    } catch {
      // Harmless: the next start finds no file at that path.
      return;
    }
  }

  /** Deletes what an earlier run left behind. Failures are retried at the next start. */
  removeLeftovers(onTrouble: (error: unknown) => void): void {
    if (!existsSync(this.folder)) return;
    try {
      for (const id of readdirSync(this.folder)) this.remove(id, onTrouble);
    } catch (error) {
      onTrouble(error);
    }
  }

  private remove(id: string, onTrouble: (error: unknown) => void): void {
    try {
      const partial = readFileSync(join(this.folder, id), 'utf8');
      if (idOf(partial) === id) rmSync(partial, { force: true });
      rmSync(join(this.folder, id), { force: true });
    } catch (error) {
      onTrouble(error);
    }
  }
}

/** Undefined for a name no partial file can have, so that nothing else is ever deleted. */
function idOf(partial: string): string | undefined {
  return /^\..+\.([\da-f]{8})\.part$/s.exec(basename(partial))?.[1];
}
