import { join } from 'node:path';
import { makePrivate } from '../privacy/private-folder.ts';
import { openStorage } from '../storage/storage.ts';
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
  const { userData, workerFile, records, onDamage } = options;
  makePrivate(userData);
  const begun = performance.now();
  const storage = openStorage(
    join(userData, DATABASE),
    workerFile,
    () => {
      void records.get().then(({ log }) => log.event('database_damaged', {}));
      onDamage();
    },
    (error) => void records.get().then(({ log }) => log.trouble(error, 'storage_worker')),
  );
  // What opening threw is told where it is awaited.
  storage.catch(() => undefined);
  return { database: DATABASE, storage, begun };
}
