import type { Log } from '../diagnostics/log.ts';
import { watchStores } from '../diagnostics/watch-stores.ts';
import { watchSubmissions } from '../diagnostics/watch-submissions.ts';
import { isOutdated } from '../privacy/put-aside.ts';
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
  storage.onPlace(({ place }) => log.event(PLACE_EVENTS[place], {}));
  const submissions = watchSubmissions(storage.stores.submissions, log.event);
  const stores = new Proxy(storage.stores, {
    get: (target, name) => (name === 'submissions' ? submissions : Reflect.get(target, name)),
  });
  return { ...storage, stores: watchStores(stores, log.event) };
}

const PLACE_EVENTS = { written_anew: 'database_written_anew', lost: 'database_lost' } as const;

/** What a person is to know of the files in the data folder on this computer; null when all is well. */
export function storageNotice(
  storage: Storage,
  settingsPutAside: string | undefined,
  folder: string,
): string | null {
  const news = storage.place();
  if (news?.place === 'lost') return `${FOLDER_GONE} ${STILL_IN_MEMORY} ${folder}`;
  if (storage.damaged()) return DAMAGED;
  if (news) return writtenAnewWords(news.putAside);
  const files = [storage.putAside, settingsPutAside].filter((file) => file !== undefined);
  if (files.length === 0) return null;
  if (files.every(isOutdated)) return `${OUTDATED} ${files.join(', ')}`;
  return `A damaged file was put aside and a new one begun. Nothing was overwritten: ${files.join(', ')}`;
}

function writtenAnewWords(putAside: string | undefined): string {
  const other = putAside === undefined ? '' : ` Another database lay there and was put aside: ${putAside}`;
  return `${FOLDER_GONE} Callboard wrote everything it knew to a new one in the same place, and goes on.${other}`;
}

const FOLDER_GONE = "Callboard's data folder was removed while it was running.";

const STILL_IN_MEMORY =
  'No new one can be written, so nothing is sent and nothing new is taken. Everything is still in memory: do not quit Callboard. It goes on by itself as soon as it can write to this folder again:';

const OUTDATED =
  'The data on this computer was written by a development version that this Callboard cannot read. It was put aside unchanged, and Callboard begins anew:';

const DAMAGED =
  'Something stored on this computer cannot be read: the database of Callboard is damaged. Quit Callboard and start it again. It then checks the database, and if it has to begin a new one it keeps the damaged one and says where it is.';
