import type { Log } from '../diagnostics/log.ts';
import { watchStores } from '../diagnostics/watch-stores.ts';
import { watchSubmissions } from '../diagnostics/watch-submissions.ts';
import type { Storage } from '../storage/storage.ts';

/** A storage that is being opened, since when. */
export interface OpeningStorage {
  /** The name of the database in the user-data folder. */
  readonly database: string;
  /** Rejects as `openStorage` does; nothing is changed then. */
  readonly storage: Promise<Storage>;
  /** As `performance.now()` says it. */
  readonly begun: number;
}

/** The storage as soon as it is open, with the log told of it and of what becomes of submissions. */
export async function loggedStorage(opening: OpeningStorage, log: Log): Promise<Storage> {
  const storage = await opening.storage;
  log.event('database_opened', { ...storage.schema, tookMs: performance.now() - opening.begun });
  if (storage.putAside) log.event('database_put_aside', {});
  const submissions = watchSubmissions(storage.stores.submissions, log.event);
  const stores = new Proxy(storage.stores, {
    get: (target, name) => (name === 'submissions' ? submissions : Reflect.get(target, name)),
  });
  return { ...storage, stores: watchStores(stores, log.event) };
}

/** What a person is to know of the files on this computer; null when all is well. */
export function storageNotice(storage: Storage, settingsPutAside: string | undefined): string | null {
  if (storage.damaged()) return DAMAGED;
  const files = [storage.putAside, settingsPutAside].filter((file) => file !== undefined);
  if (files.length === 0) return null;
  return `A damaged file was put aside and a new one begun. Nothing was overwritten: ${files.join(', ')}`;
}

const DAMAGED =
  'Something stored on this computer cannot be read: the database of Callboard is damaged. Quit Callboard and start it again. It then checks the database, and if it has to begin a new one it keeps the damaged one and says where it is.';
