import { join } from 'node:path';
import { makePrivate } from '../privacy/private-folder.ts';
import { stateFolder } from '../storage/folder-lock.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import type { DeferredLogs } from './deferred-logs.ts';
import type { OpeningStorage } from './storage-opening.ts';

const DATABASE = 'callboard.db';

interface OpenStorageFirstOptions {
  readonly userData: string;
  readonly workerFile: URL;
  /** Loaded later than the storage. */
  readonly logs: Pick<DeferredLogs, 'get'>;
  /** Called when the database turns out to be damaged while the app runs. */
  readonly onDamage: () => void;
}

/** Starts opening the database in its worker thread, in parallel with Electron and the window, which take as long. */
export function openStorageFirst(options: OpenStorageFirstOptions): OpeningStorage {
  const startedAt = performance.now();
  const storage = openPrivately(options);
  // Whoever awaits the storage handles the rejection.
  storage.catch(() => undefined);
  return { database: DATABASE, storage, startedAt };
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
    (error) => void logs.get().then(({ log }) => log.error(error, 'storage_worker')),
    stateFolder(),
  );
}
