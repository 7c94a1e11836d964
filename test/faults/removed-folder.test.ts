import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../electron/storage/storage.ts';
import { DataFolderGoneError } from '../../electron/storage/write-trouble.ts';
import { CodedError } from '../../shared/result.ts';
import { fieldsOfNth, sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { type Answer, sendJson } from '../electron/service/recording-service.ts';
import { WORKER_FILE } from '../electron/storage/temporary-storage.ts';
import { openWorkspaces, serviceNamed } from '../electron/workspaces/workspaces-under-test.ts';
import { until } from '../poll.ts';
import { isPosix } from '../posix.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { askedFor, reportFigures } from './figures.ts';
import { seededRandom } from './seeded-random.ts';

/** In `npm test` one of each kind: every round starts the storage twice. */
const ROUNDS = 5 * askedFor('FAULTS_RUNS', 1 / 5);
const SUBMITTED = 60;

/** The folder may be written to while it is being removed. */
function removeWhole(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 1 });
}

/** Puts a file in place of a folder, so that the folder can't be created. */
function putInTheWay(folder: string): void {
  const file = `${folder}-in-the-way`;
  writeFileSync(file, 'No folder can be made where a file lies.');
  // The folder may have been created again between the two steps.
  while (existsSync(file)) {
    removeWhole(folder);
    try {
      renameSync(file, folder);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EISDIR')) throw error;
    }
  }
}

/** What happens to the data folder while Callboard runs. */
const MISHAPS: Readonly<Record<string, (folder: string) => void>> = {
  'is removed': removeWhole,
  'is moved away': (folder) => renameSync(folder, `${folder}-elsewhere`),
  'loses its journal': (folder) => rmSync(join(folder, 'callboard.db-wal')),
  'is emptied': (folder) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  },
  'has another database in its place': (folder) => {
    const other = join(temporaryFolder(), 'other.db');
    new DatabaseSync(other).exec('CREATE TABLE other (x); INSERT INTO other VALUES (1)');
    renameSync(folder, `${folder}-elsewhere`);
    mkdirSync(folder, { recursive: true });
    renameSync(other, join(folder, 'callboard.db'));
  },
};

/** Workspaces in a real folder, sending to a real service; `onCreate` is called for each create before it is answered. */
async function sending(onCreate: (count: number) => void) {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const path = join(folder, 'callboard.db');
  let count = 0;
  const create: Answer = ({ body }, response) => {
    count += 1;
    onCreate(count);
    sendJson(response, 201, { request_id: `of ${JSON.parse(body).candidate.name}`, status: 'PENDING' });
  };
  const service = await serviceNamed('acme', create);
  const parts = await openWorkspaces({ path });
  const workspaceId = await parts.connectAndSignIn(service.connection());
  const news: string[] = [];
  parts.storage.onLocationChange(({ change }) => news.push(change));
  const confirmed: number[] = [];
  const refused: string[] = [];
  const submit = async (number: number): Promise<void> => {
    const submitted = await parts.workspaces.open.current?.submitter
      .submit([fieldsOfNth(number)])
      .catch((error: unknown) => (error instanceof CodedError ? error.failure : undefined));
    if (submitted?.ok) confirmed.push(number);
    else refused.push(JSON.stringify(submitted));
  };
  const open = () =>
    parts.storage.stores.submissions.inStates(workspaceId, ['queued', 'connecting', 'sending']);
  return {
    ...parts,
    folder,
    path,
    service,
    news,
    confirmed,
    refused,
    submit,
    calledNames: () => service.creates().map(({ body }): string => JSON.parse(body).candidate.name),
    untilSent: () => until('the end of the queue', async () => (await open()).length === 0, 20_000),
    end: async () => {
      await parts.workspaces.close();
      await parts.storage.close();
    },
  };
}

/** What the next start knows: each candidate's state. */
async function nextStart(path: string): Promise<Map<string, string>> {
  const storage = await openStorage(path, WORKER_FILE);
  const [workspace] = await storage.stores.workspaces.list();
  const known = await storage.stores.submissions.inStates(workspace?.id ?? '', [
    'accepted',
    'unconfirmed',
    'queued',
    'held',
    'sending',
    'connecting',
  ]);
  await storage.close();
  return new Map(known.map(({ candidateName, state }) => [candidateName, state]));
}

/** Whether the file says that this candidate is or was being sent. */
function isMarkedIn(path: string, { phone_number: phone }: { readonly phone_number: string }): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    // The other database of that mishap: it has not been noticed yet.
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'daybook'").get()) return true;
    const marked = `SELECT 1 FROM submissions LEFT JOIN daybook USING (row)
      WHERE phone_number = ? AND (daybook.row IS NOT NULL OR state IN ('sending', 'accepted'))`;
    return db.prepare(marked).get(phone) !== undefined;
  } finally {
    db.close();
  }
}

/** Windows deletes and moves nothing that a program has open. */
const NEEDS = 'a system that lets open files be deleted';

