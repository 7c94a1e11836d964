import { expect, test } from 'vitest';
import { HoldKeeper } from '../../../electron/privacy/hold-keeper.ts';
import type { HoldSubjectInput } from '../../../shared/holds.ts';
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
  const { holds: store } = busy.storage.stores;
  const keeper = new HoldKeeper({ store, account: 'ada', onChange: () => undefined, now: () => NOW });
  const place = (subject: HoldSubjectInput, workspaceId: string | null = null) =>
    keeper.place(subject, workspaceId, 'A claim is open.');
  return { ...busy, keeper, place };
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

async function inForce({ keeper }: { keeper: HoldKeeper }) {
  return (await keeper.page(true, 0)).holds;
}

test('a retention erases nothing that a hold keeps: by number, by name, by job or by tag', async () => {
  const busy = await withHolds();
  const all = [
    await old(busy, 'by number', { phoneNumber: '+4915799887766' }),
    await old(busy, 'by another writing', { phoneNumber: '+5511987654321' }),
    await old(busy, 'Zoë de la Cruz'),
    await old(busy, 'by job', { jobDescriptionId: 'job-7' }),
    await old(busy, 'by tag'),
    await old(busy, 'free'),
  ];
  await busy.storage.stores.annotations.annotate('workspace-1', ['by tag'], { addTags: ['claim'] }, OLD);
  await busy.place({ kind: 'person', name: '', phone: '0049 (0)157 99887766' });
  await busy.place({ kind: 'person', name: '', phone: '+55 11 8765 4321' });
  await busy.place({ kind: 'person', name: 'cruz, zoe de la', phone: '' });
  await busy.place({ kind: 'job', jobDescriptionId: 'job-7' });
  await busy.place({ kind: 'tag', tag: 'claim' }, 'workspace-1');
  expect(await busy.privacy.previewRetention(90)).toMatchObject({ requests: 1, held: 5 });
  await busy.privacy.start();
  expect(await left(busy, all)).toEqual(all.slice(0, 5).map(({ candidateName }) => candidateName));
});

test('a hold of one workspace keeps nothing of another', async () => {
  const busy = await withHolds();
  await busy.storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1000);
  const here = await old(busy, 'here', { jobDescriptionId: 'job-7' });
  await busy.place({ kind: 'job', jobDescriptionId: 'job-7' }, 'workspace-2');
  expect(await busy.keeper.of(here.id)).toEqual([]);
  await busy.place({ kind: 'job', jobDescriptionId: 'job-7' }, 'workspace-1');
  expect(await busy.keeper.of(here.id)).toHaveLength(1);
});

test('a hold by tag follows the tag', async () => {
  const busy = await withHolds();
  const { annotations } = busy.storage.stores;
  await busy.place({ kind: 'tag', tag: 'claim' });
  const later = await old(busy, 'tagged later');
  expect(await busy.keeper.of(later.id)).toEqual([]);
  await annotations.annotate('workspace-1', ['tagged later'], { addTags: ['claim'] }, OLD);
  expect(await busy.keeper.of(later.id)).toMatchObject([
    { kind: 'tag', value: 'claim', reason: 'A claim is open.', placedAt: NOW, placedBy: 'ada' },
  ]);
  await annotations.annotate('workspace-1', ['tagged later'], { removeTags: ['claim'] }, OLD);
  expect(await busy.keeper.of(later.id)).toEqual([]);
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
    { number: 2, cells: ['Grace Hopper', 'job-7'], problems },
    { number: 3, cells: ['Nobody Held'], problems },
  ]);
  await stores.imports.finish('workspace-1', 'import-1', OLD);
  await busy.place({ kind: 'person', name: 'Ada Lovelace', phone: '' });
  await busy.place({ kind: 'job', jobDescriptionId: 'job-7' });
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
  await busy.place({ kind: 'person', name: 'Ada Lovelace', phone: '' });
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

test('a released hold keeps nothing any more, and says who released it, when and why', async () => {
  const busy = await withHolds();
  const ada = await old(busy, 'Ada Lovelace');
  await busy.place({ kind: 'persons_of', submissionIds: [ada.id] });
  const [hold] = await inForce(busy);
  expect(hold).toMatchObject({ name: 'Ada Lovelace', inForce: true, events: [] });
  expect(await busy.keeper.release(hold?.id ?? '', 'The claim was settled.')).toEqual({
    ok: true,
    value: null,
  });
  expect(await busy.keeper.release(hold?.id ?? '', 'Again.')).toMatchObject({
    error: { code: 'hold_not_in_force' },
  });
  expect((await busy.keeper.page(false, 0)).holds).toMatchObject([
    { events: [{ kind: 'released', at: NOW, by: 'ada', reason: 'The claim was settled.' }] },
  ]);
  await busy.privacy.start();
  expect(await left(busy, [ada])).toEqual([]);
});

