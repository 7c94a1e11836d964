import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { rowWords } from '../../../shared/words/import-words.ts';
import { fillDataset } from '../../bench/dataset.ts';
import { until } from '../../poll.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { busyDatabase, finished, putEverywhere, VICTIM } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

const BY_NUMBER = { name: '', phone: '0157 / 99 88 77 66', everywhere: true } as const;

function everything(found: Awaited<ReturnType<Awaited<ReturnType<typeof busyDatabase>>['privacy']['find']>>) {
  return {
    submissionIds: found.submissions.map(({ submissionId }) => submissionId),
    importRows: found.importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: [],
    keepBlocking: false,
  };
}

test('finds a person by the number in any format, by the name in any order, and by both', async () => {
  const busy = await busyDatabase({ requests: 20 });
  await putEverywhere(busy);
  const ways = [
    BY_NUMBER,
    { name: '', phone: '+49 (0)157 99887766', everywhere: false },
    { name: '', phone: '004915799887766', everywhere: true },
    { name: 'wvjkqx odegard XQZYVA', phone: '', everywhere: true },
  ];
  for (const search of ways) {
    const found = await busy.privacy.find(search, 'workspace-1');
    expect(found.submissions.map(({ state }) => state).toSorted(), JSON.stringify(search)).toEqual([
      'accepted',
      'accepted',
      'discarded',
      'queued',
      'queued',
      'unconfirmed',
    ]);
  }
  const both = await busy.privacy.find({ ...BY_NUMBER, name: VICTIM.name }, null);
  expect(both.submissions.every(({ foundBy }) => foundBy === 'both')).toBe(true);
  expect(both.importRows).toMatchObject([{ importId: 'import-1', rowNumber: 2, foundBy: 'name' }]);
  // A note, three saved views, a Library note and descriptions, two pinned fields, the file's name, and a tag.
  expect(both.mentions).toBe(10);
  expect((await busy.privacy.find(BY_NUMBER, 'another-workspace')).submissions).toHaveLength(6);
  expect((await busy.privacy.find({ ...BY_NUMBER, everywhere: false }, 'another')).submissions).toEqual([]);
});

test('leaves no byte of an erased person in any file, and keeps everything about others', async () => {
  const busy = await busyDatabase();
  const { storage, privacy, folder, practice } = busy;
  const submissions = await putEverywhere(busy);
  expect(tracesOf(folder, VICTIM.traces).length).toBeGreaterThan(10);
  const before = await storage.stores.requests.count('workspace-1');
  const foundBySearch = () => storage.stores.submissions.search('workspace-1', '99887766', 9);
  expect((await foundBySearch()).total).toBe(4);
  const questionnaireId = submissions.finished.questionnaireTemplateId;
  const examples = async () =>
    JSON.stringify(await storage.stores.library.examples('workspace-1', questionnaireId));
  expect(await examples()).toContain('plays the theremin');

  const search = { ...BY_NUMBER, name: VICTIM.name };
  const choice = { search, ...everything(await privacy.find(search, null)) };
  const begun = await privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  const receipt = await finished(busy, begun.value.id);

  expect(tracesOf(folder, VICTIM.traces)).toEqual([]);
  expect(receipt).toMatchObject({
    requests: 2,
    submissions: 4,
    notes: 1,
    importRows: 1,
    mentions: 10,
    workspace: null,
  });
  expect(await storage.stores.requests.count('workspace-1')).toBe(before - 2);
  expect((await privacy.find(search, null)).submissions).toEqual([]);
  expect((await foundBySearch()).total).toBe(0);
  for (const trace of VICTIM.traces) expect(await examples()).not.toContain(trace);
  // A field that others have, too, stays pinned and laid out, with a label without the name.
  expect(await storage.stores.pins.list('workspace-1')).toEqual([
    { path: '/overall_score', label: 'As [erased]', kind: 'number' },
  ]);
  const described = (await storage.stores.library.list('workspace-1', 'questionnaire')).flatMap(
    ({ fields }) => fields,
  );
  expect(described).toMatchObject([{ path: '/overall_score', label: 'Like [erased]', headline: false }]);
  expect(await storage.stores.views.list('workspace-1')).toMatchObject([{ name: 'Order', sort: 'updated' }]);
  expect(busy.settings.read().gridLayouts).toEqual({
    'workspace-1': {
      order: ['name', 'pin:/overall_score'],
      shown: {},
      widths: { 'pin:/overall_score': 120 },
    },
  });
  const other = await storage.stores.requests.detail('workspace-1', 'ir_other');
  expect(other).toMatchObject({
    candidateName: 'Somebody Else',
    notes: 'Referred by [erased].',
    previous: null,
  });
  expect(practice).toMatchObject([{ requestIds: ['ir_finished', 'ir_open'] }]);
  expect(practice[0]?.idempotencyKeys).toContain(submissions.unconfirmed.id);
  // The same file can't queue the queued row again, and somebody else's row is still there.
  expect(await storage.stores.imports.queuedRows('workspace-1', 'import-1')).toEqual([1]);
  expect((await storage.stores.imports.problems('workspace-1', 'import-1'))?.rows).toMatchObject([
    { number: 3 },
  ]);
  const page = await storage.stores.requests.page({
    workspaceId: 'workspace-1',
    filter: { ...NO_FILTER, search: 'Somebody' },
    sort: 'updated',
    descending: true,
    offset: 0,
    limit: 10,
  });
  expect(page).toMatchObject({ total: 1 });
});