test.skipIf(!isPosix).each(Object.entries(MISHAPS))(
  'while the data folder %s, nobody is called without being known, and nobody who was confirmed is lost',
  {
    timeout: 120_000,
    meta: { needs: NEEDS },
  },
  async (name, mishap) => {
    const figures = { duplicates: 0, losses: 0, needless: 0 };
    let unmarked = 0;
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const random = seededRandom(seed);
      const after = 1 + Math.floor(random() * SUBMITTED);
      const checkMark = (): void => {
        // From the notice on, everything sent is in the file that the next start finds.
        const body = run.service.creates().at(-1)?.body ?? '';
        if (run.news.at(-1) === 'written_anew' && !isMarkedIn(run.path, JSON.parse(body).candidate)) {
          unmarked += 1;
        }
      };
      const run = await sending((count) => {
        checkMark();
        if (count === after) mishap(run.folder);
      });
      for (let number = 1; number <= SUBMITTED; number += 1) {
        void run.submit(number);
        if (random() < 0.3) await pause(random() * 4);
      }
      // On a busy computer the database is written anew for longer than `until` is patient.
      await until('all answers', () => run.confirmed.length + run.refused.length === SUBMITTED, 30_000);
      await run.untilSent();
      await run.end();

      // If the folder is removed while a new one is written, the second attempt creates it.
      expect(run.refused.filter((refusal) => !refusal.includes('data_folder_gone'))).toEqual([]);
      expect(run.news.at(-1)).toBe('written_anew');
      const known = await nextStart(run.path);
      const called = run.calledNames();
      figures.duplicates += called.length - new Set(called).size;
      figures.losses += run.confirmed.filter(
        (number) => known.get(`Candidate ${number}`) !== 'accepted',
      ).length;
      figures.losses += called.filter((each) => !known.has(each)).length;
      figures.needless += [...known.values()].filter((state) => state === 'unconfirmed').length;
    }
    reportFigures({ name: `the data folder ${name}`, cases: ROUNDS * SUBMITTED, ...figures });
    expect({ ...figures, unmarked }).toEqual({ duplicates: 0, losses: 0, needless: 0, unmarked: 0 });
  },
);

test.skipIf(!isPosix)(
  'while no new folder can be made nothing is sent or accepted; afterwards everything is sent, and nobody is forgotten',
  {
    timeout: 60_000,
    meta: { needs: NEEDS },
  },
  async () => {
    const run = await sending((count) => {
      if (count !== 20) return;
      renameSync(run.folder, `${run.folder}-elsewhere`);
      putInTheWay(run.folder);
    });
    for (let number = 1; number <= SUBMITTED; number += 1) void run.submit(number);
    await until('the notice', () => run.news.includes('lost'));
    // Submissions marked before it was noticed may still arrive.
    await pause(300);
    const before = run.calledNames().length;
    const confirmed = run.confirmed.length;
    const submits = SUBMITTED + 1;
    void run.submit(submits);
    const stored = run.storage.stores.submissions.add([sampleSubmission({ candidateName: 'Not stored' })]);
    await expect(stored).rejects.toBeInstanceOf(DataFolderGoneError);
    await pause(1500);
    expect(run.calledNames()).toHaveLength(before);
    expect(run.confirmed).toHaveLength(confirmed);
    expect(existsSync(run.path)).toBe(false);

    rmSync(run.folder);
    await until('the new file', () => run.news.at(-1) === 'written_anew');
    // A submission being stored when the folder disappeared is answered only now: it is stored after all. Later submits wait
    // for that, and are then refused or confirmed.
    await until('all answers', () => run.confirmed.length + run.refused.length === submits);
    expect(run.refused.filter((refusal) => !refusal.includes('data_folder_gone'))).toEqual([]);
    await run.submit(submits + 1);
    expect(run.confirmed).toContain(submits + 1);
    await run.untilSent();
    await run.end();
    const known = await nextStart(run.path);
    const called = run.calledNames();
    expect(called.length).toBe(new Set(called).size);
    expect(run.confirmed.filter((number) => !known.has(`Candidate ${number}`))).toEqual([]);
    expect(called.filter((each) => !known.has(each))).toEqual([]);
  },
);

test.skipIf(!isPosix)(
  'a folder removed while nothing is written is created again, and quitting at once loses nothing',
  { meta: { needs: NEEDS } },
  async () => {
    for (const wait of [0, 3000]) {
      const folder = join(temporaryFolder(), 'data');
      mkdirSync(folder);
      const path = join(folder, 'callboard.db');
      const storage = await openStorage(path, WORKER_FILE);
      onTestFinished(() => storage.close());
      await storage.stores.workspaces.save(sampleWorkspace(), 1000);
      await storage.stores.submissions.add([sampleSubmission({ candidateName: 'Ada Lovelace' })]);
      rmSync(dirname(path), { recursive: true });
      if (wait > 0) await until('the new file', () => existsSync(path));
      await storage.close();
      expect(await nextStart(path)).toEqual(new Map([['Ada Lovelace', 'queued']]));
    }
  },
);
