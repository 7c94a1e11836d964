import type { Log } from '../diagnostics/log.ts';
import { watchStores } from '../diagnostics/watch-stores.ts';
import { watchSubmissions } from '../diagnostics/watch-submissions.ts';
import { openStorage, type Storage } from '../storage/storage.ts';

/**
 * Opens the storage, and has the log told of it and of what becomes of submissions. `onDamage` is told when damage is
 * met later: {@link storageNotice} has another word then. Rejects as `openStorage` does; nothing is changed then.
 */
export async function openLoggedStorage(
  path: string,
  workerFile: URL,
  log: Log,
  onDamage: () => void,
): Promise<Storage> {
  const begun = performance.now();
  const damaged = (): void => {
    log.event('database_damaged', {});
    onDamage();
  };
  const storage = await openStorage(path, workerFile, damaged, (error) =>
    log.trouble(error, 'storage_worker'),
  );
  log.event('database_opened', { ...storage.schema, tookMs: performance.now() - begun });
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
