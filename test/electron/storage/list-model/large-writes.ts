import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { ErasureRunner } from '../../../../electron/privacy/erasure-runner.ts';
import { Retention } from '../../../../electron/privacy/privacy-manager.ts';
import { StorageArchive } from '../../../../electron/storage/backup/storage-archive.ts';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import { workerFile } from '../../../worker-files.ts';
import { backupFile, PASSPHRASE, UNHURRIED } from '../../backup/archive.ts';
import { END } from './accepting.ts';
import type { ListedRequest } from './listed-request.ts';
import type { ModelledList } from './modelled-list.ts';

const RETENTION_DAYS = 365;

/** Erases a person with a unique name, including mentions in other requests' notes. */
export async function erasePerson(list: ModelledList, random: SeededRandom): Promise<void> {
  const rare = list
    .all()
    .filter(({ candidateName }) => /^(?:Zu|Qua|Xi|Vro|Kly|Wej|Pho|Dzi)/.test(candidateName));
  if (rare.length === 0) return;
  const { candidateName, phoneNumber } = random.one(rare);
  const theirs = list.all().filter((request) => request.candidateName === candidateName);
  const id = randomUUID();
  const choice = {
    search: { name: candidateName, phone: phoneNumber, everywhere: true },
    submissionIds: theirs.map(({ submissionId }) => submissionId),
    importRows: [],
    listedIds: [],
    keepBlocking: false,
  };
  expect(
    await list.storage.stores.erasures.begin(id, choice, null, END, { keyId: null, keep: false, by: '' }),
  ).toMatchObject({ inFlight: [], heldBy: [] });
  await erasing(list).run(id);
  list.remove((request) => theirs.includes(request));
  for (const { workspaceId, requestId, notes } of list.all())
    if (notes.includes(candidateName))
      list.change(workspaceId, requestId, () => ({ notes: notes.replaceAll(candidateName, '[erased]') }));
  await list.readWords();
}

/** Erases finished requests that have not changed for a year; gives how many. */
export async function eraseOld(list: ModelledList): Promise<number> {
  const { erasures, retention: store } = list.storage.stores;
  const retention = new Retention({ rows: erasures, store, now: () => END });
  const { requests, listed } = await retention.preview(RETENTION_DAYS);
  // If the list were shortened, the model would not know of all erased requests.
  expect(listed).toHaveLength(requests);
  const id = await retention.begin(RETENTION_DAYS);
  if (id !== undefined) await erasing(list).run(id);
  list.remove(({ submissionId }) => listed.some((each) => each.submissionId === submissionId));
  await list.readWords();
  return requests;
}

function erasing({ storage }: ModelledList): ErasureRunner {
  return new ErasureRunner({
    floorDays: () => 0,
    isClockAhead: async () => false,
    store: storage.stores.erasures,
    practice: { erase: async () => undefined },
    teams: { tell: async () => true },
    layouts: { keepOnly: () => undefined },
    onChange: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
    now: () => END,
  });
}

export interface MadeBackup {
  readonly file: string;
  readonly requests: readonly ListedRequest[];
}

export async function backUp(list: ModelledList, path: string): Promise<MadeBackup> {
  return { file: await backupFile(path, { madeAt: END }), requests: list.all() };
}

/** Starts over, and restores the backup into what is empty then. */
export async function restore(list: ModelledList, path: string, backup: MadeBackup): Promise<void> {
  const archive = archiveOf(path);
  await archive.startOver(END, UNHURRIED);
  list.remove(() => true);
  expect(list.all()).toEqual([]);
  await archive.open(backup.file, PASSPHRASE, UNHURRIED);
  await archive.restore({ now: END, numberKeys: {} }, UNHURRIED);
  await archive.discard();
  for (const request of backup.requests) list.put(request);
  await list.readWords();
}

function archiveOf(path: string): StorageArchive {
  const folder = join(dirname(path), 'opened-backup');
  return new StorageArchive({ path, folder, workerFile: workerFile('backup-worker') });
}
