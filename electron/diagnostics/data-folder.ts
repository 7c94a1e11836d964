import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DatabaseHealth,
  HealthState,
  KeptFile,
  PutAsideHealth,
  SpaceHealth,
} from '../../shared/diagnostics.ts';
import { isStartedOver, putAsideKind } from '../privacy/put-aside.ts';

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
export async function newestFirst(folder: string, names: readonly string[]): Promise<KeptFile[]> {
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
