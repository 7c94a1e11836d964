import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encrypt } from '../../../electron/backup/age-file.ts';
import {
  type BackupAbout,
  type BackupRecord,
  compress,
  dump,
  readRecords,
  toLine,
} from '../../../electron/storage/backup/backup-records.ts';
import type { WorkControl } from '../../../electron/storage/backup/control.ts';
import { contentsOf, restore, stage } from '../../../electron/storage/backup/restore.ts';
import { startOver } from '../../../electron/storage/backup/start-over.ts';
import { StorageArchive } from '../../../electron/storage/backup/storage-archive.ts';
import type { BackupContents, RestoreReport } from '../../../shared/backup.ts';
import type { NumberKeysById } from '../../../shared/do-not-call.ts';
import { CodedError } from '../../../shared/result.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { workerFile } from '../../worker-files.ts';

export const PASSPHRASE = 'seven green umbrellas walk';

export const UNHURRIED = { signal: new AbortController().signal, onProgress: () => undefined };

export const UNWATCHED: WorkControl = { check: () => undefined, progress: () => undefined };

/** The unencrypted content of a backup of the database at `path`. */
export async function contentOf(path: string, changes: Partial<BackupAbout> = {}): Promise<Buffer> {
  const about = { madeAt: 5000, madeBy: '1.2.3', settings: {}, numberKeys: {}, ...changes };
  return gathered(compress(dump(path, about, UNWATCHED)));
}

/** The content of a handmade backup. */
export function contentFrom(lines: readonly BackupRecord[]): Promise<Buffer> {
  return gathered(
    compress(
      (async function* () {
        for (const line of lines) yield toLine(line);
      })(),
    ),
  );
}

/** The records of a backup of the database at `path`, to be modified. */
export async function recordsOf(path: string): Promise<BackupRecord[]> {
  const all: BackupRecord[] = [];
  for await (const record of readRecords(once(await contentOf(path)))) all.push(record);
  return all;
}

/** Stages a content and restores it into the database at `path`, on this thread. */
export async function restoreInto(
  path: string,
  content: Uint8Array,
  now = 9000,
  numberKeys: NumberKeysById = {},
): Promise<RestoreReport> {
  return withStaged(content, (staged, madeAt) =>
    restore(path, staged, { madeAt, now, numberKeys }, UNWATCHED),
  );
}

/** Starts over with the database at `path`, on this thread; gives the path of the file that has what was there. */
export function startOverIn(path: string, now = 8000): string {
  return startOver(path, join(temporaryFolder(), 'aside.db'), now, UNWATCHED);
}

/** What a restore shows of a content before it changes the database at `path`. */
export function insideOf(path: string, content: Uint8Array): Promise<BackupContents> {
  return withStaged(content, (staged, madeAt) => contentsOf(path, staged, { madeAt, madeBy: '1.2.3' }));
}

async function withStaged<T>(content: Uint8Array, run: (staged: string, madeAt: number) => T): Promise<T> {
  const staged = join(temporaryFolder(), `${randomUUID()}.db`);
  const { about } = await stage(staged, readRecords(once(content)), UNWATCHED);
  try {
    return run(staged, about.madeAt);
  } finally {
    rmSync(staged);
  }
}

/** The archive of a database as in the app, with worker threads, and with a fast work factor unless it is the app's. */
export function archiveOf(
  path: string,
  { workFactor = 4 }: { readonly workFactor?: number | 'of the app' } = {},
): StorageArchive & { readonly folder: string } {
  const folder = join(temporaryFolder(), 'opened-backup');
  const options = { path, folder, workerFile: workerFile('backup-worker') };
  const archive = new StorageArchive(workFactor === 'of the app' ? options : { ...options, workFactor });
  return Object.assign(archive, { folder });
}

/** Writes a backup of the database at `path`, with a fast work factor, to a file beside it; gives its path. */
export async function backupFile(path: string, changes: Partial<BackupAbout> = {}): Promise<string> {
  const file = join(dirname(path), `${randomUUID()}.callboard-backup`);
  writeFileSync(file, await gathered(encrypt(once(await contentOf(path, changes)), PASSPHRASE, 4)));
  return file;
}

export async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The code of the failure that `work` ends with; `none` if it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof CodedError) return error.code;
    throw error;
  }
}

/** All rows of the database at `path` except those of the search index, the count of its changes, and the restores themselves, to compare. */
export function tablesOf(path: string): Record<string, unknown[]> {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare(
    `SELECT name FROM sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'request_search%' AND name NOT LIKE 'sqlite_%'`,
  );
  const restored = db.prepare("SELECT id FROM evidence_facts WHERE kind = 'restored'").all();
  const content = tables.all().map(({ name }) => {
    const rows = db.prepare(`SELECT * FROM "${name}"`).all();
    if (name === 'data_folder') return [name, []];
    if (name === 'evidence_chains') return [name, rows.map(({ id, own }) => ({ id, own }))];
    const isOfRestore = (facts: unknown) => restored.some(({ id }) => id === facts);
    return [name, rows.filter(({ kind, facts }) => kind !== 'restored' && !isOfRestore(facts))];
  });
  db.close();
  return Object.fromEntries(content);
}
