import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { columnLayouts, SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import type { ErasureTraces } from '../../../electron/privacy/ports.ts';
import { PrivacyManager } from '../../../electron/privacy/privacy-manager.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import { problem } from '../../../shared/input-problems.ts';
import type { ErasureReceipt } from '../../../shared/privacy.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import type { Submission } from '../../../shared/submission.ts';
import { fillDataset } from '../../bench/dataset.ts';
import { until } from '../../poll.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** A person whose data occurs nowhere else; `traces` are the strings, including ends of words, to find in files. */
export const VICTIM = {
  name: 'Xqzyva Wvjkqx-Ødegård',
  phone: '+4915799887766',
  resumeUrl: 'https://files.example.com/kqzwxy.pdf',
  traces: [
    'Xqzyva',
    'qzyva',
    'Wvjkqx',
    'vjkqx',
    '15799887766',
    '1579 9887766',
    '0157',
    '99887766',
    'kqzwxy',
    'plays the theremin',
  ],
} as const;

/** A database with hundreds of other people's requests, and its privacy manager. */
export async function busyDatabase({
  requests = 300,
  retentionDays = 0,
  now = Date.now,
  clockAheadMs,
  floorDays = () => 0,
  personFloorDays = floorDays,
}: {
  requests?: number;
  retentionDays?: number;
  now?: () => number;
  clockAheadMs?: number;
  floorDays?: () => number;
  personFloorDays?: () => number;
} = {}) {
  const storage = await temporaryStorage();
  await fillDataset(storage.stores, { requests, workspaceId: 'workspace-1', seed: 7 });
  const practice: ErasureTraces[] = [];
  const troubles: unknown[] = [];
  const folder = dirname(storage.path);
  const settings = new SettingsStore(folder);
  const secrets = new MemorySecrets();
  const numberKeys = new NumberKeys({
    store: storage.stores.doNotCall,
    secrets,
    onKeys: () => undefined,
    onTrouble: (error) => void troubles.push(error),
  });
  const privacy = new PrivacyManager({
    folder,
    erasures: storage.stores.erasures,
    retention: storage.stores.retention,
    numberKeys,
    account: 'ada',
    practice: { erase: async (traces) => void practice.push(traces) },
    layouts: columnLayouts(settings),
    deleteCrashDumps: async () => undefined,
    version: '1.0.0',
    clockAheadMs: async () => clockAheadMs,
    retentionDays: () => retentionDays,
    floorDays,
    personFloorDays,
    onChange: () => undefined,
    onTrouble: (error) => void troubles.push(error),
    now,
  });
  onTestFinished(() => privacy.close());
  return { storage, settings, secrets, numberKeys, folder, privacy, practice, troubles };
}

export type BusyDatabase = Awaited<ReturnType<typeof busyDatabase>>;

/** Adds the person everywhere a person can be; gives their submissions. */
export async function putEverywhere(
  { storage, settings }: Pick<BusyDatabase, 'storage' | 'settings'>,
  at = Date.now(),
) {
  const { stores } = storage;
  const mine = (changes: Partial<Submission> = {}): Submission =>
    sampleSubmission({
      id: randomUUID(),
      candidateName: VICTIM.name,
      phoneNumber: VICTIM.phone,
      resumeUrl: VICTIM.resumeUrl,
      createdAt: at,
      updatedAt: at,
      ...changes,
    });
  const finished = await addTracked(storage, 'ir_finished', mine(), at);
  await answered(storage, 'ir_finished', answerAbout('ir_finished', 'COMPLETED'), { now: at });
  const second = await addTracked(storage, 'ir_open', mine({ previousSubmissionId: finished.id }), at);
  await answered(storage, 'ir_open', answerAbout('ir_open', 'PENDING'), { now: at });
  await stores.annotations.setNotes('workspace-1', 'ir_open', `${VICTIM.name} plays the theremin`, at);
  const tags = { addTags: [`friend of ${VICTIM.name}`], verdict: 'yes' as const };
  await stores.annotations.annotate('workspace-1', ['ir_finished'], tags, at);
  const queued = mine({ sendAfter: at + DAY });
  const unconfirmed = mine();
  const discarded = mine();
  await stores.submissions.add([queued, unconfirmed, discarded]);
  const claimed = changeBy(unconfirmed, { type: 'claimed' }, at);
  const marked = changeBy(claimed.submission, { type: 'sending_marked' }, at);
  await stores.submissions.save([claimed, marked, changeBy(marked.submission, { type: 'interrupted' }, at)]);
  await stores.submissions.save([changeBy(discarded, { type: 'discarded', by: 'discard' }, at)]);
  const later = mine({
    previousSubmissionId: second.id,
    candidateName: 'Somebody Else',
    phoneNumber: '+12025550199',
  });
  const other = { ...later, resumeUrl: 'https://files.example.com/else.pdf' };
  await addTracked(storage, 'ir_other', other, at);
  await stores.annotations.setNotes(
    'workspace-1',
    'ir_other',
    `Referred by ${VICTIM.name.toUpperCase()}.`,
    at,
  );
  await importedFile(storage, mine(), at);
  const filter = { ...NO_FILTER, search: VICTIM.name };
  await stores.views.save('workspace-1', { name: 'Mine', filter, sort: 'updated', descending: true }, at);
  const entry = {
    kind: 'job_description',
    serviceId: '5a3c1e00-1d2b-4c3a-8f4e-9b0a1c2d3e4f',
    name: 'Cook',
    note: `Ask ${VICTIM.name}: 0157 99887766`,
  } as const;
  await stores.library.save('workspace-1', entry);
  await pinnedField({ storage, settings }, at);
  return { finished, second, queued, unconfirmed, discarded, other };
}

function answerAbout(requestId: string, status: string) {
  const call = { id: 'c1', timestamp: '2026-05-01T10:00:00Z', duration_minutes: 9, status: 'COMPLETED' };
  return {
    request_id: requestId,
    status,
    candidate: VICTIM.name,
    screening_calls: [call],
    assessment_results: {
      overall_score: 7,
      speakers: [
        { name: 'Interviewer', share: 0.4 },
        { name: VICTIM.name, share: 0.6 },
      ],
      summary: `${VICTIM.name} plays the theremin at ${VICTIM.phone}`,
    },
  };
}

/** The path of a field that an answer has under the person's name. */
export const VICTIMS_FIELD = `/speakers/name=${VICTIM.name}/share`;

/** Pins, describes, lays out and filters by the person's own share of the call. */
async function pinnedField(
  { storage, settings }: Pick<BusyDatabase, 'storage' | 'settings'>,
  at: number,
): Promise<void> {
  const { stores } = storage;
  await stores.pins.pin('workspace-1', { path: VICTIMS_FIELD, label: VICTIM.name, kind: 'number' });
  await stores.pins.pin('workspace-1', {
    path: '/overall_score',
    label: `As ${VICTIM.name.toUpperCase()}`,
    kind: 'number',
  });
  const [row] = await stores.requests.rows('workspace-1', ['ir_finished']);
  const questionnaireId = row?.questionnaireTemplateId ?? '';
  const scale = { smallest: 0, largest: 1, better: 'higher', headline: true, cover: 'covered' } as const;
  const field = { ...scale, path: VICTIMS_FIELD, label: `Share of ${VICTIM.name}` };
  await stores.library.describe('workspace-1', questionnaireId, VICTIMS_FIELD, field);
  const other = { ...scale, path: '/overall_score', label: `Like ${VICTIM.name}`, headline: false };
  await stores.library.describe('workspace-1', questionnaireId, '/overall_score', other);
  const [column, overall] = [`pin:${VICTIMS_FIELD}`, 'pin:/overall_score'] as const;
  const order = { ...NO_FILTER, tags: ['x'] };
  await stores.views.save(
    'workspace-1',
    { name: 'Order', filter: order, sort: column, descending: true },
    at,
  );
  const filter = {
    ...NO_FILTER,
    pinned: [{ path: VICTIMS_FIELD, min: 0.5, max: null, values: [] }],
  };
  await stores.views.save('workspace-1', { name: 'Loud', filter, sort: 'updated', descending: true }, at);
  const layout = {
    order: ['name', column, overall],
    shown: { [column]: true },
    widths: { [column]: 90, [overall]: 120 },
  };
  settings.change({ gridLayouts: { 'workspace-1': layout, 'a-removed-workspace': layout } });
}

/** A file named after the person, with one queued row and two others. */
async function importedFile({ stores }: Storage, queued: Submission, at: number): Promise<void> {
  const start = {
    id: 'import-1',
    name: `${VICTIM.name}.csv`,
    digest: 'd'.repeat(64),
    headers: ['Name', 'Phone'],
    rows: 3,
  };
  await stores.imports.begin('workspace-1', start, at);
  const row = { number: 1, cells: [VICTIM.name, '0157 99887766'] };
  await stores.submissions.add([queued], undefined, { importId: 'import-1', rows: [row] });
  await stores.imports.keepProblems('workspace-1', 'import-1', [
    {
      number: 2,
      cells: ['Wvjkqx-Ødegård', 'Xqzyva', 'nothing'],
      problems: [{ field: 'phoneNumber', ...problem('phone_missing') }],
    },
    {
      number: 3,
      cells: ['Somebody Else', '+1 202 555 0199'],
      problems: [ofRow(importProblem('phone_twice', { first: 2, queued: false }))],
    },
  ]);
  await stores.imports.finish('workspace-1', 'import-1', at);
}

/** Waits until an erasure has finished. */
export async function finished({ storage, troubles }: BusyDatabase, id: string): Promise<ErasureReceipt> {
  return until('the end of the erasure', async () => {
    if (troubles.length > 0) throw troubles[0];
    const receipt = await storage.stores.erasures.receipt(id);
    return receipt?.finishedAt != null && receipt;
  });
}
