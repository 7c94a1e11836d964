import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { columnLayouts, SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { PrivacyManager } from '../../../electron/privacy/privacy-manager.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import { SeededRandom } from '../../bench/seeded-random.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { contentOf, restoreInto, startOverIn } from '../backup/archive.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { DAY } from './busy-database.ts';

/** CALLBOARD_HOLD_HISTORIES asks for more, CALLBOARD_HOLD_SEED for others. */
const HISTORIES = Number(process.env['CALLBOARD_HOLD_HISTORIES'] ?? 4);
const SEED = Number(process.env['CALLBOARD_HOLD_SEED'] ?? 1);
const STEPS = 40;

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Mary Jackson', 'Radia Perlman', 'Zoë Adélaïde'].map(
  (name, at) => ({ name, phone: `+4930123450${10 + at}` }),
);
const JOBS = ['cook', 'driver', 'nurse'];

/** A computer with everything that a retention may erase. */
interface Computer {
  readonly storage: Storage & { readonly path: string };
  readonly backups: Buffer[];
}

interface History {
  readonly random: SeededRandom;
  readonly computers: readonly Computer[];
  now: number;
  days: number;
  floor: number;
}

type Act = (history: History, computer: Computer) => Promise<void>;

const WORKSPACE = 'workspace-1';

const ACTS: readonly Act[] = [
  request,
  request,
  request,
  discarded,
  importedRow,
  placeHold,
  placeHold,
  releaseHold,
  later,
  later,
  interrupted,
  retention,
  retention,
  bounds,
  backUp,
  restore,
];

test.each(Array.from({ length: HISTORIES }, (_, at) => SEED + at))(
  'history %i: nothing held is ever erased, and everything else that is old is',
  async (seed) => {
    const random = new SeededRandom(seed);
    const computers = [];
    for (let at = 0; at < 2; at += 1) computers.push({ storage: await temporaryStorage(), backups: [] });
    const history = { random, computers, now: Date.parse('2026-01-01T12:00:00Z'), days: 30, floor: 0 };
    for (let step = 0; step < STEPS; step += 1) {
      const computer = random.one(computers);
      await random.one(ACTS)(history, computer);
    }
    for (const computer of computers) await retention(history, computer);
  },
  120_000,
);

async function request({ random, now }: History, { storage }: Computer): Promise<void> {
  const requestId = `ir_${randomUUID()}`;
  await addTracked(storage, requestId, someone(random, now), now);
  const answer = { request_id: requestId, status: 'COMPLETED', screening_calls: [], assessment_results: {} };
  await answered(storage, requestId, answer, { now });
}

async function discarded({ random, now }: History, { storage }: Computer): Promise<void> {
  const submission = someone(random, now);
  await storage.stores.submissions.add([submission]);
  await storage.stores.submissions.save([changeBy(submission, { type: 'discarded', by: 'discard' }, now)]);
}

async function importedRow({ random, now }: History, { storage }: Computer): Promise<void> {
  const { imports } = storage.stores;
  const id = randomUUID();
  const { name, phone } = random.one(PEOPLE);
  const start = { id, name: 'list.csv', digest: id.padEnd(64, '0'), headers: ['Name'], rows: 1 };
  await imports.begin(WORKSPACE, start, now);
  const problems = [ofRow(importProblem('phone_twice', { first: 1, queued: false }))];
  const cells = [name, phone.replace('+49', '0'), random.one(JOBS)];
  await imports.keepProblems(WORKSPACE, id, [{ number: 1, cells, problems }]);
  await imports.finish(WORKSPACE, id, now);
}

async function placeHold({ random, now }: History, { storage }: Computer): Promise<void> {
  const { name, phone: phoneNumber } = random.one(PEOPLE);
  await storage.stores.holds.place(
    { name: random.one([name, '']), phoneNumber },
    { reason: 'A claim', at: now, by: 'ada' },
  );
}

async function releaseHold({ random, now }: History, { storage }: Computer): Promise<void> {
  const { holds } = await storage.stores.holds.page(0);
  if (holds.length > 0) await storage.stores.holds.release(random.one(holds).id, now);
}

async function later(history: History): Promise<void> {
  history.now += history.random.one([1, 20, 40, 100]) * DAY;
}

async function bounds(history: History): Promise<void> {
  history.days = history.random.one([30, 90]);
  history.floor = history.random.one([0, 0, history.days]);
}