test('erases the name from texts about others, however it is written there', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { stores } = busy.storage;
  const name = 'Zoë "Qwjx" Ōvbrklž';
  const victim = sampleSubmission({
    candidateName: name,
    phoneNumber: '+4915799887766',
    resumeUrl: 'https://files.example.com/kqzwxy.pdf',
  });
  const other = sampleSubmission({ candidateName: 'Somebody Else', phoneNumber: '+12025550199' });
  await addTracked(busy.storage, 'ir_victim', victim);
  const apart = name.normalize('NFD');
  const start = { id: 'import-1', name: `${apart}.csv`, digest: 'd', headers: ['Name', name], rows: 2 };
  const columns = { resumeUrl: { from: 'constant', value: victim.resumeUrl } } as const;
  await stores.imports.remember('workspace-1', 'name', { fields: columns, country: null }, 1);
  await stores.imports.begin('workspace-1', start, 1);
  const row = { number: 1, cells: ['Somebody Else', `Referred by ${name}`] };
  await stores.submissions.add([other], undefined, { importId: 'import-1', rows: [row] });
  const earlier = {
    ...({ candidateName: name, tracked: true, state: 'accepted', status: 'COMPLETED' } as const),
    ...{ submittedAt: 1, reachedAt: null, taken: false, workspace: null },
  };
  const numbers = { shown: '0157 99887766', plain: '4915799887766' };
  const problems = [
    ofRow(importProblem('submitted_before', earlier)),
    { field: 'questionnaireTemplateId', ...importProblem('shown_otherwise', numbers) } as const,
    ofRow(importProblem('phone_of_country', { country: 'DE' })),
  ];
  await stores.imports.keepProblems('workspace-1', 'import-1', [{ number: 2, cells: ['Nobody'], problems }]);
  const filter = { ...NO_FILTER, search: 'zoe qwjx ovbrklz', tags: [name] };
  await stores.views.save('workspace-1', { name: 'Mine', filter, sort: 'updated', descending: true }, 1);
  const tags = { addTags: [apart] };
  await addTracked(
    busy.storage,
    'ir_tagged',
    sampleSubmission({ candidateName: 'Third', phoneNumber: '+12025550198' }),
  );
  await stores.annotations.annotate('workspace-1', ['ir_tagged'], tags, 1);
  await stores.annotations.setNotes('workspace-1', 'ir_tagged', `See ${victim.resumeUrl}`, 1);

  const search = { name, phone: '', everywhere: true };
  const found = await busy.privacy.find(search, null);
  expect(found.mentions).toBeGreaterThanOrEqual(6);
  const begun = await busy.privacy.erase({ search, ...everything(found) }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(tracesOf(busy.folder, ['Qwjx', 'vbrkl', 'kqzwxy', '99887766'])).toEqual([]);
  const erased = await stores.imports.problems('workspace-1', 'import-1');
  expect(erased?.rows.map(({ problems: left }) => left?.map(rowWords))).toEqual([
    [
      expect.stringMatching(/^Completed, submitted on .*: \[erased\]$/),
      'Questionnaire: The sheet shows [erased], but the cell contains [erased]. Choose the right one.',
      'This is a number in Germany.',
    ],
  ]);
  expect(await stores.views.list('workspace-1')).toEqual([]);
});

