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

const NOTES_HEADING = 'Theirs:';

export async function backUp(list: ModelledList, path: string): Promise<MadeBackup> {
  return { file: await backupFile(path, { madeAt: END }), requests: list.all() };
}

/**
 * Restores a backup of the same database. Requests erased since then are added after all others; the rest gets tags of
 * both sides, the backup's verdict and notes if it has none, and other notes below its own.
 */
export async function restore(list: ModelledList, path: string, backup: MadeBackup): Promise<void> {
  const archive = archiveOf(path);
  await archive.open(backup.file, PASSPHRASE, UNHURRIED);
  await archive.restore({ now: END, notesHeading: NOTES_HEADING, numberKeys: {} }, UNHURRIED);
  await archive.discard();
  for (const theirs of backup.requests) {
    const { workspaceId, requestId } = theirs;
    if (!list.has(workspaceId, requestId)) list.put({ ...theirs, place: list.place() });
    else
      list.change(workspaceId, requestId, (ours) => ({
        tags: [...new Set([...ours.tags, ...theirs.tags])],
        verdict: ours.verdict === 'none' ? theirs.verdict : ours.verdict,
        notes: mergedNotes(ours.notes, theirs.notes),
      }));
  }
  await list.readWords();
}

function mergedNotes(ours: string, theirs: string): string {
  if (ours.includes(theirs)) return ours;
  return ours === '' ? theirs : `${ours}\n\n${NOTES_HEADING}\n${theirs}`;
}

function archiveOf(path: string): StorageArchive {
  const folder = join(dirname(path), 'opened-backup');
  return new StorageArchive({ path, folder, workerFile: workerFile('backup-worker') });
}
