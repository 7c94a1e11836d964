import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DatabaseHealth,
  HealthState,
  KeptFile,
  PutAsideHealth,
  SpaceHealth,
} from '../../shared/diagnostics.ts';
import { CodedError } from '../../shared/result.ts';
import { errorCode } from '../network/system-error.ts';
import { isStartedOver, putAsideKind } from '../privacy/private-folder.ts';

/** The state of Callboard's user-data folder. */
export class DataFolder {
  readonly path: string;
  private readonly databaseName: string;

  constructor(path: string, databaseName: string) {
    this.path = path;
    this.databaseName = databaseName;
  }

  get databasePath(): string {
    return join(this.path, this.databaseName);
  }

  async space(): Promise<SpaceHealth> {
    const stats = await statfs(this.path).catch(() => undefined);
    const freeBytes = stats ? stats.bavail * stats.bsize : null;
    return {
      state: judgeSpace(freeBytes),
      freeBytes,
      totalBytes: stats ? stats.blocks * stats.bsize : null,
    };
  }

  /** `damageFound`: since the app started. */
  async database(damageFound: boolean): Promise<DatabaseHealth> {
    const [bytes, walBytes, suspicion] = await Promise.all(
      ['', '-wal', '.suspect'].map((suffix) => sizeOf(this.databasePath + suffix)),
    );
    const damaged = damageFound || (suspicion ?? 0) > 0;
    return {
      state: judgeDatabase(damaged, walBytes ?? 0),
      bytes: bytes ?? 0,
      walBytes: walBytes ?? 0,
      damaged,
    };
  }

  /** Files that were put aside because they couldn't be used, newest first. */
  async putAside(): Promise<PutAsideHealth> {
    const names = (await readdir(this.path)).filter(
      (name) => putAsideKind(name) === 'file' && !isStartedOver(name),
    );
    const files = await newestFirst(this.path, names);
    return { state: files.length > 0 ? 'look' : 'ok', files };
  }
}

/** Size and modification time of the files that still exist, newest first. */
async function newestFirst(folder: string, names: readonly string[]): Promise<KeptFile[]> {
  const files = await Promise.all(
    names.map(async (name): Promise<KeptFile | undefined> => {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      return stats && { name, bytes: stats.size, at: Math.round(stats.mtimeMs) };
    }),
  );
  return files.filter((file) => file !== undefined).toSorted((a, b) => b.at - a.at);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

const MIB = 1024 * 1024;

/** With less than this, submissions may soon fail to be stored: a problem. */
const CRITICAL_SPACE = 200 * MIB;

const LOW_SPACE = 1024 * MIB;
/** A write-ahead log larger than this is not being checkpointed. */
const LARGE_WAL = 256 * MIB;

/** `freeBytes`: available to this user; null if the system doesn't tell. */
export function judgeSpace(freeBytes: number | null): HealthState {
  if (freeBytes === null) return 'look';
  if (freeBytes < CRITICAL_SPACE) return 'problem';
  return freeBytes < LOW_SPACE ? 'look' : 'ok';
}

function judgeDatabase(damaged: boolean, walBytes: number): HealthState {
  if (damaged) return 'problem';
  return walBytes > LARGE_WAL ? 'look' : 'ok';
}

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
