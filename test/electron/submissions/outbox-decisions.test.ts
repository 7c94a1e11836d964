import { describe, expect, test } from 'vitest';
import { getInterviewRequest, type ReadOutcome } from '../../../electron/service/get-interview-request.ts';
import { PAUSED_BY_YOU, TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import type { Submission, SubmissionFields, SubmissionState } from '../../../shared/submission.ts';
import { freePort } from '../../free-port.ts';
import { told } from '../../told.ts';
import { changeBy, noRules, sampleFields, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { connectionsTo } from '../service/create-calls.ts';
import { recordingService, sendJson } from '../service/recording-service.ts';
import { addTracked, sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const NOW = 50_000;

function fields(candidateName = 'Ada Lovelace'): SubmissionFields {
  return sampleFields({ candidateName });
}

const shared = sharedStorage();

/** The Outbox of a new workspace; reads go to `baseUrl`. */
async function outbox(
  baseUrl?: string,
  settings: { undoSeconds?: number; duplicateDays?: number } = {},
  rules = noRules,
) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions } = storage.stores;
  const changed: string[][] = [];
  const read = async (requestId: string): Promise<ReadOutcome | undefined> =>
    baseUrl === undefined
      ? undefined
      : getInterviewRequest(connectionsTo(baseUrl), { baseUrl, accessToken: 'token-1', requestId });
  const actions = personActions({
    workspaceId,
    store: submissions,
    readRequest: read,
    settings: () => ({ undoSeconds: 0, duplicateDays: 30, ...settings }),
    rules,
    onChange: (ids) => changed.push([...ids]),
    now: () => NOW,
  });
  const put = async (changes: Partial<Submission>): Promise<Submission> => {
    const submission = sampleSubmission({ workspaceId, ...changes });
    await submissions.add([submission]);
    return submission;
  };
  return { storage, workspaceId, actions, changed, put, stored: (id: string) => submissions.get(id) };
}

describe('submitting', () => {
  test('queues a submission, due at once, with its own id', async () => {
    const { actions, changed, stored, workspaceId } = await outbox();
    const submitted = await actions.submit([fields()]);
    const [submission] = submitted.ok ? submitted.value : [];
    expect(await stored(submission?.id ?? '')).toEqual({
      ...sampleSubmission({ workspaceId, sendAfter: NOW, createdAt: NOW, updatedAt: NOW }),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(changed).toEqual([[submission?.id]]);
  });

  test('many is all or none', async () => {
    const { actions, storage, workspaceId } = await outbox();
    const many = await actions.submit(
      Array.from({ length: 100 }, (_, index) => fields(`Candidate ${index}`)),
      { despiteDuplicates: true },
    );
    expect(many.ok && new Set(many.value.map(({ id }) => id)).size).toBe(100);
    const broken = { ...fields(), phoneNumber: null } as unknown as SubmissionFields;
    await expect(actions.submit([fields(), broken], { despiteDuplicates: true })).rejects.toThrow();
    expect((await storage.stores.submissions.counts(workspaceId)).waiting).toBe(100);
  });
});

describe('correcting', () => {
  test('a rejected submission discards it and queues the new one under a new key', async () => {
    const { actions, put, stored, storage } = await outbox();
    const refused = await put({ state: 'rejected' });
    const submitted = await actions.submit([fields('Ada King')], { replaces: refused.id });
    const [corrected] = submitted.ok ? submitted.value : [];
    expect(corrected).toMatchObject({
      previousSubmissionId: refused.id,
      candidateName: 'Ada King',
      state: 'queued',
    });
    expect(corrected?.id).not.toBe(refused.id);
    expect((await stored(refused.id))?.state).toBe('discarded');
    expect((await storage.stores.events.of(refused.id))[0]).toMatchObject({
      code: 'discarded',
      values: { by: 'correction' },
    });
  });

  test('twice by a double click queues one', async () => {
    const { actions, put, storage, workspaceId } = await outbox();
    const refused = await put({ state: 'rejected' });
    const both = await Promise.all([
      actions.submit([fields()], { replaces: refused.id }),
      actions.submit([fields()], { replaces: refused.id }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'moved_on' } });
    expect((await storage.stores.submissions.counts(workspaceId)).waiting).toBe(1);
  });

  test('undoes a discard, and never so that somebody is called', async () => {
    const { actions, put, stored } = await outbox();
    const states = ['draft', 'rejected', 'unconfirmed', 'queued', 'held'] as const;
    const rows = await Promise.all(states.map((state) => put({ state })));
    const ids = rows.map(({ id }) => id);
    await actions.discard(ids);
    expect(await actions.undoDiscard(ids)).toEqual({ ok: true, value: { changed: 5 } });
    const now = await Promise.all(ids.map(stored));
    expect(now.map((each) => each?.state)).toEqual(['draft', 'rejected', 'unconfirmed', 'held', 'held']);
    expect(now.slice(3).map((each) => each?.problem)).toEqual(Array(2).fill({ code: PAUSED_BY_YOU }));
    expect(await actions.undoDiscard(ids)).toMatchObject({ error: { code: 'moved_on' } });
  });

  test('undoes a discard as a draft if the person was submitted again since, however the number is written', async () => {
    const { actions, put, stored } = await outbox();
    const [mobile, other] = ['+525512345678', '+5215512345678'];
    const rows = [await put({ phoneNumber: mobile }), await put({ state: 'held', phoneNumber: mobile })];
    const ids = rows.map(({ id }) => id);
    await actions.discard(ids);
    expect((await actions.submit([{ ...fields(), phoneNumber: other }])).ok).toBe(true);
    expect(await actions.undoDiscard(ids)).toEqual({ ok: true, value: { changed: 2 } });
    // Only the form submits a draft, and it asks about the other one.
    expect((await Promise.all(ids.map(stored))).map((each) => each?.state)).toEqual(['draft', 'draft']);
    expect(await actions.resume(ids)).toMatchObject({ error: { code: 'moved_on' } });
  });

  test('a discard can still be undone after it was discarded together with others once more', async () => {
    const { actions, put, stored } = await outbox();
    const [first, second] = [await put({}), await put({})];
    await actions.discard([first.id]);
    await actions.discard([first.id, second.id]);
    expect(await actions.undoDiscard([first.id, second.id])).toEqual({ ok: true, value: { changed: 2 } });
    expect((await stored(first.id))?.state).toBe('held');
  });

  test('a refused submission keeps the time of its refusal when its discard is undone', async () => {
    const { actions, put, stored } = await outbox();
    const refusedAt = NOW - 86_400_000;
    const { id } = await put({ state: 'rejected', updatedAt: refusedAt });
    await actions.discard([id]);
    expect((await stored(id))?.updatedAt).toBe(NOW);
    await actions.undoDiscard([id]);
    expect((await stored(id))?.updatedAt).toBe(refusedAt);
  });

  test('says that a discarded submission was sent already, rather than undoing the discard', async () => {
    const { actions, put, stored, storage } = await outbox();
    const { id } = await put({ state: 'unconfirmed', attempts: 1, mayHaveReached: { at: NOW, times: 1 } });
    await actions.discard([id]);
    const discarded = await stored(id);
    if (!discarded) throw new Error('It is gone.');
    const outcome = {
      name: 'accepted',
      httpStatus: 201,
      accepted: { requestId: 'ir_9', status: 'PENDING' },
    } as const;
    await storage.stores.submissions.save([changeBy(discarded, { type: 'answered_late', outcome }, NOW)]);
    expect(await actions.undoDiscard([id])).toMatchObject({ error: { code: 'sent_already' } });
    expect((await stored(id))?.state).toBe('accepted');
  });

  test.each(['connecting', 'sending', 'unconfirmed', 'accepted', 'discarded'] satisfies SubmissionState[])(
    'is refused for a submission that is %s: the person would be called twice',
    async (state) => {
      const { actions, put, stored, storage, workspaceId } = await outbox();
      const earlier = await put({ state });
      expect(await actions.submit([fields()], { replaces: earlier.id })).toMatchObject({
        error: { code: 'moved_on' },
      });
      expect((await stored(earlier.id))?.state).toBe(state);
      expect(await storage.stores.submissions.inStates(workspaceId, ['queued'])).toEqual([]);
    },
  );

  test('is refused if the queue claims the submission at the same moment', async () => {
    const { actions, put, storage, workspaceId } = await outbox();
    const waiting = await put({ state: 'queued' });
    const claim = changeBy(waiting, { type: 'claimed' });
    const [submitted, [claimed]] = await Promise.all([
      actions.submit([fields()], { replaces: waiting.id }),
      storage.stores.submissions.save([claim]),
    ]);
    expect(submitted.ok).toBe(claimed === false);
    const left = await storage.stores.submissions.inStates(workspaceId, ['queued', 'connecting']);
    expect(left).toHaveLength(1);
  });

  test('is refused for an unknown submission or one of another workspace', async () => {
    const { actions, put, storage, workspaceId } = await outbox();
    await storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
    const foreign = await put({ state: 'rejected', workspaceId: 'workspace-2' });
    for (const id of ['nobody', foreign.id]) {
      expect(await actions.submit([fields()], { replaces: id })).toMatchObject({
        error: { code: 'moved_on' },
      });
    }
    expect((await storage.stores.submissions.counts(workspaceId)).waiting).toBe(0);
  });
});

describe('try now', () => {
  test('makes a submission due, whatever held it', async () => {
    const { actions, put, stored } = await outbox();
    const held = await put({ state: 'held', problem: { code: 'not_permitted' } });
    expect(await actions.tryNow(held.id)).toEqual({ ok: true, value: { changed: 1 } });
    expect(await stored(held.id)).toMatchObject({ state: 'queued', sendAfter: NOW });
  });

  test('makes all due that wait for a retry, and no others', async () => {
    const { actions, put, stored } = await outbox();
    const problem = { code: 'not_reachable' } as const;
    const [queued, held, chosen, paused, unconfirmed, rejected] = [
      await put({ sendAfter: 9e12, attempts: 1, problem }),
      await put({ state: 'held', problem: { code: 'not_permitted' } }),
      await put({ sendAfter: 9e12 }),
      await put({ state: 'held', problem: { code: PAUSED_BY_YOU } }),
      await put({ state: 'unconfirmed' }),
      await put({ state: 'rejected' }),
    ];
    expect((await actions.tryNow()).ok).toBe(true);
    expect(await stored(queued.id)).toMatchObject({ state: 'queued', sendAfter: NOW });
    expect(await stored(held.id)).toMatchObject({ state: 'queued', sendAfter: NOW });
    expect((await stored(chosen.id))?.sendAfter).toBe(9e12);
    expect((await stored(paused.id))?.state).toBe('held');
    expect((await stored(unconfirmed.id))?.state).toBe('unconfirmed');
    expect((await stored(rejected.id))?.state).toBe('rejected');
  });

  test('for all keeps future chosen times', async () => {
    const { actions, put, stored } = await outbox();
    const problem = { code: 'not_reachable' } as const;
    const waiting = await put({ sendAfter: 9e12, notBefore: NOW + 1000, attempts: 1, problem });
    expect((await actions.tryNow()).ok).toBe(true);
    expect(await stored(waiting.id)).toMatchObject({ sendAfter: NOW + 1000, notBefore: NOW + 1000 });
  });

  test('for one drops a future chosen time, and the history says so', async () => {
    const { actions, put, stored, storage } = await outbox();
    const problem = { code: PAUSED_BY_YOU } as const;
    for (const changes of [{}, { state: 'held', problem }] as const) {
      const later = await put({ ...changes, sendAfter: 9e12, notBefore: 9e12 });
      expect((await actions.tryNow(later.id)).ok).toBe(true);
      expect(await stored(later.id)).toMatchObject({
        state: 'queued',
        sendAfter: NOW,
        notBefore: null,
        problem: null,
      });
      const [last] = await storage.stores.events.of(later.id);
      expect(last).toMatchObject({ code: 'send_early_chosen' });
    }
  });

  test('for nothing is no error, but for a submission whose status changed it is', async () => {
    const { actions, put } = await outbox();
    expect((await actions.tryNow()).ok).toBe(true);
    const sending = await put({ state: 'sending' });
    expect(await actions.tryNow(sending.id)).toMatchObject({ error: { code: 'moved_on' } });
    expect(await actions.tryNow('nobody')).toMatchObject({ error: { code: 'moved_on' } });
  });
});

describe('a decision', () => {
  test('to discard keeps the record', async () => {
    const { actions, put, stored, storage } = await outbox();
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect((await actions.discard([unconfirmed.id])).ok).toBe(true);
    expect((await stored(unconfirmed.id))?.state).toBe('discarded');
    expect((await storage.stores.events.of(unconfirmed.id))[0]?.code).toBe('discarded');
    expect(await actions.discard([unconfirmed.id])).toMatchObject({ error: { code: 'moved_on' } });
  });

  test('to discard comes too late once it is being sent', async () => {
    const { actions, put, stored } = await outbox();
    const sending = await put({ state: 'sending' });
    expect(await actions.discard([sending.id])).toMatchObject({ error: { code: 'moved_on' } });
    expect((await stored(sending.id))?.state).toBe('sending');
  });

  test('to send again keeps the idempotency key, so that a service that knows it calls once', async () => {
    const { actions, put, stored } = await outbox();
    const unconfirmed = await put({ state: 'unconfirmed', attempts: 1 });
    expect((await actions.sendAgain([unconfirmed.id])).ok).toBe(true);
    expect(await stored(unconfirmed.id)).toMatchObject({
      state: 'queued',
      sendAfter: NOW,
      id: unconfirmed.id,
    });
    expect(await actions.sendAgain([unconfirmed.id])).toMatchObject({ error: { code: 'moved_on' } });
  });

  test('to send again skips what the service accepted without an id', async () => {
    const { actions, put, stored } = await outbox();
    const problem = { code: TAKEN_WITHOUT_ID } as const;
    const [lost, taken] = [await put({ state: 'unconfirmed' }), await put({ state: 'unconfirmed', problem })];
    expect(await actions.sendAgain([taken.id, lost.id])).toEqual({ ok: true, value: { changed: 1 } });
    expect((await stored(lost.id))?.state).toBe('queued');
    expect(await stored(taken.id)).toEqual(taken);
    expect(await actions.sendAgain([taken.id])).toMatchObject({ error: { code: 'already_taken' } });
  });

  test.each(['queued', 'held', 'rejected', 'accepted', 'sending'] satisfies SubmissionState[])(
    'to send again is refused for a submission that is %s',
    async (state) => {
      const { actions, put } = await outbox();
      expect(await actions.sendAgain([(await put({ state })).id])).toMatchObject({
        error: { code: 'moved_on' },
      });
    },
  );

  test('about a submission of another workspace is refused', async () => {
    const { actions, put, storage } = await outbox();
    await storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
    const foreign = await put({ state: 'unconfirmed', workspaceId: 'workspace-2' });
    expect((await actions.discard([foreign.id])).ok).toBe(false);
    expect((await actions.sendAgain([foreign.id])).ok).toBe(false);
    expect(await actions.get(foreign.id)).toMatchObject({ error: { code: 'submission_not_found' } });
  });
});

describe('entering a request id', () => {
  const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const known = () =>
    recordingService((request, response) => {
      if (request.path.endsWith('/ir_known'))
        sendJson(response, 200, { request_id: 'ir_known', status: 'COMPLETED' });
      else if (/ir_(alias|KNOWN)$/.test(request.path))
        sendJson(response, 200, { request_id: 'ir_known', status: 'PENDING' });
      else if (request.path.toLowerCase().endsWith(`/${UUID}`))
        sendJson(response, 200, { request_id: UUID, status: 'PENDING' });
      else if (request.path.endsWith('/ir_unnamed')) sendJson(response, 200, { status: 'PENDING' });
      else if (request.path.endsWith('/ir_busy')) sendJson(response, 500, {});
      else if (request.path.endsWith('/ir_hidden')) sendJson(response, 401, {});
      else sendJson(response, 404, { title: 'Not found' });
    });

  test('tracks it once the service confirms the id', async () => {
    const { actions, put, stored, storage, workspaceId } = await outbox((await known()).origin);
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect(await actions.enterRequestId(unconfirmed.id, 'ir_known')).toEqual({
      ok: true,
      value: { requestId: 'ir_known' },
    });
    expect(await stored(unconfirmed.id)).toMatchObject({ state: 'accepted', requestId: 'ir_known' });
    expect(await storage.stores.requests.detail(workspaceId, 'ir_known')).toMatchObject({
      submissionId: unconfirmed.id,
      status: 'COMPLETED',
    });
  });

  test.each([
    ['that the service does not know', 'ir_wrong', 'request_not_found'],
    ['that could not be checked', 'ir_busy', 'not_checked'],
    ['while the sign-in is over', 'ir_hidden', 'sign_in_to_check_id'],
  ])('%s changes nothing', async (_what, requestId, code) => {
    const { actions, put, stored } = await outbox((await known()).origin);
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect(await actions.enterRequestId(unconfirmed.id, requestId)).toMatchObject({ error: { code } });
    expect(await stored(unconfirmed.id)).toEqual(unconfirmed);
  });

  test.each([
    ['is another one', 'ir_alias', /letter by letter/],
    ['differs in upper and lower case', 'ir_KNOWN', /upper and lower case/],
  ])('whose answer is about an ID that %s changes nothing', async (_what, requestId, nextStep) => {
    const { actions, put, stored } = await outbox((await known()).origin);
    const unconfirmed = await put({ state: 'unconfirmed' });
    const refused = told(await actions.enterRequestId(unconfirmed.id, requestId));
    const message = 'The service answered with another ID: ir_known';
    expect(refused).toMatchObject({ code: 'other_request', message, field: 'requestId' });
    expect(refused?.nextStep).toMatch(nextStep);
    expect(await stored(unconfirmed.id)).toEqual(unconfirmed);
  });

  test('that is a UUID tracks it as the service writes it', async () => {
    const { actions, put, stored } = await outbox((await known()).origin);
    const { id } = await put({ state: 'unconfirmed' });
    const entered = await actions.enterRequestId(id, UUID.toUpperCase());
    expect(entered).toEqual({ ok: true, value: { requestId: UUID } });
    expect((await stored(id))?.requestId).toBe(UUID);
  });

  test('that is the UUID of another submission is refused in capitals, too', async () => {
    const { actions, put, stored, storage, workspaceId } = await outbox((await known()).origin);
    await addTracked(storage, UUID, { workspaceId, phoneNumber: '+12025550144' });
    const unconfirmed = await put({ state: 'unconfirmed' });
    const entered = await actions.enterRequestId(unconfirmed.id, UUID.toUpperCase());
    expect(entered).toMatchObject({ error: { code: 'already_tracked' } });
    expect(await stored(unconfirmed.id)).toEqual(unconfirmed);
  });

  test.each([
    ['is refused if it is of somebody else', '+12025550144', false],
    ['tracks it here, too, if it is of the same screening', sampleSubmission().phoneNumber, true],
  ])('that another workspace of the service tracks %s', async (_what, phoneNumber, isTracked) => {
    const { actions, put, storage, workspaceId } = await outbox((await known()).origin);
    const [id, baseUrl] = [`${workspaceId} too`, `https://${workspaceId}.example`];
    await storage.stores.workspaces.save(sampleWorkspace({ id, baseUrl, clientId: 'another' }), 1);
    await addTracked(storage, UUID, { workspaceId: id, phoneNumber });
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect((await actions.enterRequestId(unconfirmed.id, UUID)).ok).toBe(isTracked);
    const tracked = await storage.stores.requests.detail(workspaceId, UUID);
    expect(tracked?.submissionId).toBe(isTracked ? unconfirmed.id : undefined);
  });

  test('tracks it even if the answer names no ID', async () => {
    const { actions, put, stored } = await outbox((await known()).origin);
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect((await actions.enterRequestId(unconfirmed.id, 'ir_unnamed')).ok).toBe(true);
    expect((await stored(unconfirmed.id))?.requestId).toBe('ir_unnamed');
  });

  test('changes nothing without a service or a sign-in', async () => {
    const offline = await outbox(`http://127.0.0.1:${await freePort()}`);
    const there = await offline.put({ state: 'unconfirmed' });
    expect(await offline.actions.enterRequestId(there.id, 'ir_1')).toMatchObject({
      error: { code: 'not_checked' },
    });
    const signedOut = await outbox();
    const here = await signedOut.put({ state: 'unconfirmed' });
    expect(await signedOut.actions.enterRequestId(here.id, 'ir_1')).toMatchObject({
      error: { code: 'sign_in_to_check_id' },
    });
  });

  test('that is tracked already is refused, beside the field', async () => {
    const service = await known();
    const { actions, put, storage, workspaceId } = await outbox(service.origin);
    await addTracked(storage, 'ir_known', { workspaceId });
    const unconfirmed = await put({ state: 'unconfirmed' });
    expect(told(await actions.enterRequestId(unconfirmed.id, 'ir_known'))).toMatchObject({
      code: 'already_tracked',
      message: 'A request with this ID is already tracked.',
      field: 'requestId',
    });
    expect(service.received).toEqual([]);
  });

  test('is refused if the submission changed in the meantime', async () => {
    const { actions, put } = await outbox((await known()).origin);
    const discarded = await put({ state: 'discarded' });
    expect(await actions.enterRequestId(discarded.id, 'ir_known')).toMatchObject({
      error: { code: 'moved_on' },
    });
  });
});
