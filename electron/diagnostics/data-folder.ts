import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseHealth, KeptFile, PutAsideHealth, SpaceHealth } from '../../shared/diagnostics.ts';
import { putAsideKind } from '../privacy/put-aside.ts';
import { judgeDatabase, judgeSpace } from './judge-health.ts';

/** What can be seen of the folder that everything of Callboard is in. */
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
    const facts = await statfs(this.path).catch(() => undefined);
    const freeBytes = facts ? facts.bavail * facts.bsize : null;
    return {
      state: judgeSpace(freeBytes),
      freeBytes,
      totalBytes: facts ? facts.blocks * facts.bsize : null,
    };
  }

  /** `metDamage`: since the start. */
  async database(metDamage: boolean): Promise<DatabaseHealth> {
    const [bytes, walBytes, suspicion] = await Promise.all(
      ['', '-wal', '.suspect'].map((suffix) => sizeOf(this.databasePath + suffix)),
    );
    const damaged = metDamage || (suspicion ?? 0) > 0;
    return {
      state: judgeDatabase(damaged, walBytes ?? 0),
      bytes: bytes ?? 0,
      walBytes: walBytes ?? 0,
      damaged,
    };
  }

  /** Damaged files that were put aside, the newest first. */
  async putAside(): Promise<PutAsideHealth> {
    const names = (await readdir(this.path)).filter((name) => putAsideKind(name) === 'file');
    const files = await Promise.all(
      names.map(async (name): Promise<KeptFile | undefined> => {
        const facts = await stat(join(this.path, name)).catch(() => undefined);
        return facts && { name, bytes: facts.size, at: Math.round(facts.mtimeMs) };
      }),
    );
    const there = files.filter((file) => file !== undefined).toSorted((a, b) => b.at - a.at);
    return { state: there.length > 0 ? 'look' : 'ok', files: there };
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
