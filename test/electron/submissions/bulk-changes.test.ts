import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BulkChanges } from '../../../electron/submissions/bulk-changes.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { BulkRequest } from '../../../shared/outbox.ts';
import { PAUSED_BY_YOU, TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { Submission } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { noRules, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const NEW_ID = '99999999-e89b-12d3-a456-426614174999';
const shared = sharedStorage();

function refusal(text: string): SubmissionProblem {
  return { code: 'refused_as_it_is', httpStatus: 422, said: { text, fields: [], other: text } };
}

const UNKNOWN = refusal('unknown questionnaire Q7');

/** The bulk changes of a new workspace. */
async function bulk({ rules = noRules, serviceWaitsUntil = undefined as number | undefined } = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions: store } = storage.stores;
  const options = {
    workspaceId,
    store,
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules,
    onChange: () => undefined,
    queue: { retryAfterEndsAt: serviceWaitsUntil, sendOneDespiteWait: async () => undefined },
    now: () => NOW,
  };
  const actions = personActions(options);
  const changes = new BulkChanges({ ...options, submitter: actions, decisions: actions });
  let numbers = 0;
  const put = async (change: Partial<Submission> = {}): Promise<Submission> => {
    numbers += 1;
    const phoneNumber = `+1415${workspaceId.replaceAll(/\D/g, '').slice(-3).padStart(3, '5')}${String(numbers).padStart(4, '0')}`;
    const submission = sampleSubmission({
      workspaceId,
      phoneNumber,
      state: 'rejected',
      problem: UNKNOWN,
      ...change,
    });
    await store.add([submission]);
    return submission;
  };
  const run = async (request: BulkRequest) => {
    const answer = await changes.run(request);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  return {
    store,
    workspaceId,
    changes,
    decisions: actions,
    run,
    put,
    events: storage.stores.events,
    doNotCall: storage.stores.doNotCall,
  };
}

const idsOf = (submissions: readonly Submission[]) => ({ ids: submissions.map(({ id }) => id) });

test('a group that shares a cause is sent again with another questionnaire, each as a correction of its own', async () => {
  const { store, workspaceId, run, put } = await bulk();
  const refused = [await put(), await put(), await put()];
  const other = await put({ problem: refusal('phone number is not allowed') });
  const [group] = await store.outboxGroups(workspaceId, 'needs-you');
  if (!group) throw new Error('There is no group.');
  expect([group.count, group.problem?.said?.text]).toEqual([3, UNKNOWN.said?.text]);
  const { part, cause, shownUntil } = group;
  const outcome = await run({
    action: 'resubmit',
    part,
    rows: { cause, shownUntil },
    correction: { questionnaireTemplateId: NEW_ID },
  });
  expect(outcome).toMatchObject({ changed: 3, leftOut: {}, stopped: false });
  const queued = await store.inStates(workspaceId, ['queued']);
  expect(queued.map(({ id }) => id).toSorted()).toEqual(outcome.undo?.ids.toSorted());
  expect(queued.map((each) => each.previousSubmissionId).toSorted()).toEqual(
    refused.map(({ id }) => id).toSorted(),
  );
  expect(queued.map((each) => [each.questionnaireTemplateId, each.sendAfter])).toEqual(
    Array(3).fill([NEW_ID, NOW + 5000]),
  );
  for (const { id } of refused) expect((await store.get(id))?.state).toBe('discarded');
  expect(await store.get(other.id)).toEqual(other);

  expect(
    await run({ action: 'take_back', part: 'waiting', rows: { ids: outcome.undo?.ids ?? [] } }),
  ).toMatchObject({
    changed: 3,
  });
  expect((await store.counts(workspaceId)).drafts).toBe(3);
});

test('more than ten can be taken back for half a minute', async () => {
  const { run, put } = await bulk();
  const many = await Promise.all(Array.from({ length: 11 }, () => put()));
  expect((await run({ action: 'resubmit', part: 'refused', rows: idsOf(many) })).undo?.until).toBe(
    NOW + 30_000,
  );
});

test('whoever is submitted otherwise, or may have been called, is left out and counted', async () => {
  const { store, workspaceId, run, put } = await bulk();
  const again = await put();
  const twin = await put({ phoneNumber: again.phoneNumber });
  const unclear = await put({ mayHaveReached: { at: NOW - 1000, times: 1 } });
  const queued = await put({ state: 'queued', problem: null });
  const outcome = await run({
    action: 'resubmit',
    part: 'refused',
    rows: idsOf([again, twin, unclear, queued]),
  });
  expect(outcome).toMatchObject({ changed: 1, leftOut: { duplicate: 1, may_have_reached: 1, moved_on: 1 } });
  expect(await store.get(twin.id)).toEqual(twin);
  expect(await store.get(unclear.id)).toEqual(unclear);
  expect(
    (await store.inStates(workspaceId, ['queued'])).map(({ phoneNumber }) => phoneNumber).toSorted(),
  ).toEqual([again.phoneNumber, queued.phoneNumber].toSorted());
});

test('at night there, those sent again wait for the calling hours', async () => {
  const rules = defaultRules('Europe/Berlin');
  const callingHours = { ...rules.callingHours, enabled: true, from: '09:00', until: '10:00' };
  const { store, workspaceId, run, put } = await bulk({ rules: async () => ({ ...rules, callingHours }) });
  await run({
    action: 'resubmit',
    part: 'refused',
    rows: idsOf([await put({ phoneNumber: '+493012345678' })]),
  });
  const [waiting] = await store.inStates(workspaceId, ['queued']);
  expect(waiting?.callingHold).toMatchObject({ timeZone: 'Europe/Berlin' });
});

test('a decision about a group leaves out who joined it later, and every other workspace', async () => {
  const here = await bulk();
  const there = await bulk();
  const old = await here.put({ updatedAt: 10 });
  const joined = await here.put({ updatedAt: 20 });
  const foreign = await there.put();
  await here.run({ action: 'discard', part: 'refused', rows: { cause: { isNot: [] }, shownUntil: 10 } });
  const outcome = await here.run({ action: 'discard', part: 'refused', rows: idsOf([foreign, old]) });
  expect(outcome).toMatchObject({ changed: 0, leftOut: { moved_on: 2 } });
  expect((await here.store.get(old.id))?.state).toBe('discarded');
  expect(await here.store.get(joined.id)).toEqual(joined);
  expect(await there.store.get(foreign.id)).toEqual(foreign);
});

test('a discard of undecided ones does not reach one that was decided otherwise', async () => {
  const { store, run, put } = await bulk();
  const decided = await put({ state: 'queued', problem: null });
  expect(await run({ action: 'discard', part: 'decisions', rows: idsOf([decided]) })).toMatchObject({
    changed: 0,
  });
  expect(await store.get(decided.id)).toEqual(decided);
});

test('what the service has accepted is not sent again with the others', async () => {
  const { store, run, put } = await bulk();
  const lost = await put({ state: 'unconfirmed', problem: { code: 'connection_lost' } });
  const taken = await put({ state: 'unconfirmed', problem: { code: TAKEN_WITHOUT_ID } });
  const outcome = await run({ action: 'send_again', part: 'decisions', rows: idsOf([lost, taken]) });
  expect(outcome).toMatchObject({ changed: 1, leftOut: { already_taken: 1 } });
  expect((await store.get(taken.id))?.state).toBe('unconfirmed');
});

test('who may not be called any more is left out and counted, and the others are sent again', async () => {
  const { run, put, doNotCall } = await bulk();
  const list = (phoneNumber: string) =>
    doNotCall.add([{ id: randomUUID(), phoneNumber, reason: '', addedAt: NOW, addedBy: 'ada' }]);
  const lost = { state: 'unconfirmed', problem: { code: 'connection_lost' } } as const;
  const unconfirmed = [await put(lost), await put({ ...lost, phoneNumber: '+442071838751' })];
  const refused = [await put(), await put({ phoneNumber: '+442071838752' })];
  for (const phoneNumber of ['+442071838751', '+442071838752']) await list(phoneNumber);
  expect(await run({ action: 'send_again', part: 'decisions', rows: idsOf(unconfirmed) })).toMatchObject({
    changed: 1,
    leftOut: { do_not_call: 1 },
  });
  expect(await run({ action: 'resubmit', part: 'refused', rows: idsOf(refused) })).toMatchObject({
    changed: 1,
    leftOut: { do_not_call: 1 },
  });
});

test('held ones are tried now, unless a person paused them or the service asked to wait', async () => {
  const { store, run, put } = await bulk();
  const held = await put({ state: 'held', problem: { code: 'not_permitted', httpStatus: 403, since: 5 } });
  const paused = await put({ state: 'held', problem: { code: PAUSED_BY_YOU } });
  expect(await run({ action: 'try_now', part: 'waiting', rows: idsOf([held, paused]) })).toMatchObject({
    changed: 1,
    leftOut: { no_retry: 1 },
  });
  expect(await store.get(held.id)).toMatchObject({ state: 'queued', problem: { since: 5 } });
  expect((await store.get(paused.id))?.state).toBe('held');
  const busy = await bulk({ serviceWaitsUntil: NOW + 86_400_000 });
  const waiting = await busy.put({ state: 'held', problem: { code: 'not_permitted' } });
  const answer = await busy.changes.run({ action: 'try_now', part: 'held', rows: idsOf([waiting]) });
  expect(answer).toMatchObject({ ok: false, error: { code: 'service_asks_to_wait' } });
});

/** Of mixed rows, only the first may be called: Vienna, Berlin told yesterday and never, Berlin tried before. */
async function mixedRows(change: Partial<Submission>) {
  const rules = async (): Promise<WorkspaceRules> => ({
    ...defaultRules('UTC'),
    allowedCountries: ['DE'],
    notice: { asked: true, required: true, days: 3 },
    tries: { most: 1, withinDays: 7 },
  });
  const made = await bulk({ rules });
  let number = 0;
  const put = (more: Partial<Submission> = {}) => {
    number += 1;
    const told = { phoneNumber: `+49301234567${number}`, noticeOn: '2026-11-10' };
    return made.put({ ...change, ...told, ...more });
  };
  const tried = '+493012345699';
  const rows = [
    await put(),
    await put({ phoneNumber: '+4312345678' }),
    await put({ noticeOn: '2026-11-17' }),
    await put({ noticeOn: undefined }),
    await put({ phoneNumber: tried }),
  ];
  await made.put({ phoneNumber: tried, state: 'accepted', problem: null, updatedAt: NOW - 1 });
  const leftOut = { country_not_allowed: 1, notice_too_recent: 1, notice_missing: 1, tries_used_up: 1 };
  return { ...made, rows, leftOut };
}

test('of mixed ones, those that a rule refuses are neither tried now nor sent again, and each reason is told', async () => {
  const held = await mixedRows({ state: 'held', problem: { code: 'not_permitted', since: 5 } });
  const tried = await held.run({ action: 'try_now', part: 'held', rows: idsOf(held.rows) });
  expect(tried).toMatchObject({ changed: 1, leftOut: held.leftOut });
  const states = await Promise.all(held.rows.map(async ({ id }) => (await held.store.get(id))?.state));
  expect(states).toEqual(['queued', 'held', 'held', 'held', 'held']);

  const lost = await mixedRows({ state: 'unconfirmed', problem: { code: 'connection_lost' } });
  const again = await lost.run({ action: 'send_again', part: 'decisions', rows: idsOf(lost.rows) });
  expect(again).toMatchObject({ changed: 1, leftOut: lost.leftOut });
});

test('Try all now leaves what a rule refuses as it is', async () => {
  const { decisions, store, rows } = await mixedRows({ state: 'held', problem: { code: 'not_permitted' } });
  expect(await decisions.tryNow()).toEqual({ ok: true, value: { changed: 1 } });
  expect((await store.get(rows[3]?.id ?? ''))?.state).toBe('held');
});

test('rows that wait say which rule refuses to send them now, and until when', async () => {
  const { decisions, store, workspaceId } = await mixedRows({
    state: 'held',
    problem: { code: 'not_permitted' },
  });
  const { waiting } = await store.outbox(workspaceId);
  const shown = await decisions.withRefusals(waiting);
  expect(shown.map(({ refusedNow }) => refusedNow)).toEqual([
    undefined,
    { code: 'country_not_allowed' },
    { code: 'notice_too_recent', until: Date.parse('2026-11-20T08:00:00Z') },
    { code: 'notice_missing' },
    { code: 'tries_used_up', until: NOW - 1 + 7 * DAY_MS },
  ]);
  const [first] = shown;
  const twins = ['twin-1', 'twin-2'].map((id) => ({ ...(first ?? raise()), id }));
  // What is not sent yet is no try of the other.
  expect((await decisions.withRefusals(twins)).map(({ refusedNow }) => refusedNow)).toEqual([
    undefined,
    undefined,
  ]);
});

function raise(): never {
  throw new Error('There is none.');
}

test('one runs at a time, tells its progress, and stops when a person says so', async () => {
  const { changes, put } = await bulk();
  const many = await Promise.all(Array.from({ length: 5 }, () => put()));
  const request = { action: 'resubmit', part: 'refused', rows: idsOf(many) } as const;
  expect(changes.progress).toBeNull();
  const running = changes.run(request);
  expect(await changes.run(request)).toMatchObject({ ok: false, error: { code: 'bulk_running' } });
  changes.stop();
  expect(changes.progress).toMatchObject({ done: expect.any(Number) });
  const stopped = await running;
  expect(stopped.ok && stopped.value).toMatchObject({ changed: 0, stopped: true });
  expect(changes.progress).toBeNull();
});
