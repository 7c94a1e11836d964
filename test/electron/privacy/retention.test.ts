import { expect, test } from 'vitest';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { until } from '../../poll.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { type BusyDatabase, busyDatabase, DAY, putEverywhere } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const OLD = NOW - 100 * DAY;

const COMPLETED = { status: 'COMPLETED', screening_calls: [], assessment_results: { overall_score: 3 } };

async function completed(busy: BusyDatabase, requestId: string, at: number, seen = true): Promise<void> {
  const submission = sampleSubmission({ candidateName: requestId, createdAt: at, updatedAt: at });
  await addTracked(busy.storage, requestId, submission, at - 1000);
  await answered(busy.storage, requestId, { ...COMPLETED, request_id: requestId }, { now: at });
  if (seen) await busy.storage.stores.annotations.seen('workspace-1', [requestId]);
}

async function requestIds(busy: BusyDatabase): Promise<string[]> {
  const { rows } = await busy.storage.stores.requests.page({
    workspaceId: 'workspace-1',
    filter: NO_FILTER,
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 100,
  });
  return rows.map(({ requestId }) => requestId).toSorted();
}

test('erases what is finished and old, but nothing that is open, unseen or recently changed', async () => {
  const busy = await busyDatabase({ requests: 0, retentionDays: 90, now: () => NOW });
  const { stores } = busy.storage;
  await completed(busy, 'ir_old', OLD);
  await completed(busy, 'ir_young', NOW - 80 * DAY);
  await completed(busy, 'ir_unseen', OLD, false);
  await completed(busy, 'ir_unseen_for_long', NOW - 181 * DAY, false);
  await completed(busy, 'ir_noted', OLD);
  await stores.annotations.setNotes('workspace-1', 'ir_noted', 'Call in summer', NOW - 10 * DAY);
  await addTracked(busy.storage, 'ir_pending', sampleSubmission({ createdAt: OLD, updatedAt: OLD }), OLD);
  const states = ['draft', 'queued', 'held', 'unconfirmed', 'rejected', 'discarded'] as const;
  const others = states.map((state) => sampleSubmission({ state, createdAt: OLD, updatedAt: OLD }));
  await stores.submissions.add(others);

  const preview = await busy.privacy.previewRetention(90);
  expect(preview).toMatchObject({ requests: 2, submissions: 2, importRows: 0, keptUnseen: 1 });
  expect(preview.listed.map(({ candidateName }) => candidateName)).toEqual([
    'ir_unseen_for_long',
    'ir_old',
    'Ada Lovelace',
    'Ada Lovelace',
  ]);
  expect(preview).toMatchObject({ oldest: NOW - 181 * DAY, newest: OLD });
  expect(await busy.privacy.previewRetention(365)).toMatchObject({
    requests: 0,
    submissions: 0,
    listed: [],
  });

  await busy.privacy.start();
  expect(await requestIds(busy)).toEqual(['ir_noted', 'ir_pending', 'ir_unseen', 'ir_young']);
  const left = await Promise.all(others.map(({ id }) => stores.submissions.get(id)));
  expect(left.map((each) => each?.state)).toEqual([
    'draft',
    'queued',
    'held',
    'unconfirmed',
    undefined,
    undefined,
  ]);
  const [receipt] = (await busy.privacy.state()).receipts;
  expect(receipt).toMatchObject({
    kind: 'retention',
    days: 90,
    requests: 2,
    submissions: 2,
    finishedAt: NOW,
  });
  // With nothing left to erase, there is no second receipt.
  busy.privacy.applyRetention();
  await busy.privacy.close();
  expect((await stores.erasures.receipts()).length).toBe(1);
});

test('leaves no byte of erased submissions in any file', async () => {
  const busy = await busyDatabase({ requests: 200, retentionDays: 30, now: () => NOW });
  const { stores } = busy.storage;
  await putEverywhere(busy, OLD);
  await stores.annotations.seen('workspace-1', ['ir_finished']);
  await answered(busy.storage, 'ir_open', { ...COMPLETED, request_id: 'ir_open' }, { now: OLD + 1 });
  await stores.annotations.seen('workspace-1', ['ir_open']);
  // A retention erases nothing that is open, so discard it.
  const open = await stores.submissions.inStates('workspace-1', ['queued', 'unconfirmed']);
  await stores.submissions.save(
    open.map((each) => changeBy(each, { type: 'discarded', by: 'discard' }, OLD)),
  );
  await busy.privacy.start();
  await until('the receipt', async () => (await stores.erasures.receipts())[0]?.finishedAt);
  // A retention doesn't erase mentions in notes about others and in the Library.
  expect(tracesOf(busy.folder, ['15799887766', 'kqzwxy', 'plays the theremin'])).toEqual([]);
  expect(await stores.imports.queuedRows('workspace-1', 'import-1')).toEqual([1]);
});

test('checks each row again when it is erased', async () => {
  const busy = await busyDatabase({ requests: 0, retentionDays: 90, now: () => NOW });
  const { stores } = busy.storage;
  await completed(busy, 'ir_old', OLD);
  await stores.retention.begin('r', 90, NOW);
  await stores.retention.add('r', 90, NOW, 0, 1000);
  await stores.annotations.setNotes('workspace-1', 'ir_old', 'Wanted after all', NOW);
  await busy.privacy.start();
  expect(await requestIds(busy)).toEqual(['ir_old']);
  expect((await stores.erasures.receipts())[0]).toMatchObject({ id: 'r', requests: 0 });
});

test('erases nothing if the clock is far ahead', async () => {
  const busy = await busyDatabase({ requests: 0, retentionDays: 30, now: () => NOW, clockAheadMs: 40 * DAY });
  await completed(busy, 'ir_old', OLD);
  await busy.privacy.start();
  expect(await requestIds(busy)).toEqual(['ir_old']);
});

test('a retention that began under a clock far ahead erases nothing young once the clock is right', async () => {
  const busy = await busyDatabase({ requests: 0, retentionDays: 90, now: () => NOW });
  const { stores } = busy.storage;
  await completed(busy, 'ir_young', NOW - 10 * DAY);
  await completed(busy, 'ir_old', OLD);
  await stores.retention.begin('r', 90, NOW + 365 * DAY);
  await stores.retention.add('r', 90, NOW + 365 * DAY, 0, 1000);
  await busy.privacy.start();
  expect(await requestIds(busy)).toEqual(['ir_young']);
});

test('an interrupted retention erases no more while the clock is far ahead, but comes to its end', async () => {
  const busy = await busyDatabase({ requests: 0, retentionDays: 90, now: () => NOW, clockAheadMs: 40 * DAY });
  const { stores } = busy.storage;
  await completed(busy, 'ir_old', OLD);
  await stores.retention.begin('r', 90, NOW);
  await stores.retention.add('r', 90, NOW, 0, 1000);
  await busy.privacy.start();
  expect(await requestIds(busy)).toEqual(['ir_old']);
  expect(await stores.erasures.receipts()).toMatchObject([{ id: 'r', requests: 0, finishedAt: NOW }]);
});
