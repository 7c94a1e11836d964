import { expect, test } from 'vitest';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import type { ErasureChoice } from '../../../shared/privacy.ts';
import type { Submission } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { contentOf, restoreInto, startOverIn } from '../backup/archive.ts';
import { changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { type BusyDatabase, busyDatabase, DAY, finished, putEverywhere, VICTIM } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const OLD = NOW - 100 * DAY;
const ADA = { candidateName: 'Ada Lovelace', phoneNumber: '+12025550143' };

async function withHolds(options: Parameters<typeof busyDatabase>[0] = {}) {
  const busy = await busyDatabase({ requests: 0, retentionDays: 90, now: () => NOW, ...options });
  const { holds } = busy.storage.stores;
  const place = (name: string, phoneNumber: string, reason = 'A claim is open.') =>
    holds.place({ name, phoneNumber }, { reason, at: NOW, by: 'ada' });
  return { ...busy, holds, place };
}

/** A completed request that nobody changed for 100 days. */
async function old(
  { storage }: Pick<BusyDatabase, 'storage'>,
  requestId: string,
  changes: Partial<Submission> = {},
) {
  const submission = sampleSubmission({
    candidateName: requestId,
    createdAt: OLD,
    updatedAt: OLD,
    ...changes,
  });
  await addTracked(storage, requestId, submission, OLD - 1000);
  const answer = { request_id: requestId, status: 'COMPLETED', screening_calls: [], assessment_results: {} };
  await answered(storage, requestId, answer, { now: OLD });
  await storage.stores.annotations.seen('workspace-1', [requestId]);
  return submission;
}

async function left({ storage }: Pick<BusyDatabase, 'storage'>, all: readonly Submission[]) {
  const found = await Promise.all(all.map(({ id }) => storage.stores.submissions.get(id)));
  return found.flatMap((each) => (each ? [each.candidateName] : []));
}

async function inForce({ holds }: Pick<Awaited<ReturnType<typeof withHolds>>, 'holds'>) {
  return (await holds.page(0)).holds;
}

test('a retention erases nothing of a held person: by number in either writing, or by name', async () => {
  const busy = await withHolds();
  await busy.storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1000);
  const all = [
    await old(busy, 'by number', { phoneNumber: '+4915799887766' }),
    await old(busy, 'by another writing', { phoneNumber: '+5511987654321' }),
    await old(busy, 'Zoë de la Cruz'),
    await old(busy, 'free'),
  ];
  await busy.place('', '+4915799887766');
  await busy.place('', '+551187654321');
  await busy.place('cruz, zoe de la', '+12025550199');
  expect(await busy.privacy.previewRetention(90)).toMatchObject({ requests: 1, held: 3 });
  await busy.privacy.start();
  expect(await left(busy, all)).toEqual(all.slice(0, 3).map(({ candidateName }) => candidateName));
});

test('a hold keeps refused submissions and rows of imported files, too', async () => {
  const busy = await withHolds();
  const { stores } = busy.storage;
  const discarded = sampleSubmission({ ...ADA, createdAt: OLD, updatedAt: OLD });
  await stores.submissions.add([discarded]);
  await stores.submissions.save([changeBy(discarded, { type: 'discarded', by: 'discard' }, OLD)]);
  const start = { id: 'import-1', name: 'list.csv', digest: 'd'.repeat(64), headers: ['Name'], rows: 3 };
  await stores.imports.begin('workspace-1', start, OLD);
  const problems = [ofRow(importProblem('phone_twice', { first: 2, queued: false }))];
  await stores.imports.keepProblems('workspace-1', 'import-1', [
    { number: 1, cells: ['Lovelace', 'Ada'], problems },
    { number: 2, cells: ['Grace Hopper', '(202) 555-0143'], problems },
    { number: 3, cells: ['Nobody Held'], problems },
  ]);
  await stores.imports.finish('workspace-1', 'import-1', OLD);
  await busy.place(ADA.candidateName, ADA.phoneNumber);
  expect(await busy.privacy.previewRetention(90)).toMatchObject({ submissions: 0, importRows: 1, held: 3 });
  await busy.privacy.start();
  expect(await left(busy, [discarded])).toEqual(['Ada Lovelace']);
  const found = await busy.privacy.find({ name: 'Grace Hopper', phone: '', everywhere: true }, null);
  expect(found.importRows).toHaveLength(1);
  expect(await stores.erasures.receipts()).toMatchObject([{ importRows: 1, submissions: 0 }]);
});