/** A retention that begins, and whose steps come only after whatever happens next: a kill, in other words. */
async function interrupted({ now, days }: History, { storage }: Computer): Promise<void> {
  const id = randomUUID();
  await storage.stores.retention.begin(id, days, now);
  await storage.stores.retention.add(id, days, now, 0, 10_000);
}

async function backUp(_history: History, { storage, backups }: Computer): Promise<void> {
  backups.push(await contentOf(storage.path));
}

/** Starts over and restores an earlier backup of either computer: what was in force there is in force. */
async function restore({ random, computers, now }: History, { storage }: Computer): Promise<void> {
  const backups = computers.flatMap((each) => each.backups);
  if (backups.length === 0) return;
  if ((await storage.stores.erasures.unfinished()).length > 0) return;
  const content = random.one(backups);
  const other = await temporaryStorage();
  await restoreInto(other.path, content, now);
  const theirs = holdsIn(other.path);
  startOverIn(storage.path, now);
  await restoreInto(storage.path, content, now);
  expect(holdsIn(storage.path)).toEqual(theirs);
}

/** Starts the app: the retention resumes and runs. What it leaves is what this test says by itself. */
async function retention(history: History, { storage }: Computer): Promise<void> {
  const { now, days, floor } = history;
  const { stores, path } = storage;
  const ids = query(path, 'SELECT request_id AS id FROM requests').map(({ id }) => String(id));
  await stores.annotations.seen(WORKSPACE, ids);
  const expected = toStay(path, now - days * DAY);
  const folder = temporaryFolder();
  const troubles: unknown[] = [];
  const manager = new PrivacyManager({
    folder,
    erasures: stores.erasures,
    retention: stores.retention,
    numberKeys: { canKeep: async () => 'no', current: async () => undefined },
    account: 'ada',
    practice: { erase: async () => undefined },
    layouts: columnLayouts(new SettingsStore(folder)),
    deleteCrashDumps: async () => undefined,
    version: '1.0.0',
    clockAheadMs: async () => 0,
    retentionDays: () => days,
    floorDays: () => floor,
    personFloorDays: () => floor,
    onChange: () => undefined,
    onTrouble: (error) => void troubles.push(error),
    now: () => now,
  });
  await manager.start();
  await manager.close();
  expect(troubles).toEqual([]);
  expect(everything(path)).toEqual(expected);
}

/** The ids of what a retention must leave, by a plain scan: what is held, and what changed since. */
function toStay(path: string, since: number): string[] {
  const holds = query(path, 'SELECT * FROM holds');
  const rows = query(path, ROWS).filter(
    (row) => Number(row['last_change']) >= since || holds.some((hold) => keeps(hold, row)),
  );
  const imported = query(path, IMPORT_ROWS).filter(
    (row) =>
      Number(row['created_at']) >= since || holds.some((hold) => keepsCells(hold, String(row['cells']))),
  );
  return [...rows, ...imported].map(({ id }) => String(id)).toSorted();
}

const ROWS = `SELECT submissions.row, id, candidate_name, phone_number, submissions.job_description_id,
  max(submissions.updated_at, coalesce(requests.changed_at, 0),
    coalesce((SELECT max(at) FROM history WHERE history.row = submissions.row), 0)) AS last_change
  FROM submissions LEFT JOIN requests USING (row)`;
const IMPORT_ROWS = `SELECT import_id AS id, cells, created_at FROM import_rows JOIN imports ON imports.id = import_id
  WHERE submission_id IS NULL AND erased = 0`;

function everything(path: string): string[] {
  return [...query(path, ROWS), ...query(path, IMPORT_ROWS)].map(({ id }) => String(id)).toSorted();
}

type Row = Readonly<Record<string, unknown>>;

function keeps(hold: Row, row: Row): boolean {
  return hold['name'] === row['candidate_name'] || hold['number'] === row['phone_number'];
}

function keepsCells(hold: Row, cells: string): boolean {
  const [name, phone] = JSON.parse(cells);
  return hold['name'] === name || hold['number'] === phone.replace('0', '+49');
}

function holdsIn(path: string): string[] {
  return query(path, 'SELECT number FROM holds')
    .map(({ number }) => String(number))
    .toSorted();
}

function query(path: string, sql: string): Row[] {
  using db = new DatabaseSync(path, { readOnly: true });
  return db.prepare(sql).all();
}

function someone(random: SeededRandom, now: number) {
  const { name, phone } = random.one(PEOPLE);
  return sampleSubmission({
    id: randomUUID(),
    candidateName: name,
    phoneNumber: phone,
    jobDescriptionId: random.one(JOBS),
    createdAt: now,
    updatedAt: now,
  });
}
