import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SubmissionEvent } from '../../../electron/submissions/transition.ts';
import { OUTBOX_PAGE } from '../../../shared/outbox.ts';
import { SUBMISSION_STATES, type Submission } from '../../../shared/submission.ts';
import type { TriesRule } from '../../../shared/tries.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { acceptance, changeBy, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage, temporaryStorage } from './temporary-storage.ts';

const CLAIMED: SubmissionEvent = { type: 'claimed' };
const DISCARDED: SubmissionEvent = { type: 'discarded', by: 'correction' };

describe('the store of submissions', () => {
  const shared = sharedStorage();

  async function open() {
    const { storage, workspaceId } = await shared.withWorkspace();
    const { stores } = storage;
    const { submissions: store, doNotCall } = stores;
    const forbid = (phoneNumber: string) =>
      doNotCall.add([{ id: randomUUID(), phoneNumber, reason: '', addedAt: 1, addedBy: '' }]);
    return { stores, store, workspaceId, forbid };
  }

  async function holding(...rows: Partial<Submission>[]) {
    const { stores, store, workspaceId, forbid } = await open();
    const submissions = rows.map((changes) => sampleSubmission({ workspaceId, ...changes }));
    await store.add(submissions);
    return { stores, store, workspaceId, submissions, forbid };
  }
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

  test('returns what was added, and nothing for an unknown id', async () => {
    const { store, submissions } = await holding({
      state: 'held',
      candidateName: "Zoë O'Hara 李",
      notBefore: 5,
      problem: { code: 'not_permitted', httpStatus: 403, answer: '"quoted"' },
    });
    expect(await store.get(submissions[0]?.id ?? '')).toEqual(submissions[0]);
    expect(await store.get('nobody')).toBeUndefined();
  });

  test('stores neither a claim nor a mark for a number on the do-not-call list, whatever its writing', async () => {
    const { store, workspaceId, submissions, forbid } = await holding(
      { state: 'queued', phoneNumber: '+5491145556666' },
      { state: 'connecting', phoneNumber: '+541145556666' },
      { state: 'queued', phoneNumber: '+541145557777' },
    );
    const [queued, connecting, other] = submissions as [Submission, Submission, Submission];
    await forbid('+541145556666');
    const changes = [
      changeBy(queued, CLAIMED),
      changeBy(connecting, { type: 'sending_marked' }),
      changeBy(other, CLAIMED),
    ];
    expect(await store.save(changes)).toEqual([false, false, true]);
    expect(await store.get(connecting.id)).toEqual(connecting);
    expect(await store.forbidding([queued.phoneNumber, other.phoneNumber])).toEqual([
      expect.objectContaining({ source: 'person' }),
      null,
    ]);
    expect(await store.forbiddenWaiting(workspaceId, 0, 10)).toEqual({ ids: [queued.id], last: null });
  });

  test('takes back the mark of a number that came on the do-not-call list since', async () => {
    const { store, submissions, forbid } = await holding({ state: 'sending', phoneNumber: '+541145558888' });
    const [{ id, revision }] = submissions as [Submission];
    expect(await store.isMarked(id, revision)).toBe(true);
    expect(await store.isMarked(id, revision + 1)).toBe(false);
    await forbid('+541145558888');
    expect(await store.isMarked(id, revision)).toBe(false);
  });

  test('stores a mark only within the tries of its person, of which those sent before and at once count', async () => {
    const { store, workspaceId, submissions } = await holding(
      { state: 'accepted', phoneNumber: '+541145559999', updatedAt: 5000 },
      { state: 'unconfirmed', phoneNumber: '+5491145559999', mayHaveReached: { at: 6000, times: 2 } },
      { state: 'queued', phoneNumber: '+541145559999' },
      { state: 'connecting', phoneNumber: '+5491145559999' },
      { state: 'rejected', phoneNumber: '+541145559999' },
    );
    const [, , queued, connecting] = submissions as [Submission, Submission, Submission, Submission];
    const tries = await store.tries(workspaceId, ['+541145559999', '+12025550100']);
    expect(tries.map((each) => each.map(({ at }) => at).sort())).toEqual([[5000, 6000, 6000], []]);
    const mark = (each: Submission, at = 7000) => ({
      ...changeBy(each, { type: 'sending_marked' }),
      judged: judgedAt(at, { most: 4, withinDays: 1 }),
    });
    expect(await store.save([mark(connecting), mark(queued)])).toEqual([true, false]);
    expect(await store.get(queued.id)).toEqual(queued);
    expect(await store.save([mark(queued, 5000 + 86_400_000)])).toEqual([true]);
  });

  test('counts a send under way as a try of now, however the clock was set since it began', async () => {
    const { store, submissions } = await holding(
      { state: 'sending', phoneNumber: '+541145559999', updatedAt: 5000 },
      { state: 'connecting', phoneNumber: '+541145559999' },
    );
    const [, connecting] = submissions as [Submission, Submission];
    const judged = judgedAt(5000 + 10 * 86_400_000, { most: 1, withinDays: 1 });
    expect(await store.save([{ ...changeBy(connecting, { type: 'sending_marked' }), judged }])).toEqual([
      false,
    ]);
  });

  test('adds all or none', async () => {
    const { stores, store, workspaceId, submissions } = await holding({});
    const one = sampleSubmission({ workspaceId });
    const twin = sampleSubmission({ workspaceId, id: submissions[0]?.id ?? '' });
    await expect(store.add([one, twin])).rejects.toThrow();
    await expect(store.add([one, sampleSubmission({ workspaceId, id: one.id })])).rejects.toThrow();
    expect(await store.get(one.id)).toBeUndefined();
    expect(await stores.events.of(one.id)).toEqual([]);
  });

  test('adds together with the change of the one replaced, or not at all', async () => {
    const { store, workspaceId, submissions } = await holding({});
    const [old] = submissions as [Submission];
    const [first, second] = [sampleSubmission({ workspaceId }), sampleSubmission({ workspaceId })];
    const withdrawn = changeBy(old, DISCARDED);
    expect(await store.add([first], withdrawn)).toBe(true);
    expect((await store.get(old.id))?.state).toBe('discarded');
    expect(await store.add([second], withdrawn)).toBe(false);
    expect(await store.get(second.id)).toBeUndefined();
  });

  test('adds nothing if a number is known, and returns the duplicates, newest first', async () => {
    const phoneNumber = '+12025550111';
    const { store, workspaceId, submissions } = await holding(
      { phoneNumber, createdAt: 1000 },
      { phoneNumber, createdAt: 2000, state: 'held' },
      { phoneNumber, createdAt: 3000, state: 'discarded' },
    );
    const [old, newer] = submissions as [Submission, Submission];
    const look = { workspaceId, phoneNumbers: [phoneNumber], since: 0, except: undefined };
    const next = sampleSubmission({ workspaceId, phoneNumber });
    const found = await store.addUnlessKnown([next], look);
    if (typeof found === 'boolean') throw new Error('No duplicates were found.');
    expect(found.map(({ submissionId }) => submissionId)).toEqual([newer.id, old.id]);
    expect(await store.get(next.id)).toBeUndefined();
    await store.save([changeBy(newer, DISCARDED)]);
    const withdrawn = changeBy(old, DISCARDED);
    expect(await store.addUnlessKnown([next], { ...look, except: old.id }, withdrawn)).toBe(true);
    expect((await store.get(old.id))?.state).toBe('discarded');
    const late = sampleSubmission({ workspaceId });
    const others = { ...look, phoneNumbers: [late.phoneNumber] };
    expect(await store.addUnlessKnown([late], { ...others, except: next.id }, withdrawn)).toBe(false);
    expect(await store.get(late.id)).toBeUndefined();
  });

  test('stores each change only on top of the revision it was made from', async () => {
    const { store, submissions } = await holding({}, {});
    const [one, two] = submissions as [Submission, Submission];
    const claimed = changeBy(one, CLAIMED);
    expect(await store.save([claimed])).toEqual([true]);
    expect(await store.save([changeBy(one, DISCARDED), changeBy(two, CLAIMED)])).toEqual([false, true]);
    expect(await store.get(one.id)).toEqual(claimed.submission);
    expect((await store.get(two.id))?.state).toBe('connecting');
  });

  test('stores that a chosen time was dropped', async () => {
    const { store, submissions } = await holding({ sendAfter: 9000, notBefore: 9000 });
    const [one] = submissions as [Submission];
    await store.save([changeBy(one, { type: 'send_now_chosen' })]);
    expect(await store.get(one.id)).toMatchObject({ sendAfter: 2000, notBefore: null });
  });

  test('stores what was chosen with a submission, and its hold', async () => {
    const callingHold = { until: 9000, timeZone: 'Asia/Tokyo' };
    const { store, submissions } = await holding({
      timeZone: 'Asia/Tokyo',
      anyHour: true,
      hoursWaivedUntil: 7,
      callingHold,
      consent: { at: 5, wording: 'Yes' },
    });
    const [one] = submissions as [Submission];
    expect(await store.get(one.id)).toEqual(one);
    await store.save([changeBy(one, { type: 'send_now_chosen', waivedUntil: 8 })]);
    expect(await store.get(one.id)).toMatchObject({ hoursWaivedUntil: 8, callingHold: null });
    const hold = { until: 9001, timeZone: 'Europe/Rome' };
    const sentNow = changeBy(one, { type: 'send_now_chosen', waivedUntil: 8 }).submission;
    await store.save([changeBy(sentNow, { type: 'hours_checked', hold })]);
    expect(await store.get(one.id)).toMatchObject({ sendAfter: 9001, callingHold: hold });
  });

  test('stores that a person edits it, and what became due meanwhile', async () => {
    const { store, submissions } = await holding({ state: 'held', problem: { code: 'not_permitted' } });
    const [one] = submissions as [Submission];
    const begun = changeBy(one, { type: 'edit_begun' });
    await store.save([begun]);
    expect((await store.get(one.id))?.afterEdit).toBe('held');
    const due = changeBy(begun.submission, { type: 'resumed', by: 'connection' });
    await store.save([due]);
    expect(await store.get(one.id)).toMatchObject({ state: 'held', afterEdit: 'queued' });
    await store.save([changeBy(due.submission, { type: 'edit_ended' })]);
    const { sendAfter, ...ended } = (await store.get(one.id)) ?? {};
    expect(ended).toMatchObject({ state: 'queued', afterEdit: undefined });
    // Even if the clock was set back during the edit.
    const late = { ...due.submission, sendAfter: 1e15 };
    expect(changeBy(late, { type: 'edit_ended' }).submission.sendAfter).toBe(sendAfter);
  });

  test('lets one of two claims win', async () => {
    const { store, submissions } = await holding({});
    const [one] = submissions as [Submission];
    const both = await Promise.all([
      store.save([changeBy(one, CLAIMED)]),
      store.save([changeBy(one, CLAIMED)]),
    ]);
    expect(both.flat().sort()).toEqual([false, true]);
  });

  test('applies the changes of one save in order', async () => {
    const { store, submissions } = await holding({});
    const [one] = submissions as [Submission];
    expect(await store.save(acceptance(one, 'ir_1'))).toEqual([true, true, true]);
    expect(await store.get(one.id)).toMatchObject({ state: 'accepted', requestId: 'ir_1', revision: 4 });
  });

  test('never changes who is called and from which workspace', async () => {
    const { store, submissions } = await holding({});
    const [one] = submissions as [Submission];
    const change = changeBy(one, CLAIMED);
    const other = {
      candidateName: 'Eve',
      phoneNumber: '+1',
      workspaceId: 'other',
      createdAt: 9,
    };
    await store.save([{ ...change, submission: { ...change.submission, ...other } }]);
    expect(await store.get(one.id)).toEqual(change.submission);
  });

  test('tracks an id that the service gives twice once, and both submissions have it', async () => {
    const { stores, store, workspaceId, submissions } = await holding({ createdAt: 1 }, { createdAt: 2 });
    const [one, two] = submissions as [Submission, Submission];
    await store.save([...acceptance(one, 'ir_1'), ...acceptance(two, 'ir_1', 2000, 'COMPLETED')]);
    expect((await store.inStates(workspaceId, ['accepted'])).map(({ requestId }) => requestId)).toEqual([
      'ir_1',
      'ir_1',
    ]);
    const found = await store.duplicates(workspaceId, [one.phoneNumber], 0);
    expect(found.map(({ status }) => status)).toEqual(['accepted', 'PENDING']);
    expect(await stores.requests.count(workspaceId)).toBe(1);
    expect((await stores.requests.detail(workspaceId, 'ir_1'))?.submissionId).toBe(one.id);
  });

  test('does not track an id for a submission that asks for something else', async () => {
    const { store, workspaceId, submissions } = await holding(
      {},
      { phoneNumber: '+12025550199' },
      { jobDescriptionId: '00000000-0000-4000-8000-000000000000' },
      { questionnaireTemplateId: 'other' },
    );
    const [owner, ...others] = submissions as [Submission, ...Submission[]];
    expect(await store.trackedAs(workspaceId, 'ir_1')).toBeUndefined();
    await store.save(acceptance(owner, 'ir_1'));
    expect(await store.trackedAs(workspaceId, 'ir_1')).toMatchObject({ id: owner.id, state: 'accepted' });
    expect(await store.trackedAs('elsewhere', 'ir_1')).toBeUndefined();
    for (const other of others) {
      expect(await store.save(acceptance(other, 'ir_1'))).toEqual([true, true, false]);
      expect(await store.get(other.id)).toMatchObject({ state: 'sending', requestId: null });
    }
  });

  test('gives what is due in one workspace, the longest due first', async () => {
    const { store, workspaceId, submissions } = await holding(
      { sendAfter: 300 },
      { sendAfter: 100, createdAt: 2 },
      { sendAfter: 100, createdAt: 1 },
      { sendAfter: 301 },
      ...SUBMISSION_STATES.filter((state) => state !== 'queued').map((state) => ({ state, sendAfter: 1 })),
    );
    const [late, second, first] = ids(submissions);
    expect(ids(await store.due(workspaceId, 300, 9))).toEqual([first, second, late]);
    expect(ids(await store.due(workspaceId, 300, 2))).toEqual([first, second]);
    expect(await store.nextDueAt(workspaceId)).toBe(100);
    expect(await store.due('elsewhere', 300, 9)).toEqual([]);
    expect(await store.nextDueAt('elsewhere')).toBeUndefined();
  });

  test('gives those in certain states, oldest first, and in insertion order within a moment', async () => {
    const { store, workspaceId, submissions } = await holding(
      { state: 'held', createdAt: 30 },
      { state: 'sending', createdAt: 10 },
      { state: 'held', createdAt: 30 },
      { state: 'draft', createdAt: 20 },
    );
    const [young, old, younger] = ids(submissions);
    expect(ids(await store.inStates(workspaceId, ['held', 'sending']))).toEqual([old, young, younger]);
    expect(await store.inStates('elsewhere', ['held'])).toEqual([]);
  });

  test('finds duplicates: all open ones, accepted ones within the window, newest first', async () => {
    const { store, workspaceId, submissions } = await holding(
      ...SUBMISSION_STATES.map((state, index) => ({ state, createdAt: index })),
      { state: 'accepted', createdAt: 500 },
      { phoneNumber: '+12025550199' },
    );
    const phone = submissions[0]?.phoneNumber ?? '';
    const states = async (since: number) =>
      (await store.duplicates(workspaceId, [phone], since)).map(({ status }) => status);
    expect(await states(500)).toEqual(['accepted', 'unconfirmed', 'held', 'sending', 'connecting', 'queued']);
    expect(await states(501)).toEqual(['unconfirmed', 'held', 'sending', 'connecting', 'queued']);
    expect(await store.duplicates(workspaceId, [], 0)).toEqual([]);
    expect(await store.duplicates('elsewhere', [phone], 0)).toEqual([]);
    expect((await store.duplicates(workspaceId, ['+12025550199'], 0))[0]).toEqual({
      phoneNumber: '+12025550199',
      submissionId: submissions.at(-1)?.id,
      candidateName: 'Ada Lovelace',
      state: 'queued',
      status: 'queued',
      requestId: null,
      submittedAt: 1000,
      reachedAt: null,
      taken: false,
      workspace: null,
      jobName: null,
      jobDescriptionId: submissions[0]?.jobDescriptionId,
    });
  });

  test('finds those that may have reached the service, whatever was decided about them', async () => {
    const { store, workspaceId, submissions } = await holding(
      ...SUBMISSION_STATES.map((state, index) => ({
        state,
        createdAt: index,
        mayHaveReached: { at: 500, times: 1 },
      })),
    );
    const phone = submissions[0]?.phoneNumber ?? '';
    const states = async (since: number) =>
      (await store.duplicates(workspaceId, [phone], since)).map(({ state }) => state);
    expect(await states(500)).toEqual(SUBMISSION_STATES.toReversed());
    expect(await states(501)).toEqual(['unconfirmed', 'held', 'sending', 'connecting', 'queued']);
    const stored = await store.get(submissions[0]?.id ?? '');
    expect(stored?.mayHaveReached).toEqual({ at: 500, times: 1 });
  });

  test('starts delays over when the clock was set back, and leaves chosen times and others alone', async () => {
    const at = 10_000_000;
    const problem = { code: 'not_reachable' } as const;
    const rows: [Partial<Submission>, Partial<Submission>][] = [
      [{ sendAfter: at + 5000 }, { sendAfter: 6000, updatedAt: 1000, revision: 2 }],
      [{ sendAfter: at + 60_000 }, { sendAfter: 61_000, updatedAt: 1000, revision: 2 }],
      [{ sendAfter: at + 60_001 }, { sendAfter: at + 60_001, updatedAt: at, revision: 1 }],
      [
        { sendAfter: at + 900_000, problem },
        { sendAfter: 901_000, updatedAt: 1000, revision: 2 },
      ],
      [{ sendAfter: at - 5000 }, { sendAfter: 1000, updatedAt: 1000, revision: 2 }],
      [
        { sendAfter: 9000, updatedAt: 1000 },
        { sendAfter: 9000, updatedAt: 1000, revision: 1 },
      ],
      [
        { sendAfter: at + 5000, notBefore: at + 5000 },
        { sendAfter: at + 5000, notBefore: at + 5000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at + 900_000, notBefore: at + 900_000, problem },
        { sendAfter: at + 900_000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at + 900_000, notBefore: 500_000, problem },
        { sendAfter: 901_000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at + 5000, notBefore: 500_000 },
        { sendAfter: 500_000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at + 900_000, callingHold: { until: at + 900_000, timeZone: 'Asia/Tokyo' } },
        { sendAfter: 61_000, updatedAt: 1000, revision: 2 },
      ],
      [
        { attempts: 1, sendAfter: at, callingHold: { until: at, timeZone: 'Asia/Tokyo' } },
        { sendAfter: 1000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at, notBefore: 500_000, callingHold: { until: at, timeZone: 'Asia/Tokyo' } },
        { sendAfter: 500_000, updatedAt: 1000, revision: 2 },
      ],
      [
        { sendAfter: at, state: 'held' },
        { sendAfter: at, updatedAt: at, revision: 1 },
      ],
      [
        { sendAfter: at, state: 'connecting' },
        { sendAfter: at, updatedAt: at, revision: 1 },
      ],
    ];
    const { store, workspaceId, submissions } = await holding(
      ...rows.map(([row]) => ({ updatedAt: at, ...row })),
    );
    await store.correctClock('elsewhere', 1);
    await store.correctClock(workspaceId, 1000);
    for (const [index, { id }] of submissions.entries()) {
      expect(await store.get(id), `row ${index}`).toMatchObject(rows[index]?.[1] ?? {});
    }
  });

  test('shows the Outbox: waiting ones in sending order, decisions, drafts and rejected ones', async () => {
    const { store, workspaceId, submissions } = await holding(
      ...SUBMISSION_STATES.flatMap((state, index) => [
        { state, sendAfter: 900 - index, updatedAt: index },
        { state, sendAfter: 100 + index, updatedAt: 100 + index },
      ]),
    );
    const expected = (...states: string[]) => submissions.filter(({ state }) => states.includes(state));
    const { waiting, needsDecision, drafts, refused } = await store.outbox(workspaceId);
    const inOrder = expected('queued', 'connecting', 'sending', 'held').sort(
      (a, b) => a.sendAfter - b.sendAfter,
    );
    expect(ids(waiting)).toEqual(ids(inOrder));
    expect(ids(needsDecision)).toEqual(ids(expected('unconfirmed')));
    expect(ids(drafts)).toEqual(ids(expected('draft').reverse()));
    expect(ids(refused)).toEqual(ids(expected('rejected').reverse()));
    expect(waiting[0]).toEqual({ ...inOrder[0], jobName: null, questionnaireName: null });
    const counts = { waiting: 8, needsDecision: 2, refused: 2, drafts: 2 };
    expect(await store.counts(workspaceId)).toMatchObject(counts);
    expect((await store.outbox('elsewhere')).waiting).toEqual([]);
  });

  test('shows Library names in the Outbox, or none for ids without a name', async () => {
    const { stores, store, workspaceId, submissions } = await holding({});
    const serviceId = submissions[0]?.jobDescriptionId ?? '';
    const entry = { kind: 'job_description', serviceId, name: 'Backend engineer', note: '' } as const;
    await stores.library.save(workspaceId, entry);
    expect((await store.outbox(workspaceId)).waiting).toEqual([
      { ...submissions[0], jobName: 'Backend engineer', questionnaireName: null },
    ]);
  });

  test('reads a long Outbox page by page, with the count of each part', async () => {
    const { store, workspaceId, submissions } = await holding(
      ...Array.from({ length: 2 * OUTBOX_PAGE + 1 }, (_, index) => ({ sendAfter: 5000 - index })),
      { state: 'rejected' },
      { state: 'accepted', sendAfter: 1 },
    );
    const inOrder = ids(submissions.slice(0, 2 * OUTBOX_PAGE + 1)).reverse();
    const { waiting, refused, counts } = await store.outbox(workspaceId);
    expect(ids(waiting)).toEqual(inOrder.slice(0, OUTBOX_PAGE));
    expect(refused).toHaveLength(1);
    expect(counts).toEqual({ waiting: 2 * OUTBOX_PAGE + 1, drafts: 0, refused: 1 });
    const pages = [OUTBOX_PAGE, 2 * OUTBOX_PAGE, 3 * OUTBOX_PAGE].map((offset) =>
      store.outboxPage(workspaceId, 'waiting', offset),
    );
    expect((await Promise.all(pages)).map(ids)).toEqual([
      inOrder.slice(OUTBOX_PAGE, 2 * OUTBOX_PAGE),
      inOrder.slice(2 * OUTBOX_PAGE),
      [],
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

function judgedAt(at: number, tries: TriesRule) {
  return { rules: { ...defaultRules('Europe/Berlin'), tries }, now: at, steadyNow: at };
}
