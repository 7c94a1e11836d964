import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ResultsBackfill } from '../../../electron/tracking/tracker.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { RequestSort } from '../../../shared/request.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { addRequests, QUESTIONNAIRE } from './add-requests.ts';
import { answered } from './answered.ts';
import { readAllResults } from './read-all-results.ts';
import { openTestStorage, temporaryStorage } from './temporary-storage.ts';

const SCORE = { path: '/score', label: 'Score', kind: 'number' } as const;
const DESCRIBED: DescribedField = {
  ...{ path: '/score', label: 'Score', smallest: 0, largest: 1000 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};
type TestStorage = Awaited<ReturnType<typeof temporaryStorage>>;

/** Shorthands to query the list. */
function listOf({ stores }: Pick<TestStorage, 'stores'>, workspaceId = 'workspace-1') {
  const page = (sort: RequestSort, filter = NO_FILTER) =>
    stores.requests.page({ workspaceId, filter, sort, descending: true, offset: 0, limit: 400 });
  return {
    ids: async (sort: RequestSort) => (await page(sort)).rows.map(({ requestId }) => requestId),
    values: async (path = '/score') => (await page('accepted')).rows.map(({ pinned }) => pinned[path]),
    headlines: async () => (await page('accepted')).rows.map(({ headline }) => headline),
    reading: () => stores.pins.reading(workspaceId),
  };
}

const downFrom = (count: number): number[] => Array.from({ length: count }, (_, nth) => count - 1 - nth);

/** Runs the backfill; gives the number of results of each batch. */
async function stepsOf({ stores }: TestStorage): Promise<number[]> {
  const steps: number[] = [];
  for (let before = 0; ; ) {
    const reading = await stores.pins.reading('workspace-1');
    if (!reading) return steps;
    steps.push(reading.read - before);
    before = reading.read;
    await stores.pins.readSome('workspace-1');
  }
}

/** The number of rows in a table, read on another connection. */
function count({ path }: TestStorage, table: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];
  } finally {
    db.close();
  }
}

test('a damaged answer does not stop the backfill', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 150);
  const beside = new DatabaseSync(storage.path);
  beside.exec(
    `UPDATE answers SET size = 5000, answer = x'789c00' WHERE row = (SELECT row FROM requests WHERE request_id = 'r7')`,
  );
  beside.close();
  const list = listOf(storage);
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect(await stepsOf(storage)).toEqual([100]);
  expect(await list.reading()).toBeNull();
  expect(await list.values()).toEqual(downFrom(150).map((nth) => (nth === 7 ? undefined : nth)));
  await expect(storage.stores.requests.detail('workspace-1', 'r7')).rejects.toThrow('unexpected end of file');
});

test('a pinned field is filled in batches of 100 results, and cannot be sorted by until all are read', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 350);
  const list = listOf(storage);
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect(await list.reading()).toEqual({ paths: ['/score'], read: 100, of: 350 });
  // The list shows the values read so far, and has all requests.
  expect((await list.values()).filter((value) => value !== undefined)).toHaveLength(100);
  expect(await list.ids('pin:/score')).toEqual(await list.ids('accepted'));
  expect(await stepsOf(storage)).toEqual([100, 100, 100]);
  expect(await list.reading()).toBeNull();
  expect(await list.values()).toEqual(downFrom(350));
  expect(await list.ids('pin:/score')).toEqual(downFrom(350).map((nth) => `r${nth}`));
  expect(await storage.stores.pins.readSome('workspace-1')).toBe(false);
});

test('a batch reads at most half a mebibyte of results, the latest first, or a single larger one', async () => {
  const storage = await temporaryStorage();
  const kibibytes = [200, 200, 200, 8000, 10, 200, 400];
  await addRequests(storage, kibibytes.length, (nth) => ({
    score: nth,
    transcript: 'word '.repeat(((kibibytes[nth] ?? 0) * 1024) / 5),
  }));
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect(await stepsOf(storage)).toEqual([1, 2, 1, 2]);
  expect(await listOf(storage).values()).toEqual(downFrom(kibibytes.length));
});

test('a batch stores at most 1,000 values, however many fields are pinned', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 120);
  const fields = Array.from({ length: 50 }, (_, nth) => ({
    ...DESCRIBED,
    path: `/field${nth}`,
    headline: false,
    cover: 'covered' as const,
  }));
  const entry = { kind: 'questionnaire', serviceId: 'brought', name: 'Brought', note: '' } as const;
  await storage.stores.library.replace('workspace-1', [
    { ...entry, defaultQuestionnaireId: null, archived: false, fields },
  ]);
  expect(await storage.stores.pins.list('workspace-1')).toHaveLength(50);
  expect(await stepsOf(storage)).toEqual([20, 20, 20, 20, 20]);
});

