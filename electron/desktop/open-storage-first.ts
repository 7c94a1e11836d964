import { join } from 'node:path';
import { makePrivate } from '../privacy/private-folder.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import type { RecordsLater } from './records-later.ts';
import type { OpeningStorage } from './storage-opening.ts';

const DATABASE = 'callboard.db';

interface OpenStorageFirstOptions {
  readonly userData: string;
  readonly workerFile: URL;
  /** They come later than the storage, and are told then. */
  readonly records: Pick<RecordsLater, 'get'>;
  /** Told when damage is met later. */
  readonly onDamage: () => void;
}

/**
 * Begins to open the storage, in its thread: that takes as long as Electron and the window's page need to start, and goes on
 * beside them.
 */
export function openStorageFirst(options: OpenStorageFirstOptions): OpeningStorage {
  const begun = performance.now();
  const storage = openPrivately(options);
  // What opening threw is told where it is awaited.
  storage.catch(() => undefined);
  return { database: DATABASE, storage, begun };
}

async function openPrivately(options: OpenStorageFirstOptions): Promise<Storage> {
  const { userData, workerFile, records, onDamage } = options;
  makePrivate(userData);
  const damaged = (): void => {
    void records.get().then(({ log }) => log.event('database_damaged', {}));
    onDamage();
  };
  return openStorage(
    join(userData, DATABASE),
    workerFile,
    damaged,
    (error) => void records.get().then(({ log }) => log.trouble(error, 'storage_worker')),
  );
}