test('the persons of several submissions are held, each once', async () => {
  const busy = await withHolds();
  const both = [await old(busy, 'one', ADA), await old(busy, 'two', ADA), await old(busy, 'three')];
  expect(await busy.place({ kind: 'persons_of', submissionIds: both.map(({ id }) => id) })).toBe(2);
  expect(await inForce(busy)).toHaveLength(2);
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
  await busy.keeper.place({ kind: 'person', name: VICTIM.name, phone: '' }, null, `${VICTIM.name} sues us.`);
  await busy.keeper.place({ kind: 'person', name: '', phone: VICTIM.phone }, null, 'A claim is open.');
  const released = (await inForce(busy)).find(({ reason }) => reason !== 'A claim is open.');
  await busy.keeper.release(released?.id ?? '', 'Xqzyva wrote from 0157 99887766.');
  await busy.keeper.place({ kind: 'job', jobDescriptionId: 'nobody' }, null, `Knows ${VICTIM.name}.`);
  const choice = await choiceOf(busy);
  const { holds, heldBy, submissions } = await busy.privacy.find(choice.search, null);
  expect(holds).toMatchObject([
    { kind: 'person', reason: 'A claim is open.', placedAt: NOW, placedBy: 'ada' },
  ]);
  const ids = holds.map(({ id }) => id);
  expect(heldBy).toEqual(ids);
  for (const each of submissions) expect(each.heldBy).toEqual(ids);
  expect(await busy.privacy.erase(choice, null)).toMatchObject({ error: { code: 'erasing_held' } });
  const confirmed = { ...choice, confirmedHolds: ids };
  await busy.keeper.place({ kind: 'person', name: VICTIM.name, phone: '' }, null, 'Since then.');
  expect(await busy.privacy.erase(confirmed, null)).toMatchObject({ error: { code: 'erasing_held' } });
  const now = await inForce(busy);
  const all = now.filter(({ kind }) => kind === 'person').map(({ id }) => id);
  const begun = await busy.privacy.erase({ ...choice, confirmedHolds: all }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  const receipt = await finished(busy, begun.value.id);
  expect(receipt.heldBy).toBe(2);
  expect((await busy.privacy.receiptFile(receipt.id, 'txt')).ok).toBe(true);
  expect(tracesOf(busy.folder, [...VICTIM.traces])).toEqual([]);
  const ended = (await busy.keeper.page(false, 0)).holds;
  expect(ended.map(({ name, phone, reason }) => [name, phone, reason]).toSorted()).toEqual([
    ['', '', 'A claim is open.'],
    ['', '', 'Since then.'],
    ['', '', '[erased] sues us.'],
  ]);
  for (const hold of ended) expect(hold.events.at(-1)).toMatchObject({ kind: 'erased', by: 'ada' });
  expect(await inForce(busy)).toMatchObject([{ kind: 'job', reason: 'Knows [erased].' }]);
  const evidence = await evidenceOf(busy);
  expect(evidence.filter(({ kind }) => kind === 'hold_placed')).toHaveLength(4);
  expect(evidence.filter(({ kind }) => kind === 'hold_lifted').map(({ facts }) => facts['why'])).toEqual([
    'person',
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
  await busy.place({ kind: 'person', name: ADA.candidateName, phone: ADA.phoneNumber });
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

test('a hold by tag or job keeps others, although the tag or the ID names somebody who is erased', async () => {
  const busy = await withHolds();
  const { annotations } = busy.storage.stores;
  const tag = `Claim of ${VICTIM.name}`;
  const tagged = await old(busy, 'by tag');
  const ofJob = await old(busy, 'by job', { jobDescriptionId: `job of ${VICTIM.name}` });
  await annotations.annotate('workspace-1', ['by tag'], { addTags: [tag] }, OLD);
  const gone = await old(busy, 'gone', { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  await annotations.annotate('workspace-1', ['gone'], { addTags: [tag] }, OLD);
  await busy.place({ kind: 'tag', tag });
  await busy.place({ kind: 'job', jobDescriptionId: `job of ${VICTIM.name}` });
  const choice = await choiceOf(busy);
  const confirmedHolds = (await inForce(busy)).map(({ id }) => id);
  const begun = await busy.privacy.erase({ ...choice, confirmedHolds }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  await busy.privacy.start();
  expect(await left(busy, [tagged, ofJob, gone])).toEqual(['by tag', 'by job']);
  expect(await busy.keeper.of(tagged.id)).toMatchObject([{ kind: 'tag', value: 'Claim of [erased]' }]);
  const page = await busy.storage.stores.requests.rows('workspace-1', ['by tag']);
  expect(page).toMatchObject([{ tags: ['Claim of [erased]'] }]);
});

test('a hold by job keeps rows that are known only by its name, although the name lost a person who was erased', async () => {
  const busy = await withHolds();
  const { imports, library } = busy.storage.stores;
  const name = `Assistant to ${VICTIM.name}`;
  await library.save('workspace-1', { kind: 'job_description', serviceId: 'job-7', name, note: '' });
  const start = { id: 'import-1', name: 'list.csv', digest: 'd'.repeat(64), headers: ['Name'], rows: 2 };
  await imports.begin('workspace-1', start, OLD);
  const problems = [ofRow(importProblem('phone_twice', { first: 2, queued: false }))];
  await imports.keepProblems('workspace-1', 'import-1', [
    { number: 1, cells: ['Grace Hopper', name], problems },
    { number: 2, cells: ['Nobody Held', 'Assistant'], problems },
  ]);
  await imports.finish('workspace-1', 'import-1', OLD);
  await old(busy, 'gone', { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  await busy.place({ kind: 'job', jobDescriptionId: 'job-7' });
  const choice = { ...(await choiceOf(busy)), importRows: [] };
  const begun = await busy.privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(await busy.privacy.previewRetention(90)).toMatchObject({ importRows: 1, held: 1 });
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
  expect(file.ok && file.value.text).toContain('younger than the 120 days');
});

test('a restore brings the holds of a backup', async () => {
  const busy = await withHolds();
  const ada = await old(busy, 'Ada Lovelace', ADA);
  await busy.place({ kind: 'persons_of', submissionIds: [ada.id] }, 'workspace-1');
  const [hold] = await inForce(busy);
  const there = await withHolds();
  startOverIn(there.storage.path);
  await restoreInto(there.storage.path, await contentOf(busy.storage.path));
  expect(await inForce(there)).toMatchObject([{ id: hold?.id, placedBy: 'ada', reason: 'A claim is open.' }]);
  expect(await there.keeper.of(ada.id)).toHaveLength(1);
  await there.privacy.start();
  expect(await left(there, [ada])).toEqual(['Ada Lovelace']);
});

test('the evidence names nobody who is held', async () => {
  const busy = await withHolds();
  await busy.place({ kind: 'person', name: VICTIM.name, phone: VICTIM.phone });
  expect(JSON.stringify(await evidenceOf(busy))).not.toMatch(/xqzyva|99887766/i);
});

test('the name in a released hold is found and erased, also when nothing else of the person is left', async () => {
  const busy = await withHolds({ retentionDays: 0 });
  await busy.place({ kind: 'person', name: VICTIM.name, phone: VICTIM.phone });
  const [hold] = await inForce(busy);
  await busy.keeper.release(hold?.id ?? '', 'Settled.');
  const search = { name: VICTIM.name, phone: '', everywhere: true };
  const found = await busy.privacy.find(search, null);
  expect(found.ownHolds).toMatchObject([{ id: hold?.id, inForce: false, foundBy: 'name' }]);
  const choice = {
    search,
    submissionIds: [],
    importRows: [],
    listedIds: [],
    keepBlocking: false,
  };
  expect(await busy.privacy.erase(choice, null)).toMatchObject({ error: { code: 'nothing_to_erase' } });
  const begun = await busy.privacy.erase({ ...choice, holdIds: [hold?.id ?? ''] }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(tracesOf(busy.folder, [...VICTIM.traces])).toEqual([]);
});

test('a hold in force that is chosen itself is asked about, however the person was searched', async () => {
  const busy = await withHolds({ retentionDays: 0 });
  await busy.place({ kind: 'person', name: 'Ada Lovelace', phone: '' });
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