test('unpinning removes values from the list immediately, and from the database in batches of 1,000', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 1200, (nth) => (nth < 1000 ? undefined : { score: nth }));
  const { pins } = storage.stores;
  await pins.pin('workspace-1', SCORE);
  await readAllResults(storage);
  await pins.pin('workspace-1', { path: '/other', label: 'Other', kind: 'text' });
  await readAllResults(storage);
  expect(count(storage, 'pinned_values')).toBe(2400);
  expect((await listOf(storage).values())[0]).toBe(1199);
  expect(await pins.unpin('workspace-1', '/score')).toMatchObject([{ path: '/other' }]);
  expect(new Set(await listOf(storage).values())).toEqual(new Set([undefined]));
  expect(await listOf(storage).reading()).toBeNull();
  expect(count(storage, 'pinned_values')).toBe(1400);
  expect(await readAllResults(storage)).toBe(1);
  expect(count(storage, 'pinned_values')).toBe(1200);
  expect(count(storage, 'pins')).toBe(1);
});

test('other operations run between two batches', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 950);
  await storage.stores.pins.pin('workspace-1', SCORE);
  const happened: string[] = [];
  const through = Promise.withResolvers<void>();
  const reader = new ResultsBackfill({
    workspaceId: 'workspace-1',
    store: {
      readSome: async (id) => {
        // Called after this batch, and replied to before the next one.
        const step = storage.stores.pins.readSome(id).then((left) => {
          happened.push('step');
          if (!left) through.resolve();
          return left;
        });
        void storage.stores.requests.count(id).then(() => happened.push('other'));
        return step;
      },
    },
    onChange: () => undefined,
    onTrouble: (error) => through.reject(error),
  });
  reader.wake();
  await through.promise;
  await reader.stop();
  expect(happened.filter((each) => each === 'step')).toHaveLength(10);
  for (const [at, each] of happened.entries()) if (at > 0) expect(each).not.toBe(happened[at - 1]);
  expect(await listOf(storage).reading()).toBeNull();
});

test('a backfill woken while it ends continues, and a stopped one reads no further', async () => {
  const left = [true, true, false, true, false];
  let asked = 0;
  const reader = new ResultsBackfill({
    workspaceId: 'workspace-1',
    store: {
      readSome: async () => {
        asked += 1;
        if (asked === 3) reader.wake();
        return left[asked - 1] ?? true;
      },
    },
    onChange: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
  });
  reader.wake();
  await expect.poll(() => asked).toBe(5);
  reader.wake();
  await expect.poll(() => asked).toBeGreaterThan(6);
  await reader.stop();
  const stoppedAt = asked;
  reader.wake();
  await Promise.resolve();
  expect(asked).toBe(stoppedAt);
});

test('a backfill continues after the process was killed', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 390);
  await storage.stores.library.describe('workspace-1', QUESTIONNAIRE, '/score', DESCRIBED);
  await storage.stores.pins.pin('workspace-1', { path: '/other', label: 'Other', kind: 'text' });
  await storage.stores.pins.readSome('workspace-1');
  await storage.stores.pins.unpin('workspace-1', '/other');
  // Copies of the database and its journal while they are open.
  const path = join(temporaryFolder(), 'callboard.db');
  for (const end of ['', '-wal', '.created']) copyFileSync(`${storage.path}${end}`, `${path}${end}`);
  const after = { ...(await openTestStorage(path)), path };
  const list = listOf(after);
  expect(await list.reading()).toMatchObject({ paths: ['/score'], of: 390 });
  await readAllResults(after);
  expect(await list.reading()).toBeNull();
  expect(await list.values()).toEqual(downFrom(390));
  expect(await list.headlines()).toEqual(downFrom(390).map((nth) => `Score: ${nth} of 1000`));
  expect(count(after, 'pins')).toBe(1);
  expect(count(after, 'pinned_values')).toBe(390);
});

test('a field can be unpinned during its backfill, and pinned again while its values are being deleted', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 350);
  const list = listOf(storage);
  const { pins } = storage.stores;
  await pins.pin('workspace-1', SCORE);
  expect(await pins.unpin('workspace-1', '/score')).toEqual([]);
  expect((await list.reading())?.paths).toEqual([]);
  expect(await list.ids('pin:/score')).toEqual(await list.ids('accepted'));
  const anew = { ...SCORE, label: 'Points' };
  expect(await pins.pin('workspace-1', anew)).toEqual([anew]);
  expect(count(storage, 'pins')).toBe(2);
  await readAllResults(storage);
  expect(count(storage, 'pins')).toBe(1);
  expect(count(storage, 'pinned_values')).toBe(350);
  expect(await list.values()).toEqual(downFrom(350));
  expect(await list.ids('pin:/score')).toEqual(downFrom(350).map((nth) => `r${nth}`));
});

