import { describe, expect, test } from 'vitest';
import { NO_OUTBOX_COUNTS } from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { acceptance, changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { temporaryStorage } from './temporary-storage.ts';

describe('submissions', () => {
  test('are read back unchanged', async () => {
    const { stores } = await temporaryStorage();
    const first = sampleSubmission({ candidateName: "Zoë O'Hara 李", state: 'rejected' });
    const second = sampleSubmission({
      previousSubmissionId: first.id,
      problem: { code: 'not_permitted', httpStatus: 403, answer: '"quoted"' },
    });
    await stores.submissions.add([first, second]);
    expect(await stores.submissions.get(first.id)).toEqual(first);
    expect(await stores.submissions.get(second.id)).toEqual(second);
    expect(await stores.submissions.get('nobody')).toBeUndefined();
  });

  test('are added all or nothing', async () => {
    const { stores } = await temporaryStorage();
    const [one, two] = [sampleSubmission(), sampleSubmission()];
    await expect(stores.submissions.add([one, two, { ...sampleSubmission(), id: one.id }])).rejects.toThrow();
    expect(await stores.submissions.counts('workspace-1')).toEqual(NO_OUTBOX_COUNTS);
    expect(await stores.events.of(two.id)).toEqual([]);
    expect(await stores.library.list('workspace-1', undefined)).toEqual([]);
  });

  test('never share an id, which is their idempotency key', async () => {
    const { stores } = await temporaryStorage();
    const one = sampleSubmission();
    await stores.submissions.add([one]);
    await expect(stores.submissions.add([sampleSubmission({ id: one.id })])).rejects.toThrow(/UNIQUE/);
  });

  test('are due from their time on while they are queued, the longest due first', async () => {
    const { stores } = await temporaryStorage();
    const late = sampleSubmission({ sendAfter: 300 });
    const early = sampleSubmission({ sendAfter: 100 });
    const middle = sampleSubmission({ sendAfter: 200 });
    const later = sampleSubmission({ sendAfter: 301 });
    const held = sampleSubmission({ sendAfter: 0, state: 'held' });
    await stores.submissions.add([late, early, middle, later, held]);
    const ids = async (now: number, limit: number) =>
      (await stores.submissions.due('workspace-1', now, limit)).map(({ id }) => id);
    expect(await ids(300, 9)).toEqual([early.id, middle.id, late.id]);
    expect(await ids(300, 2)).toEqual([early.id, middle.id]);
    expect(await ids(99, 9)).toEqual([]);
    expect(await stores.submissions.nextDueAt('workspace-1')).toBe(100);
    expect(await stores.submissions.nextDueAt('elsewhere')).toBeUndefined();
  });

  test('belong to their workspace', async () => {
    const { stores } = await temporaryStorage();
    await stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
    await stores.submissions.add([sampleSubmission({ workspaceId: 'workspace-2' })]);
    expect(await stores.submissions.due('workspace-1', 9999, 9)).toEqual([]);
    expect(await stores.submissions.inStates('workspace-1', ['queued'])).toEqual([]);
    expect((await stores.submissions.outbox('workspace-1')).waiting).toEqual([]);
    expect((await stores.submissions.counts('workspace-2')).waiting).toBe(1);
  });

  test('are found by state, the oldest first', async () => {
    const { stores } = await temporaryStorage();
    const young = sampleSubmission({ state: 'held', createdAt: 30 });
    const old = sampleSubmission({ state: 'sending', createdAt: 10 });
    const other = sampleSubmission({ state: 'queued', createdAt: 20 });
    await stores.submissions.add([young, old, other]);
    const found = await stores.submissions.inStates('workspace-1', ['held', 'sending']);
    expect(found.map(({ id }) => id)).toEqual([old.id, young.id]);
  });
});

describe('the Outbox', () => {
  test('sorts waiting submissions by sending time, decisions by oldest and rejected ones by newest change', async () => {
    const { stores } = await temporaryStorage();
    const at = (state: SubmissionState, sendAfter: number, updatedAt: number) =>
      sampleSubmission({ state, sendAfter, updatedAt, candidateName: `${state} ${sendAfter} ${updatedAt}` });
    await stores.submissions.add([
      at('held', 30, 1),
      at('queued', 20, 2),
      at('sending', 10, 3),
      at('connecting', 15, 3),
      at('unconfirmed', 1, 50),
      at('unconfirmed', 2, 40),
      at('rejected', 1, 60),
      at('rejected', 1, 70),
      at('accepted', 1, 1),
      at('discarded', 1, 1),
      at('draft', 1, 1),
    ]);
    const { waiting, needsDecision, refused } = await stores.submissions.outbox('workspace-1');
    const names = (rows: readonly { candidateName: string }[]) =>
      rows.map(({ candidateName }) => candidateName);
    expect(names(waiting)).toEqual(['sending 10 3', 'connecting 15 3', 'queued 20 2', 'held 30 1']);
    expect(names(needsDecision)).toEqual(['unconfirmed 2 40', 'unconfirmed 1 50']);
    expect(names(refused)).toEqual(['rejected 1 70', 'rejected 1 60']);
    expect(await stores.submissions.counts('workspace-1')).toMatchObject({
      waiting: 4,
      needsDecision: 2,
      refused: 2,
      drafts: 1,
    });
  });

  test('shows Library names, or none for ids without a name', async () => {
    const { stores } = await temporaryStorage();
    const submission = sampleSubmission();
    await stores.submissions.add([submission]);
    await stores.library.save('workspace-1', {
      kind: 'job_description',
      serviceId: submission.jobDescriptionId,
      name: 'Backend engineer',
      note: '',
    });
    expect((await stores.submissions.outbox('workspace-1')).waiting).toEqual([
      { ...submission, jobName: 'Backend engineer', questionnaireName: null },
    ]);
  });
});

describe('the history', () => {
  test('has all events, the newest first', async () => {
    const { stores } = await temporaryStorage();
    const submission = sampleSubmission();
    await stores.submissions.add([submission]);
    const [claimed, marked, accepted] = acceptance(submission, 'ir_1', 3000);
    if (!claimed || !marked || !accepted) throw new Error('An acceptance has three steps.');
    await stores.submissions.save([claimed]);
    await stores.submissions.save([marked]);
    await stores.submissions.save([accepted]);
    expect(await stores.events.of(submission.id)).toEqual([
      { id: 3, at: 3000, code: 'accepted', values: { status: 'PENDING' } },
      { id: 2, at: 3000, code: 'sending', values: null },
      { id: 1, at: 1000, code: 'submitted', values: null },
    ]);
  });

  test('keeps its order when the clock is set back', async () => {
    const { stores } = await temporaryStorage();
    const submission = sampleSubmission({ state: 'held' });
    await stores.submissions.add([submission]);
    const resumed = changeBy(submission, { type: 'resumed', by: 'resume' }, 5000);
    await stores.submissions.save([resumed]);
    await stores.submissions.save([changeBy(resumed.submission, { type: 'discarded', by: 'discard' }, 10)]);
    expect((await stores.events.of(submission.id)).map((each) => historyWords(each).heading)).toEqual([
      'You discarded it',
      'You resumed it',
      'Submitted and waiting to be sent',
    ]);
  });
});

test('two submissions with the same request id share one tracked request', async () => {
  const { stores } = await temporaryStorage();
  const [one, two] = [sampleSubmission(), sampleSubmission()];
  await stores.submissions.add([one, two]);
  await stores.submissions.save([...acceptance(one, 'ir_1'), ...acceptance(two, 'ir_1')]);
  expect(await stores.requests.count('workspace-1')).toBe(1);
  expect((await stores.submissions.get(two.id))?.requestId).toBe('ir_1');
  expect((await stores.requests.detail('workspace-1', 'ir_1'))?.submissionId).toBe(one.id);
});
