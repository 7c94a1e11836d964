import { describe, expect, test } from 'vitest';
import { PAUSED_BY_YOU } from '../../../shared/outbox.ts';
import type { Submission, SubmissionFields } from '../../../shared/submission.ts';
import { sampleFields, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;
const PHONE = '+12025550143';

const shared = sharedStorage();

async function outbox({ undoSeconds = 5, duplicateDays = 30 } = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions } = storage.stores;
  const actions = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds, duplicateDays }),
    now: () => NOW,
  });
  const put = async (changes: Partial<Submission>): Promise<Submission> => {
    const submission = sampleSubmission({ workspaceId, phoneNumber: PHONE, createdAt: NOW, ...changes });
    await submissions.add([submission]);
    return submission;
  };
  const submitOne = async (changes: Partial<SubmissionFields> = {}): Promise<Submission> => {
    const submitted = await actions.submit([sampleFields(changes)]);
    const [submission] = submitted.ok ? submitted.value : [];
    if (!submission) throw new Error('Nothing was submitted.');
    return submission;
  };
  return { actions, submissions, workspaceId, put, submitOne };
}

describe('the undo window', () => {
  test.each([0, 5, 60])('of %i s delays a submission by that long', async (undoSeconds) => {
    const { submitOne, submissions, workspaceId } = await outbox({ undoSeconds });
    const { sendAfter } = await submitOne();
    expect(sendAfter).toBe(NOW + undoSeconds * 1000);
    if (undoSeconds > 0) expect(await submissions.due(workspaceId, sendAfter - 1, 10)).toEqual([]);
    expect(await submissions.due(workspaceId, sendAfter, 10)).toHaveLength(1);
  });

  test('never makes a chosen time earlier', async () => {
    const { submitOne } = await outbox();
    const later = await submitOne({ notBefore: NOW + DAY });
    expect(later).toMatchObject({ sendAfter: NOW + DAY, notBefore: NOW + DAY });
    const soon = await submitOne({ notBefore: NOW + 1, phoneNumber: '+12025550144' });
    expect(soon).toMatchObject({ sendAfter: NOW + 5000, notBefore: NOW + 1 });
  });

  test('lets a submission be taken back as a draft, which is never due', async () => {
    const { actions, submitOne, submissions, workspaceId } = await outbox();
    const { id } = await submitOne();
    expect(await actions.takeBack(id)).toMatchObject({
      value: { state: 'draft', candidateName: 'Ada Lovelace' },
    });
    expect(await submissions.due(workspaceId, NOW + DAY, 10)).toEqual([]);
    expect((await submissions.outbox(workspaceId)).drafts.map((each) => each.id)).toEqual([id]);
  });

  test('does not let a submission be taken back once it is being sent', async () => {
    const { actions, put } = await outbox();
    for (const state of ['sending', 'unconfirmed', 'accepted'] as const) {
      const { id } = await put({ state });
      expect(await actions.takeBack(id)).toMatchObject({ error: { code: 'moved_on' } });
    }
  });

  test('starts over when the clock was set back, while a chosen time stays', async () => {
    const { put, submissions, workspaceId } = await outbox();
    const inWindow = await put({ sendAfter: NOW + 5000, updatedAt: NOW });
    const chosen = await put({ sendAfter: NOW + DAY, notBefore: NOW + DAY, updatedAt: NOW });
    const earlier = NOW - 50 * DAY;
    await submissions.correctClock(workspaceId, earlier);
    expect((await submissions.get(inWindow.id))?.sendAfter).toBe(earlier + 5000);
    expect((await submissions.get(chosen.id))?.sendAfter).toBe(NOW + DAY);
  });
});

describe('pausing a submission', () => {
  test('holds it until it is resumed', async () => {
    const { actions, submitOne, submissions, workspaceId } = await outbox();
    const { id } = await submitOne();
    expect(await actions.pause([id])).toEqual({ ok: true, value: { changed: 1 } });
    expect(await submissions.get(id)).toMatchObject({ state: 'held', problem: { code: PAUSED_BY_YOU } });
    expect(await submissions.due(workspaceId, NOW + DAY, 10)).toEqual([]);
    expect(await actions.resume([id])).toEqual({ ok: true, value: { changed: 1 } });
    expect(await submissions.due(workspaceId, NOW + 5000, 10)).toHaveLength(1);
  });

  test('inside the undo window and resuming it does not end the window early', async () => {
    const { actions, submitOne, submissions } = await outbox({ undoSeconds: 30 });
    const { id } = await submitOne();
    await actions.pause([id]);
    await actions.resume([id]);
    expect(await submissions.get(id)).toMatchObject({ state: 'queued', sendAfter: NOW + 30_000 });
  });

  test('then resuming it and taking it back keeps its chosen time', async () => {
    const { actions, submitOne, submissions } = await outbox();
    const { id } = await submitOne({ notBefore: NOW + DAY });
    await actions.pause([id]);
    await actions.resume([id]);
    const chosen = { sendAfter: NOW + DAY, notBefore: NOW + DAY };
    expect(await submissions.get(id)).toMatchObject({ state: 'queued', ...chosen });
    await actions.takeBack(id);
    expect(await submissions.get(id)).toMatchObject({ state: 'draft', notBefore: NOW + DAY });
  });

  test('skips those whose status changed', async () => {
    const { actions, put } = await outbox();
    const [queued, sending] = [await put({}), await put({ state: 'sending' })];
    expect(await actions.pause([queued.id, sending.id])).toEqual({ ok: true, value: { changed: 1 } });
    expect(await actions.pause([sending.id])).toMatchObject({ error: { code: 'moved_on' } });
  });
});

