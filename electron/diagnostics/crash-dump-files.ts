import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile } from '../../shared/diagnostics.ts';
import { CodedError } from '../../shared/result.ts';
import { errorCode } from '../network/system-error.ts';
import { newestFirst } from './data-folder.ts';

const MAX_DUMPS = 5;

/** The crash dumps in a folder. A dump is a memory image, so it may contain personal data. */
export class CrashDumpFiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Newest first. */
  async list(): Promise<KeptFile[]> {
    const names = (await this.files()).filter((path) => path.endsWith('.dmp'));
    return newestFirst(this.folder, names);
  }

  /** Deletes all but the newest; returns how many. */
  async prune(kept = MAX_DUMPS): Promise<number> {
    const old = (await this.list()).slice(kept);
    for (const { name } of old) await this.remove(name);
    return old.length;
  }

  /** Deletes one dump, or all (null); returns how many. Throws a CodedError `crash_dump_gone`. */
  async delete(name: string | null): Promise<number> {
    const dumps = await this.list();
    const chosen = name === null ? dumps : dumps.filter((dump) => dump.name === name);
    if (name !== null && chosen.length === 0) throw new CodedError('crash_dump_gone');
    for (const dump of chosen) await this.remove(dump.name);
    return chosen.length;
  }

  /** Deletes a dump and the crash reporter's metadata. */
  private async remove(name: string): Promise<void> {
    const path = join(this.folder, name);
    await rm(path, { force: true });
    await rm(path.replace(/\.dmp$/, '.meta'), { force: true });
  }

  private files(): Promise<string[]> {
    return readdir(this.folder, { recursive: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
  }
}