test('what is held after a retention began is not erased by it', async () => {
  const busy = await withHolds();
  const { retention, imports } = busy.storage.stores;
  const ada = await old(busy, 'Ada Lovelace');
  const start = { id: 'import-1', name: 'list.csv', digest: 'd'.repeat(64), headers: ['Name'], rows: 1 };
  await imports.begin('workspace-1', start, OLD);
  const problems = [ofRow(importProblem('phone_twice', { first: 2, queued: false }))];
  await imports.keepProblems('workspace-1', 'import-1', [{ number: 1, cells: ['Ada Lovelace'], problems }]);
  await imports.finish('workspace-1', 'import-1', OLD);
  await retention.begin('r', 90, NOW);
  await retention.add('r', 90, NOW, 0, 1000);
  await busy.place('Ada Lovelace', '+12025550143');
  await busy.privacy.start();
  expect(await left(busy, [ada])).toEqual(['Ada Lovelace']);
  expect(await busy.storage.stores.erasures.receipts()).toMatchObject([
    { id: 'r', requests: 0, importRows: 0 },
  ]);
});

test('a retention erases nothing younger than the floor, whatever it began with', async () => {
  const floor = { days: 0 };
  const busy = await withHolds({ floorDays: () => floor.days });
  const ada = await old(busy, 'Ada Lovelace');
  await busy.storage.stores.retention.begin('r', 90, NOW);
  await busy.storage.stores.retention.add('r', 90, NOW, 0, 1000);
  floor.days = 120;
  await busy.privacy.start();
  expect(await left(busy, [ada])).toEqual(['Ada Lovelace']);
  floor.days = 90;
  busy.privacy.applyRetention();
  await until('the erasure', async () => (await left(busy, [ada])).length === 0);
});

test('a released hold keeps nothing any more, and the evidence has when', async () => {
  const busy = await withHolds();
  const ada = await old(busy, 'ir_ada', ADA);
  const reason = { reason: 'A claim is open.', at: NOW, by: 'ada' };
  expect(await busy.holds.placeOf('workspace-1', ['ir_ada'], reason)).toBe(1);
  const [hold] = await inForce(busy);
  expect(hold).toMatchObject({ name: 'Ada Lovelace', phoneNumber: ADA.phoneNumber, placedBy: 'ada' });
  expect(await busy.holds.ofSubmission(ada.id)).toEqual([hold]);
  await busy.holds.release(hold?.id ?? '', NOW + 1);
  await busy.holds.release(hold?.id ?? '', NOW + 2);
  expect(await busy.holds.ofSubmission(ada.id)).toEqual([]);
  expect((await evidenceOf(busy)).filter(({ kind }) => kind.startsWith('hold_'))).toMatchObject([
    { kind: 'hold_placed', facts: { hold: hold?.id, why: 'person' } },
    { kind: 'hold_lifted', facts: { hold: hold?.id, why: 'person' } },
  ]);
  await busy.privacy.start();
  expect(await left(busy, [ada])).toEqual([]);
});

test('a person is held once, from the first reason on, until they are released', async () => {
  const busy = await withHolds();
  for (const requestId of ['one', 'two']) await old(busy, requestId, ADA);
  await old(busy, 'three', { phoneNumber: '+12025550199' });
  const hold = { reason: 'A claim is open.', at: NOW, by: 'ada' };
  expect(await busy.holds.placeOf('workspace-1', ['one', 'two', 'three'], hold)).toBe(2);
  expect(await busy.place('', ADA.phoneNumber, 'Another one.')).toBe(false);
  expect((await inForce(busy)).map(({ reason }) => reason)).toEqual([hold.reason, hold.reason]);
});