test.each([
  ['one word of the name', '/speakers/name=Wvjkqx/share'],
  ['the name written together', '/scores/xqzyvaWvjkqxOdegard'],
  ['a slash in the name', '/speakers/name=Xqzyva~1Wvjkqx-Ødegård/share'],
  ['the number', '/lines/15799887766/minutes'],
  ['the name percent-encoded', '/speakers/name=Xqzyva%20Wvjkqx-%C3%98deg%C3%A5rd/share'],
  ['an entry that only this answer has', '/speakers/name=Vic/share'],
])('removes a pinned field and its description whose path contains %s', async (_, path) => {
  const busy = await busyDatabase({ requests: 5 });
  const { stores } = busy.storage;
  const victim = sampleSubmission({ candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  const at = Date.now();
  await addTracked(busy.storage, 'ir_victim', victim, at);
  const results = {
    speakers: [
      { name: 'Wvjkqx', share: 1 },
      { name: 'Vic', share: 2 },
      { name: 'Other', share: 3 },
    ],
    scores: { xqzyvaWvjkqxOdegard: 4 },
    lines: { 15799887766: { minutes: 9 } },
  };
  const body = { request_id: 'ir_victim', status: 'COMPLETED', assessment_results: results };
  await answered(busy.storage, 'ir_victim', body, { now: at });
  await stores.pins.pin('workspace-1', { path, label: 'Share', kind: 'number' });
  await stores.library.describe('workspace-1', victim.questionnaireTemplateId, path, {
    path,
    ...{ label: 'Share', smallest: 0, largest: 9, better: null, headline: true, cover: 'covered' },
  });
  const layout = { order: [`pin:${path}`], shown: {}, widths: {} };
  busy.settings.change({ gridLayouts: { 'workspace-1': layout } });
  const search = { name: '', phone: VICTIM.phone, everywhere: true };
  const begun = await busy.privacy.erase(
    { search, ...everything(await busy.privacy.find(search, null)) },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(tracesOf(busy.folder, [...VICTIM.traces, path, 'name=Vic'])).toEqual([]);
  expect(await stores.pins.list('workspace-1')).toEqual([]);
});

test('keeps a pinned field that is not named after the person, although no result has it any more', async () => {
  const busy = await busyDatabase({ requests: 5 });
  const { stores } = busy.storage;
  const at = Date.now();
  const victim = sampleSubmission({ candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  await addTracked(busy.storage, 'ir_victim', victim, at);
  const body = { request_id: 'ir_victim', status: 'COMPLETED', assessment_results: { fit_for_role: 4 } };
  await answered(busy.storage, 'ir_victim', body, { now: at });
  await stores.pins.pin('workspace-1', { path: '/fit_for_role', label: 'Fit', kind: 'number' });
  const search = { name: '', phone: VICTIM.phone, everywhere: true };
  const begun = await busy.privacy.erase(
    { search, ...everything(await busy.privacy.find(search, null)) },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(await stores.pins.list('workspace-1')).toMatchObject([{ path: '/fit_for_role' }]);
});

test('does not erase a name from other texts that somebody else shares, with or without accents', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { stores } = busy.storage;
  const victim = sampleSubmission({ candidateName: 'José Vbrklz' });
  await stores.submissions.add([victim]);
  await addTracked(
    busy.storage,
    'ir_other',
    sampleSubmission({ candidateName: 'Jose Vbrklz', phoneNumber: '+12025550199' }),
  );
  await stores.annotations.setNotes('workspace-1', 'ir_other', 'Jose Vbrklz is nice', 1);
  const search = { name: '', phone: victim.phoneNumber, everywhere: true };
  const begun = await busy.privacy.erase(
    { search, submissionIds: [victim.id], importRows: [], listedIds: [], keepBlocking: false },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(await stores.requests.detail('workspace-1', 'ir_other')).toMatchObject({
    notes: 'Jose Vbrklz is nice',
  });
});

test('erases a person from service answers about others, but not codes and time zones of the same name', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { submissions, events } = busy.storage.stores;
  const victim = sampleSubmission({ candidateName: 'Los Angeles', phoneNumber: '+12025550181' });
  const callingHold = { until: 9e12, timeZone: 'America/Los_Angeles' };
  const other = sampleSubmission({ phoneNumber: '+12025550182', callingHold, sendAfter: 9e12 });
  await submissions.add([victim, other]);
  const marked = changeBy(other, { type: 'sending_marked' });
  const outcome = { name: 'refused_as_it_is', httpStatus: 422, answer: 'Ask Los Angeles.' } as const;
  const refused = changeBy(marked.submission, { type: 'answered', outcome, retryAt: 0 });
  await submissions.save([marked, refused]);
  const search = { name: '', phone: victim.phoneNumber, everywhere: true };
  const begun = await busy.privacy.erase(
    { search, submissionIds: [victim.id], importRows: [], listedIds: [], keepBlocking: false },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  const problem = { code: 'refused_as_it_is', httpStatus: 422, answer: 'Ask [erased].' };
  expect((await submissions.get(other.id))?.problem).toEqual(problem);
  expect(await events.of(other.id)).toMatchObject([
    { code: 'rejected', values: problem },
    { code: 'sending' },
    { code: 'submitted_held', values: callingHold },
  ]);
});

test('erases a person from the note of a request whose answer is damaged', async () => {
  const busy = await busyDatabase({ requests: 0 });
  const { storage, privacy } = busy;
  const [theirs, other] = ['ir_theirs', 'ir_other'];
  await addTracked(storage, theirs, { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  await addTracked(storage, other, { candidateName: 'Somebody Else', phoneNumber: '+12025550199' });
  await answered(storage, other, { request_id: other, status: 'COMPLETED', screening_calls: [] });
  using db = new DatabaseSync(storage.path);
  db.exec(`UPDATE answers SET answer = x'00112233'`);
  const { annotations } = storage.stores;
  expect(await annotations.setNotes('workspace-1', other, `Knows ${VICTIM.name}.`, 9000)).toBe(true);
  const search = { ...BY_NUMBER, name: VICTIM.name };
  const choice = { search, ...everything(await privacy.find(search, null)) };
  const begun = await privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'Knows [erased].' }]);
});

test('erases by number, and leaves the requests of all others readable', async () => {
  const busy = await busyDatabase({ requests: 20 });
  await putEverywhere(busy);
  await fillDataset(busy.storage.stores, { requests: 60, workspaceId: 'workspace-1', seed: 9 });
  const found = await busy.privacy.find(BY_NUMBER, null);
  const begun = await busy.privacy.erase({ search: BY_NUMBER, ...everything(found) }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  // The imported row that was never queued has only the name, and wasn't found by the number.
  expect(tracesOf(busy.folder, ['theremin', '99887766'])).toEqual([]);
  const ids = await busy.storage.stores.requests.ids('workspace-1', undefined);
  for (const requestId of ids) {
    expect(await busy.storage.stores.requests.detail('workspace-1', requestId)).toBeDefined();
  }
});

test('prevents calls to erased persons who were waiting, and erases nothing while a submission is in flight', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const { stores } = busy.storage;
  const sending = sampleSubmission({ candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  const waiting = sampleSubmission({ candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  await stores.submissions.add([sending, waiting]);
  const claimed = changeBy(sending, { type: 'claimed' });
  await stores.submissions.save([claimed]);
  const choice = {
    search: BY_NUMBER,
    submissionIds: [sending.id, waiting.id],
    importRows: [],
    listedIds: [],
    keepBlocking: false,
  };
  expect(await busy.privacy.erase(choice, null)).toMatchObject({
    ok: false,
    error: { code: 'on_its_way' },
  });
  expect(await stores.submissions.get(waiting.id)).toMatchObject({ state: 'queued' });

  const claimOfWaiting = changeBy(waiting, { type: 'claimed' });
  const begun = await busy.privacy.erase({ ...choice, submissionIds: [waiting.id] }, null);
  // The queue read it before the erasure, so its claim is too late.
  expect(await stores.submissions.save([claimOfWaiting])).toEqual([false]);
  expect(begun.ok).toBe(true);
  await until('the erasure', async () => !(await stores.submissions.get(waiting.id)));
  expect(await stores.submissions.get(sending.id)).toMatchObject({ state: 'connecting' });
});

test('resumes an interrupted erasure', async () => {
  const busy = await busyDatabase({ requests: 40 });
  const { stores } = busy.storage;
  await putEverywhere(busy);
  const found = await busy.privacy.find({ ...BY_NUMBER, name: VICTIM.name }, null);
  await stores.erasures.begin(
    'broken',
    { search: { ...BY_NUMBER, name: VICTIM.name }, ...everything(found) },
    null,
    1,
    { keyId: null, keep: false, by: 'ada' },
  );
  // Run step by step up to the last stage, as if the app had crashed there.
  const stages = new Set<string>();
  for (let stage = ''; stage !== 'overwrite'; stage = await stores.erasures.step('broken')) {
    if (stages.has(stage)) continue;
    stages.add(stage);
    expect(await stores.erasures.unfinished()).toMatchObject([{ id: 'broken' }]);
    if (stage === 'elsewhere') await stores.erasures.markErasedElsewhere('broken');
    if (stage === 'team') await stores.erasures.markToldTeams('broken');
  }
  expect(stages.size).toBeGreaterThan(4);
  await busy.privacy.start();
  await finished(busy, 'broken');
  await busy.privacy.close();
  expect(tracesOf(busy.folder, VICTIM.traces)).toEqual([]);
});

test('retries the last step while another process reads the database, and then leaves nothing behind', async () => {
  const busy = await busyDatabase({ requests: 10 });
  await putEverywhere(busy);
  const found = await busy.privacy.find({ ...BY_NUMBER, name: VICTIM.name }, null);
  using other = new DatabaseSync(busy.storage.path);
  // A reader keeps the old pages in the journal.
  other.exec('BEGIN; SELECT count(*) FROM submissions');
  const begun = await busy.privacy.erase(
    { search: { ...BY_NUMBER, name: VICTIM.name }, ...everything(found) },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await until(
    'the last step',
    async () => (await busy.storage.stores.erasures.step(begun.value.id)) === 'overwrite',
  );
  expect(await busy.storage.stores.erasures.overwrite(begun.value.id)).toBe(false);
  expect((await busy.storage.stores.erasures.receipt(begun.value.id))?.finishedAt).toBeNull();
  other.exec('COMMIT');
  await finished(busy, begun.value.id);
  expect(tracesOf(busy.folder, VICTIM.traces)).toEqual([]);
});
