import { join } from 'node:path';
import { makePrivate } from '../privacy/private-folder.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import type { DeferredLogs } from './deferred-logs.ts';
import type { OpeningStorage } from './storage-opening.ts';

const DATABASE = 'callboard.db';

interface OpenStorageFirstOptions {
  readonly userData: string;
  readonly workerFile: URL;
  /** They come later than the storage, and are told then. */
  readonly logs: Pick<DeferredLogs, 'get'>;
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
  const { userData, workerFile, logs, onDamage } = options;
  makePrivate(userData);
  const damaged = (): void => {
    void logs.get().then(({ log }) => log.event('database_damaged', {}));
    onDamage();
  };
  return openStorage(
    join(userData, DATABASE),
    workerFile,
    damaged,
    (error) => void logs.get().then(({ log }) => log.trouble(error, 'storage_worker')),
  );
}
