import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Files that grow under another name beside their place until they are whole. A kill or a power cut leaves them there,
 * hidden and full of candidates' data, so where each is stands in a folder of its own, and the next start removes them.
 */
export class PartialFiles {
  private readonly folder: string;

  /** `userData`: the user-data folder. */
  constructor(userData: string) {
    this.folder = join(userData, 'growing-files');
  }

  /** The name under which a file for this place is to grow. */
  begin(place: string): string {
    const id = randomUUID().slice(0, 8);
    const growing = join(dirname(place), `.${basename(place)}.${id}.part`);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.folder, id), growing, { mode: 0o600 });
    } catch {
      // No space here, perhaps, and all the more reason to save a file elsewhere: then only a kill would leave it.
      return growing;
    }
    return growing;
  }

  /** It has its own name now, or is gone. */
  end(growing: string): void {
    const id = idOf(growing);
    try {
      if (id !== undefined) rmSync(join(this.folder, id), { force: true });
    } catch {
      // The file is saved all the same, and the next start finds nothing under the other name.
      return;
    }
  }

  /** Removes what an earlier run left. What cannot be removed just now is tried again at the next start. */
  removeLeft(onTrouble: (error: unknown) => void): void {
    if (!existsSync(this.folder)) return;
    try {
      for (const id of readdirSync(this.folder)) this.remove(id, onTrouble);
    } catch (error) {
      onTrouble(error);
    }
  }

  private remove(id: string, onTrouble: (error: unknown) => void): void {
    try {
      const growing = readFileSync(join(this.folder, id), 'utf8');
      if (idOf(growing) === id) rmSync(growing, { force: true });
      rmSync(join(this.folder, id), { force: true });
    } catch (error) {
      onTrouble(error);
    }
  }
}

/** Undefined for a name that no growing file has: nothing else is ever removed. */
function idOf(growing: string): string | undefined {
  return /^\..+\.([\da-f]{8})\.part$/s.exec(basename(growing))?.[1];
}