/** Everything that the search finds. */
async function choiceOf(
  { privacy }: Pick<BusyDatabase, 'privacy'>,
  changes: Partial<ErasureChoice> = {},
): Promise<ErasureChoice> {
  const search = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true };
  const { submissions, importRows, listedNumbers } = await privacy.find(search, null);
  return {
    search,
    submissionIds: submissions.map(({ submissionId }) => submissionId),
    importRows: importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: listedNumbers.map(({ id }) => id),
    keepBlocking: false,
    ...changes,
  };
}

async function evidenceOf({ storage }: Pick<BusyDatabase, 'storage'>) {
  const [head] = await storage.stores.evidence.heads();
  return (await storage.stores.evidence.entries(head?.chain ?? '', 0)).map(({ kind, facts }) => ({
    kind,
    facts,
  }));
}

test('erasing a held person needs to be confirmed for each hold, and then leaves no byte of them, nor of the hold', async () => {
  const busy = await withHolds({ retentionDays: 0 });
  await putEverywhere(busy, OLD);
  await busy.place(VICTIM.name, '+4930901820', `${VICTIM.name} sues us.`);
  await busy.place('', VICTIM.phone);
  await busy.place('Grace Hopper', '+12025550199', `Knows ${VICTIM.name}.`);
  const choice = await choiceOf(busy);
  const { holds, heldBy, submissions } = await busy.privacy.find(choice.search, null);
  expect(holds.map(({ reason }) => reason).toSorted()).toEqual([
    'A claim is open.',
    `${VICTIM.name} sues us.`,
  ]);
  const ids = holds.map(({ id }) => id);
  expect(heldBy.toSorted()).toEqual(ids.toSorted());
  for (const each of submissions) expect(each.heldBy.toSorted()).toEqual(ids.toSorted());
  expect(await busy.privacy.erase(choice, null)).toMatchObject({ error: { code: 'erasing_held' } });
  const confirmed = { ...choice, confirmedHolds: ids };
  await busy.place(VICTIM.name, '+4930901821', 'Since then.');
  expect(await busy.privacy.erase(confirmed, null)).toMatchObject({ error: { code: 'erasing_held' } });
  const all = (await inForce(busy)).filter(({ name }) => name !== 'Grace Hopper').map(({ id }) => id);
  const begun = await busy.privacy.erase({ ...choice, confirmedHolds: all }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  const receipt = await finished(busy, begun.value.id);
  expect(receipt.heldBy).toBe(3);
  await busy.privacy.receiptFile(receipt.id, 'txt');
  expect(tracesOf(busy.folder, [...VICTIM.traces])).toEqual([]);
  expect(await inForce(busy)).toMatchObject([{ name: 'Grace Hopper', reason: 'Knows [erased].' }]);
  const evidence = await evidenceOf(busy);
  expect(evidence.filter(({ kind }) => kind === 'hold_placed')).toHaveLength(4);
  expect(evidence.filter(({ kind }) => kind === 'hold_lifted').map(({ facts }) => facts['why'])).toEqual([
    'erased',
    'erased',
    'erased',
  ]);
  const erased = evidence.find(({ kind, facts }) => kind === 'erased' && facts['step'] === 'begun');
  expect(erased?.facts['holds']).toEqual(all.toSorted());
});

test('the hold of a person stays while it keeps something that was not erased', async () => {
  const busy = await withHolds();
  const one = await old(busy, 'one', ADA);
  await old(busy, 'two', ADA);
  await busy.place(ADA.candidateName, ADA.phoneNumber);
  const search = { name: ADA.candidateName, phone: '', everywhere: true };
  const [hold] = await inForce(busy);
  const rest = {
    importRows: [],
    listedIds: [],
    keepBlocking: false,
    confirmedHolds: [hold?.id ?? ''],
  };
  const begun = await busy.privacy.erase({ search, submissionIds: [one.id], ...rest }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(await inForce(busy)).toMatchObject([{ ...hold, name: 'Ada Lovelace' }]);
});

test('erasing somebody below the floor needs to be confirmed, and the receipt says so', async () => {
  const floors = { floorDays: () => Number.POSITIVE_INFINITY, personFloorDays: () => 120 };
  const busy = await withHolds({ retentionDays: 0, ...floors });
  const young = await old(busy, 'Ada Lovelace');
  const search = { name: 'Ada Lovelace', phone: '', everywhere: true };
  expect(await busy.privacy.find(search, null)).toMatchObject({
    floorDays: 120,
    submissions: [{ underFloor: true, heldBy: [] }],
  });
  const choice = {
    search,
    submissionIds: [young.id],
    importRows: [],
    listedIds: [],
    keepBlocking: false,
  };
  expect(await busy.privacy.erase(choice, null)).toMatchObject({
    error: { code: 'erasing_under_floor', values: { days: 120 } },
  });
  expect(await busy.privacy.erase({ ...choice, confirmedFloorDays: 90 }, null)).toMatchObject({ ok: false });
  const begun = await busy.privacy.erase({ ...choice, confirmedFloorDays: 120 }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  expect((await finished(busy, begun.value.id)).floorDays).toBe(120);
  const file = await busy.privacy.receiptFile(begun.value.id, 'txt');
  expect(file.text).toContain('younger than the 120 days');
});

test('a restore brings the holds of a backup, and is refused where somebody is held', async () => {
  const busy = await withHolds();
  const ada = await old(busy, 'Ada Lovelace', ADA);
  await busy.place(ADA.candidateName, ADA.phoneNumber);
  const [hold] = await inForce(busy);
  const there = await withHolds();
  startOverIn(there.storage.path);
  await there.place('', VICTIM.phone);
  const backup = await contentOf(busy.storage.path);
  await expect(restoreInto(there.storage.path, backup)).rejects.toMatchObject({ code: 'not_empty' });
  expect(await inForce(there)).toMatchObject([{ phoneNumber: VICTIM.phone }]);
  startOverIn(there.storage.path);
  await restoreInto(there.storage.path, backup);
  expect(await inForce(there)).toEqual([hold]);
  expect(await there.holds.ofSubmission(ada.id)).toHaveLength(1);
  await there.privacy.start();
  expect(await left(there, [ada])).toEqual(['Ada Lovelace']);
});

test('the evidence names nobody who is held', async () => {
  const busy = await withHolds();
  await busy.place(VICTIM.name, VICTIM.phone);
  expect(JSON.stringify(await evidenceOf(busy))).not.toMatch(/xqzyva|99887766/i);
});

test('of a person of whom nothing but a hold is left, no byte stays once they are released or erased', async () => {
  for (const ends of ['released', 'erased']) {
    const busy = await withHolds({ retentionDays: 0 });
    await busy.place(VICTIM.name, VICTIM.phone);
    const search = { name: VICTIM.name, phone: '', everywhere: true };
    const { ownHolds } = await busy.privacy.find(search, null);
    expect(ownHolds).toMatchObject([{ name: VICTIM.name, foundBy: 'name' }]);
    const holdIds = ownHolds.map(({ id }) => id);
    if (ends === 'released') await busy.holds.release(holdIds[0] ?? '', NOW);
    const choice = { search, submissionIds: [], importRows: [], listedIds: [], keepBlocking: false };
    expect(await busy.privacy.erase(choice, null)).toMatchObject({ error: { code: 'nothing_to_erase' } });
    const begun = await busy.privacy.erase({ ...choice, holdIds, confirmedHolds: holdIds }, null);
    if (!begun.ok) throw new Error(begun.error.code);
    await finished(busy, begun.value.id);
    expect(tracesOf(busy.folder, [...VICTIM.traces])).toEqual([]);
  }
});

test('a hold that is chosen itself is asked about, however the person was searched', async () => {
  const busy = await withHolds({ retentionDays: 0 });
  await busy.place('Ada Lovelace', '+12025550143');
  const search = { name: 'Lovelace', phone: '', everywhere: true };
  const { ownHolds, holds } = await busy.privacy.find(search, null);
  const holdIds = ownHolds.map(({ id }) => id);
  expect(holds.map(({ id }) => id)).toEqual(holdIds);
  const choice = {
    search,
    submissionIds: [],
    importRows: [],
    listedIds: [],
    holdIds,
    keepBlocking: false,
  };
  expect(await busy.privacy.erase(choice, null)).toMatchObject({ error: { code: 'erasing_held' } });
  expect((await busy.privacy.erase({ ...choice, confirmedHolds: holdIds }, null)).ok).toBe(true);
});
