import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadApp, STORAGE_WORKER } from './built-app.ts';
import { fillDataset } from './dataset.ts';

const root = join(import.meta.dirname, '../..');
const CACHE = join(root, '.cache/bench');
/** What a dataset is made of: another of these, and it is made anew. */
const MADE_BY = [
  'test/bench/{dataset,made-up-*,seeded-random}.ts',
  'electron/storage/{migrations,requests}/**/*.ts',
];

/** Folders of one part of the benchmark. */
export class BenchFolders {
  private readonly made: string[] = [];
  private readonly say: (words: string) => void;

  constructor(say: (words: string) => void) {
    this.say = say;
  }

  /** A new empty folder. */
  temporary(): string {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'));
    this.made.push(folder);
    return folder;
  }

  /** A copy of the user-data folder with so many requests, which is made where there is none yet. */
  async dataset(requests: number): Promise<string> {
    const kept = join(CACHE, `requests-${requests}-${hashOfMaker()}`);
    if (!existsSync(kept)) await this.make(kept, requests);
    const copy = this.temporary();
    cpSync(kept, copy, { recursive: true });
    return copy;
  }

  /** Takes all of them away. */
  remove(): void {
    for (const folder of this.made) rmSync(folder, { recursive: true, force: true });
  }

  private async make(kept: string, requests: number): Promise<void> {
    this.say(`making ${requests} requests (kept for the next time)`);
    const growing = `${kept}.part`;
    for (const old of globSync(`requests-${requests}-*`, { cwd: CACHE }))
      rmSync(join(CACHE, old), { recursive: true });
    mkdirSync(growing, { recursive: true });
    const { openStorage } = await loadApp();
    const storage = await openStorage(join(growing, 'callboard.db'), STORAGE_WORKER);
    let told = 0;
    await fillDataset(storage.stores, {
      requests,
      onProgress: (done) => {
        if (done - told < requests / 5) return;
        told = done;
        this.say(`  ${done} made`);
      },
    });
    await storage.close();
    renameSync(growing, kept);
  }
}

function hashOfMaker(): string {
  const hash = createHash('sha256');
  for (const file of MADE_BY.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted())
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