test('results that arrive during a backfill are shown with their latest values', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 350);
  const list = listOf(storage);
  await storage.stores.pins.pin('workspace-1', SCORE);
  // One not read yet, and one already read.
  for (const [id, score] of [
    ['r5', 5000],
    ['r340', 34_000],
  ] as const)
    await answered(storage, id, { request_id: id, status: 'COMPLETED', assessment_results: { score } });
  const late = sampleSubmission({ id: randomUUID(), questionnaireTemplateId: QUESTIONNAIRE });
  await storage.stores.submissions.add([late]);
  await storage.stores.submissions.save(acceptance(late, 'late', 1));
  await readAllResults(storage);
  const values = await list.values();
  expect(values).toEqual([...downFrom(350).map((nth) => ({ 5: 5000, 340: 34_000 })[nth] ?? nth), undefined]);
  const inOrder = await list.ids('pin:/score');
  expect(inOrder).toHaveLength(351);
  expect([...inOrder.slice(0, 2), inOrder.at(-1)]).toEqual(['r340', 'r5', 'late']);
});

test('two workspaces have separate backfills', async () => {
  const storage = await temporaryStorage();
  await storage.stores.workspaces.save(
    sampleWorkspace({ id: 'workspace-2', baseUrl: 'https://two.example' }),
    1000,
  );
  await addRequests(storage, 150);
  await addRequests(storage, 250, (nth) => ({ score: nth + 1000 }), 'workspace-2');
  const [one, two] = [listOf(storage), listOf(storage, 'workspace-2')];
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect(await two.reading()).toBeNull();
  await storage.stores.pins.pin('workspace-2', SCORE);
  await readAllResults(storage, 'workspace-2');
  expect(await one.reading()).toMatchObject({ read: 100, of: 150 });
  expect(await two.reading()).toBeNull();
  expect(await two.values()).toEqual(downFrom(250).map((nth) => nth + 1000));
  await readAllResults(storage);
  expect(await one.values()).toEqual(downFrom(150));
});

test('changing the label of a pin needs no backfill, but changing the kind does', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 150, (nth) => ({ score: String(nth) }));
  const list = listOf(storage);
  await storage.stores.pins.pin('workspace-1', { ...SCORE, kind: 'text' });
  await readAllResults(storage);
  await storage.stores.pins.pin('workspace-1', { ...SCORE, kind: 'text', label: 'Points' });
  expect(await list.reading()).toBeNull();
  expect((await list.ids('pin:/score'))[0]).toBe('r99');
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect(await list.reading()).toMatchObject({ paths: ['/score'] });
  await readAllResults(storage);
  expect((await list.ids('pin:/score'))[0]).toBe('r149');
});

test('a filled pin can be sorted by while another one is being filled', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 350, (nth) => ({ score: nth, other: 1000 - nth }));
  const list = listOf(storage);
  await storage.stores.pins.pin('workspace-1', { path: '/other', label: 'Other', kind: 'number' });
  await readAllResults(storage);
  await storage.stores.pins.pin('workspace-1', SCORE);
  expect((await list.reading())?.paths).toEqual(['/score']);
  expect((await list.ids('pin:/other'))[0]).toBe('r0');
});

test('an export during a backfill has every pinned value and headline', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 350);
  const { exports, library } = storage.stores;
  await library.describe('workspace-1', QUESTIONNAIRE, '/score', DESCRIBED);
  const rows = await exports.rows('workspace-1', { requestIds: ['r3', 'r349'] });
  expect(await exports.records('workspace-1', rows)).toMatchObject([
    { pinned: { '/score': 3 }, headline: 'Score: 3 of 1000' },
    { pinned: { '/score': 349 }, headline: 'Score: 349 of 1000' },
  ]);
  expect(await listOf(storage).reading()).not.toBeNull();
});

test('requests without results are sorted last by a pinned field', async () => {
  const storage = await temporaryStorage();
  await addRequests(storage, 250, (nth) => (nth % 2 === 0 ? undefined : { score: nth }));
  await storage.stores.pins.pin('workspace-1', SCORE);
  await readAllResults(storage);
  const inOrder = await listOf(storage).ids('pin:/score');
  expect(inOrder).toHaveLength(250);
  expect(inOrder[0]).toBe('r249');
});
