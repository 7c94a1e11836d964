import { app } from 'electron';
import type { StorageNotice } from '../../shared/storage-notice.ts';
import type { Log } from '../diagnostics/log.ts';
import { watchStores, watchSubmissions } from '../diagnostics/watch-stores.ts';
import { isOutdated } from '../privacy/private-folder.ts';
import type { Storage } from '../storage/storage.ts';
import type { SettingsStore } from './settings-store.ts';

/** A database that is being opened. */
export interface OpeningStorage {
  /** File name in the user-data folder. */
  readonly database: string;
  /** Rejects as `openStorage` does, with nothing changed. */
  readonly storage: Promise<Storage>;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/** Resolves to the opened storage, wrapped so that the log hears of its events and of every submission's. */
export async function loggedStorage(opening: OpeningStorage, log: Log): Promise<Storage> {
  const storage = await opening.storage;
  log.event('database_opened', { ...storage.schema, tookMs: performance.now() - opening.startedAt });
  if (storage.putAside) log.event('database_put_aside', {});
  if (storage.copyFound) log.event('data_folder_copied', { waiting: storage.copyFound.count });
  if (storage.unmarked !== undefined) log.error(storage.unmarked, 'storage_worker');
  storage.onLocationChange(({ change }) => log.event(LOCATION_EVENTS[change], {}));
  storage.onWriteTroubleChange(() => {
    const why = storage.writeTrouble();
    if (why === null) log.event('database_writable', {});
    else log.event('database_not_writable', { why });
  });
  const submissions = watchSubmissions(storage.stores.submissions, log.event);
  const stores = new Proxy(storage.stores, {
    get: (target, name) => (name === 'submissions' ? submissions : Reflect.get(target, name)),
  });
  return { ...storage, stores: watchStores(stores, log.event) };
}

const LOCATION_EVENTS = {
  written_anew: 'database_written_anew',
  lost: 'database_lost',
  taken: 'data_folder_taken',
} as const;

/** What to tell the person about the files in the data folder; null when all is well. */
export function storageNotice(
  storage: Storage,
  settingsPutAside: string | undefined,
  folder: string,
): StorageNotice | null {
  const location = storage.locationChange();
  if (location?.change === 'lost') return { code: 'folder_lost', values: { folder } };
  if (location?.change === 'taken') return { code: 'folder_taken', values: { host: location.host, folder } };
  const why = storage.writeTrouble();
  if (why !== null) return { code: 'not_writable', values: { why, folder } };
  if (storage.damaged()) return { code: 'database_damaged', values: null };
  if (location) return { code: 'folder_written_anew', values: { putAside: location.putAside ?? null } };
  if (storage.copyFound && storage.copyFound.count > 0) {
    return { code: 'folder_copied', values: storage.copyFound };
  }
  const files = [storage.putAside, settingsPutAside].filter((file) => file !== undefined);
  if (files.length === 0) return null;
  return { code: files.every(isOutdated) ? 'outdated_put_aside' : 'damaged_put_aside', values: { files } };
}

interface FollowStorageOptions {
  readonly settings: Pick<SettingsStore, 'rewriteFile'>;
  /** Called when the notice about the files in the data folder may have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Follows what becomes of the database's file while the app runs. */
export function followStorage(
  storage: Pick<Storage, 'onLocationChange' | 'onWriteTroubleChange'>,
  { settings, onChange, onTrouble }: FollowStorageOptions,
): void {
  storage.onWriteTroubleChange(onChange);
  storage.onLocationChange(({ change }) => {
    onChange();
    if (change !== 'written_anew') return;
    try {
      // What Electron knows a running app by was in the folder, too.
      app.releaseSingleInstanceLock();
      app.requestSingleInstanceLock();
      // The settings are in the same folder: a paused queue must still be paused at the next start.
      settings.rewriteFile();
    } catch (error) {
      onTrouble(error);
    }
  });
}