describe('a phone number that was submitted before', () => {
  test.each(['queued', 'held', 'sending', 'unconfirmed'] as const)(
    'and is %s stops a second submission',
    async (state) => {
      const { actions, put, submissions, workspaceId } = await outbox();
      await put({ state, createdAt: NOW - 300 * DAY });
      const before = (await submissions.counts(workspaceId)).waiting;
      expect(await actions.submit([sampleFields()])).toMatchObject({ error: { code: 'duplicate' } });
      expect((await submissions.counts(workspaceId)).waiting).toBe(before);
    },
  );

  test.each(['draft', 'discarded', 'rejected'] as const)('but is %s does not stop another', async (state) => {
    const { actions, put } = await outbox();
    await put({ state });
    expect((await actions.submit([sampleFields()])).ok).toBe(true);
  });

  test('and accepted stops a second submission within the days of the setting, and not after', async () => {
    const recent = await outbox({ duplicateDays: 30 });
    await recent.put({ state: 'accepted', createdAt: NOW - 29 * DAY });
    expect(await recent.actions.submit([sampleFields()])).toMatchObject({ error: { code: 'duplicate' } });
    const older = await outbox({ duplicateDays: 30 });
    await older.put({ state: 'accepted', createdAt: NOW - 31 * DAY });
    expect((await older.actions.submit([sampleFields()])).ok).toBe(true);
  });

  test('is submitted if the person means it, and linked to the newest earlier one', async () => {
    const { actions, put } = await outbox();
    await put({ state: 'unconfirmed', createdAt: NOW - 2 });
    const newest = await put({ state: 'unconfirmed', createdAt: NOW - 1 });
    const submitted = await actions.submit([sampleFields()], { despiteDuplicates: true });
    expect(submitted).toMatchObject({ value: [{ previousSubmissionId: newest.id }] });
  });

  test('in another workspace does not stop a submission', async () => {
    const [here, elsewhere] = [await outbox(), await outbox()];
    await elsewhere.put({ state: 'queued' });
    expect((await here.actions.submit([sampleFields()])).ok).toBe(true);
  });

  test('twice in a list stops the whole list', async () => {
    const { actions, submissions, workspaceId } = await outbox();
    const twice = [sampleFields(), sampleFields({ candidateName: 'Ada King' })];
    expect(await actions.submit(twice)).toMatchObject({ error: { code: 'duplicate' } });
    expect((await submissions.counts(workspaceId)).waiting).toBe(0);
  });

  test('submitted twice at the same moment is queued once', async () => {
    const { actions, submissions, workspaceId } = await outbox();
    const both = await Promise.all([actions.submit([sampleFields()]), actions.submit([sampleFields()])]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await submissions.counts(workspaceId)).waiting).toBe(1);
  });

  test('is no duplicate of the held submission that it corrects', async () => {
    const { actions, put } = await outbox();
    const held = await put({ state: 'held' });
    expect((await actions.submit([sampleFields()], { replaces: held.id })).ok).toBe(true);
  });

  test('is reported with name, status and date', async () => {
    const { actions, put } = await outbox();
    await put({ state: 'held', candidateName: 'Ada King', createdAt: NOW - DAY });
    expect(await actions.duplicates([PHONE])).toMatchObject([
      { candidateName: 'Ada King', status: 'held', submittedAt: NOW - DAY, requestId: null },
    ]);
  });
});

test('a closed Outbox accepts nothing new and loses nothing that is being stored', async () => {
  const { actions, submissions, workspaceId } = await outbox();
  const underWay = actions.submit([sampleFields()]);
  await actions.close();
  expect((await underWay).ok).toBe(true);
  expect(await actions.submit([sampleFields({ phoneNumber: '+12025550199' })])).toMatchObject({
    error: { code: 'workspace_closed' },
  });
  expect((await submissions.counts(workspaceId)).waiting).toBe(1);
});
