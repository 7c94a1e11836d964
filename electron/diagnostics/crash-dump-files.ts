import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile } from '../../shared/diagnostics.ts';
import { CodedError } from '../../shared/result.ts';

/** Dumps that are kept: the newest. */
const KEPT_DUMPS = 5;

/** The crash dumps in a folder. A dump is an image of a process's memory, so personal data may be in it. */
export class CrashDumpFiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The newest first. */
  async list(): Promise<KeptFile[]> {
    const found = (await this.files()).filter((path) => path.endsWith('.dmp'));
    const dumps = await Promise.all(
      found.map(async (name) => {
        const facts = await stat(join(this.folder, name)).catch(() => undefined);
        return facts && { name, bytes: facts.size, at: Math.round(facts.mtimeMs) };
      }),
    );
    return dumps.filter((dump) => dump !== undefined).toSorted((a, b) => b.at - a.at);
  }

  /** Deletes all but the newest few; answers how many went. */
  async prune(kept = KEPT_DUMPS): Promise<number> {
    const old = (await this.list()).slice(kept);
    for (const { name } of old) await this.remove(name);
    return old.length;
  }

  /** Deletes the dump of this name, or all (null); answers how many went. Throws a CodedError `crash_dump_gone`. */
  async delete(name: string | null): Promise<number> {
    const dumps = await this.list();
    const chosen = name === null ? dumps : dumps.filter((dump) => dump.name === name);
    if (name !== null && chosen.length === 0) {
      throw new CodedError('crash_dump_gone');
    }
    for (const dump of chosen) await this.remove(dump.name);
    return chosen.length;
  }

  /** With what the crash reporter noted about it. */
  private async remove(name: string): Promise<void> {
    const path = join(this.folder, name);
    await rm(path, { force: true });
    await rm(path.replace(/\.dmp$/, '.meta'), { force: true });
  }

  private files(): Promise<string[]> {
    return readdir(this.folder, { recursive: true }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    });
  }
}
