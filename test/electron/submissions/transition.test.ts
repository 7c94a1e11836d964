import { describe, expect, test } from 'vitest';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import { type CreateOutcomeName, createOutcomes } from '../../../electron/service/create-outcomes.ts';
import { type SubmissionEvent, transition } from '../../../electron/submissions/transition.ts';
import { PAUSED_BY_YOU, TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import { SUBMISSION_STATES, type Submission, type SubmissionState } from '../../../shared/submission.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';

const NOW = 5000;

function answered(outcome: CreateOutcome): SubmissionEvent {
  return { type: 'answered', outcome, retryAt: 7000 };
}

const ACCEPTED: CreateOutcome = {
  name: 'accepted',
  httpStatus: 201,
  accepted: { requestId: 'ir_1', status: 'PENDING' },
};

const OUTCOME_NAMES = Object.keys(createOutcomes).filter(
  (name): name is CreateOutcomeName => name in createOutcomes,
);

/** For every event, the state it leads to from each state it may happen in. In all other states it changes nothing. */
const TABLE: readonly (readonly [
  string,
  SubmissionEvent,
  Partial<Record<SubmissionState, SubmissionState>>,
])[] = [
  ['claimed', { type: 'claimed' }, { queued: 'connecting' }],
  ['sending marked', { type: 'sending_marked' }, { queued: 'sending', connecting: 'sending' }],
  ['released', { type: 'released' }, { connecting: 'queued', sending: 'queued' }],
  ['put off', { type: 'put_off' }, { sending: 'queued' }],
  [
    'not renewed, as nobody is signed in',
    { type: 'not_renewed', outcome: { name: 'sign_in_needed', httpStatus: 401 }, retryAt: NOW },
    { queued: 'held' },
  ],
  [
    'not renewed for the moment',
    { type: 'not_renewed', outcome: { name: 'sign_in_not_renewed', httpStatus: 401 }, retryAt: NOW },
    { queued: 'queued' },
  ],
  ['interrupted', { type: 'interrupted' }, { connecting: 'queued', sending: 'unconfirmed' }],
  ['resumed', { type: 'resumed', by: 'sign_in' }, { held: 'queued', queued: 'queued' }],
  ['send now chosen', { type: 'send_now_chosen' }, { held: 'queued', queued: 'queued' }],
  [
    'discarded',
    { type: 'discarded', by: 'discard' },
    {
      draft: 'discarded',
      queued: 'discarded',
      connecting: 'discarded',
      held: 'discarded',
      rejected: 'discarded',
      unconfirmed: 'discarded',
    },
  ],
  [
    'undid discarding a draft',
    { type: 'discard_undone', was: 'draft', since: NOW, again: false },
    { discarded: 'draft' },
  ],
  [
    'undid discarding a refused one',
    { type: 'discard_undone', was: 'rejected', since: NOW, again: false },
    { discarded: 'rejected' },
  ],
  [
    'undid discarding an unconfirmed one',
    { type: 'discard_undone', was: 'unconfirmed', since: NOW, again: false },
    { discarded: 'unconfirmed' },
  ],
  // Never sent by itself.
  [
    'undid discarding a queued one',
    { type: 'discard_undone', was: 'queued', since: NOW, again: false },
    { discarded: 'held' },
  ],
  [
    'undid discarding a connecting one',
    { type: 'discard_undone', was: 'connecting', since: NOW, again: false },
    { discarded: 'held' },
  ],
  [
    'undid discarding a held one',
    { type: 'discard_undone', was: 'held', since: NOW, again: false },
    { discarded: 'held' },
  ],
  [
    'undid discarding a queued one whose person was submitted again since',
    { type: 'discard_undone', was: 'queued', since: NOW, again: true },
    { discarded: 'draft' },
  ],
  [
    'undid discarding a held one whose person was submitted again since',
    { type: 'discard_undone', was: 'held', since: NOW, again: true },
    { discarded: 'draft' },
  ],
  ['undid discarding a sent one', { type: 'discard_undone', was: 'sending', since: NOW, again: false }, {}],
  // There is no open question about these.
  ['send held chosen', { type: 'send_held_chosen', sendAfter: 6000, waivedUntil: 7000 }, {}],
  ['keep waiting chosen', { type: 'keep_waiting_chosen' }, {}],
  ['send held undone', { type: 'send_held_undone' }, {}],
  ['send again chosen', { type: 'send_again_chosen' }, { unconfirmed: 'queued' }],
  [
    'request id entered',
    { type: 'request_id_entered', requestId: 'ir_1', status: 'PENDING' },
    { unconfirmed: 'accepted' },
  ],
  ['paused', { type: 'paused' }, { queued: 'held' }],
  ['taken back', { type: 'taken_back' }, { queued: 'draft', connecting: 'draft', held: 'draft' }],
  [
    'accepted late',
    { type: 'answered_late', outcome: ACCEPTED },
    {
      draft: 'accepted',
      queued: 'accepted',
      connecting: 'accepted',
      sending: 'accepted',
      rejected: 'accepted',
      held: 'accepted',
      unconfirmed: 'accepted',
      discarded: 'accepted',
      // Accepted a second time, under another id: only the history records it.
      accepted: 'accepted',
    },
  ],
  [
    'refused late',
    { type: 'answered_late', outcome: { name: 'refused_as_it_is', httpStatus: 422 } },
    { unconfirmed: 'rejected' },
  ],
  [
    'accepted late, without an id',
    { type: 'answered_late', outcome: { name: TAKEN_WITHOUT_ID, httpStatus: 201 } },
    {
      draft: 'unconfirmed',
      queued: 'unconfirmed',
      connecting: 'unconfirmed',
      sending: 'unconfirmed',
      rejected: 'unconfirmed',
      held: 'unconfirmed',
      unconfirmed: 'unconfirmed',
      // Nothing can be tracked, but from now on it is known that the service accepted it.
      discarded: 'discarded',
    },
  ],
  ['unclear late', { type: 'answered_late', outcome: { name: 'unclear_status', httpStatus: 500 } }, {}],
  // A late answer with an id spares a person from finding it out.
  ['accepted', answered(ACCEPTED), { connecting: 'accepted', sending: 'accepted', unconfirmed: 'accepted' }],
  [
    'accepted without an id',
    answered({ name: 'accepted_without_id', httpStatus: 201 }),
    { connecting: 'unconfirmed', sending: 'unconfirmed' },
  ],
  ['refused', answered({ name: 'refused_as_it_is' }), { connecting: 'rejected', sending: 'rejected' }],
  ['not sent', answered({ name: 'not_reachable' }), { connecting: 'queued', sending: 'queued' }],
  ['unclear', answered({ name: 'connection_lost' }), { connecting: 'unconfirmed', sending: 'unconfirmed' }],
];

describe.each(TABLE)('%s', (_name, event, moves) => {
  test.each(SUBMISSION_STATES)('from %s', (state) => {
    const before = sampleSubmission({ state });
    const change = transition(before, event, NOW);
    expect(change?.submission.state).toBe(moves[state]);
    if (!change) return;
    expect(change.submission).toMatchObject({ revision: before.revision + 1, updatedAt: NOW });
    // Who is called, and under which key, never changes.
    const { id, phoneNumber, workspaceId, createdAt } = before;
    expect(change.submission).toMatchObject({ id, phoneNumber, workspaceId, createdAt });
  });
});

test.each([{ type: 'interrupted' }, { type: 'released' }] as const)(
  '$type: a submission due when claimed stays due, even if the clock was set back in the meantime',
  (event) => {
    const connecting = sampleSubmission({ state: 'connecting', sendAfter: NOW + 10 });
    expect(transition(connecting, event, NOW)?.submission.sendAfter).toBe(NOW);
    expect(transition({ ...connecting, sendAfter: 10 }, event, NOW)?.submission.sendAfter).toBe(10);
  },
);

test('a released attempt does not count', () => {
  const claimed = sampleSubmission({ state: 'connecting', attempts: 3 });
  expect(transition(claimed, { type: 'released' }, NOW)?.submission.attempts).toBe(2);
  const marked: Submission = { ...claimed, state: 'sending' };
  const released = transition(marked, { type: 'released' }, NOW);
  expect(released?.submission.attempts).toBe(2);
  expect(released?.history?.code).toBe('nothing_sent');
  expect(transition(claimed, { type: 'interrupted' }, NOW)?.submission.attempts).toBe(3);
});

describe('an outcome', () => {
  const sending = sampleSubmission({ state: 'sending', attempts: 1 });

  test.each([
    ['track', 'accepted'],
    ['retry', 'queued'],
    ['retry_once', 'queued'],
    ['wait', 'queued'],
    ['sign_in', 'held'],
    ['hold', 'held'],
    ['reject', 'rejected'],
    ['ask', 'unconfirmed'],
  ] as const)('whose action is %s leads to %s', (action, state) => {
    const names = OUTCOME_NAMES.filter((name) => createOutcomes[name].action === action);
    expect(names).not.toEqual([]);
    for (const name of names) {
      const outcome = name === 'accepted' ? ACCEPTED : { name };
      expect(transition(sending, answered(outcome), NOW)?.submission.state).toBe(state);
    }
  });

  test('that is unclear or accepted is tracked or left to a person, never queued again', () => {
    const done = OUTCOME_NAMES.filter((name) => /unclear|accepted/.test(createOutcomes[name].certainty));
    expect(done.length).toBeGreaterThan(5);
    for (const name of done) {
      const outcome = name === 'accepted' ? ACCEPTED : { name };
      const state = name === 'accepted' ? 'accepted' : 'unconfirmed';
      expect(transition(sending, answered(outcome), NOW)?.submission.state, name).toBe(state);
    }
  });

  test('with an id is tracked in the same step', () => {
    const change = transition(sending, answered(ACCEPTED), NOW);
    expect(change).toMatchObject({
      submission: { requestId: 'ir_1', problem: null },
      history: {
        code: 'accepted',
        values: { status: 'PENDING' },
      },
      tracked: { requestId: 'ir_1', status: 'PENDING' },
    });
  });

  test('that can be retried stores when, and why it was not sent', () => {
    const change = transition(sending, answered({ name: 'not_reachable', reason: 'ECONNREFUSED' }), NOW);
    expect(change).toMatchObject({
      submission: { sendAfter: 7000, problem: { code: 'not_reachable' } },
      history: { code: 'retry', values: { code: 'not_reachable', reason: 'ECONNREFUSED' } },
      tracked: null,
    });
  });

  test('that needs another connection is retried once, and then held', () => {
    const outcome = { name: 'other_connection_needed', httpStatus: 421 } as const;
    const once = transition(sending, answered(outcome), NOW)?.submission;
    expect(once?.state).toBe('queued');
    const again = transition({ ...sending, problem: once?.problem ?? null }, answered(outcome), NOW);
    expect(again?.submission.state).toBe('held');
  });

  test('that rejects it keeps the service’s answer', () => {
    const change = transition(
      sending,
      answered({ name: 'refused_as_it_is', httpStatus: 422, answer: 'No' }),
      NOW,
    );
    expect(change?.submission.problem).toMatchObject({ httpStatus: 422, answer: 'No' });
    expect(change?.history).toEqual({ code: 'rejected', values: change?.submission.problem });
  });
});

describe('a person', () => {
  test('who sends an unconfirmed submission again leaves that in the history, and the key stays', () => {
    const before = sampleSubmission({
      state: 'unconfirmed',
      problem: { code: 'connection_lost' },
    });
    const change = transition(before, { type: 'send_again_chosen' }, NOW);
    expect(change?.submission).toMatchObject({
      // Sent as the Idempotency-Key.
      id: before.id,
      state: 'queued',
      problem: null,
      sendAfter: NOW,
    });
    expect(change?.history?.code).toBe('send_again_chosen');
  });

  test('cannot send again what the service accepted without an id', () => {
    const taken = sampleSubmission({
      state: 'unconfirmed',
      problem: { code: TAKEN_WITHOUT_ID },
    });
    expect(transition(taken, { type: 'send_again_chosen' }, NOW)).toBeUndefined();
    expect(transition(taken, { type: 'discarded', by: 'discard' }, NOW)?.submission.state).toBe('discarded');
    const entered = { type: 'request_id_entered', requestId: 'ir_1', status: 'PENDING' } as const;
    expect(transition(taken, entered, NOW)?.submission.state).toBe('accepted');
  });

  test('who tries a waiting submission now makes it due, without a history entry', () => {
    const waiting = sampleSubmission({ sendAfter: 9000, problem: { code: 'not_reachable' } });
    const change = transition(waiting, { type: 'send_now_chosen' }, NOW);
    expect(change).toMatchObject({ submission: { sendAfter: NOW, problem: waiting.problem }, history: null });
  });

  test.each([{ type: 'send_now_chosen' }, { type: 'resumed', by: 'try_again' }] as const)(
    'who tries again does not end the cause: it lasts since the first try ($type)',
    (event) => {
      const problem = { code: 'not_permitted', httpStatus: 403, since: 5 } as const;
      const held = sampleSubmission({ state: 'held', problem });
      const due = transition(held, event, NOW)?.submission;
      const sent = due && transition(due, { type: 'sending_marked' }, NOW)?.submission;
      const ended = (httpStatus: number) =>
        sent &&
        transition(
          sent,
          { type: 'answered', outcome: { name: 'not_permitted', httpStatus }, retryAt: NOW },
          NOW,
        );
      expect(ended(403)?.submission).toMatchObject({ state: 'held', problem: { since: 5 } });
      expect(ended(404)?.submission.problem?.since).toBe(NOW);
      const paused = sampleSubmission({ state: 'held', problem: { code: PAUSED_BY_YOU } });
      expect(transition(paused, { type: 'send_now_chosen' }, NOW)?.submission.problem).toBeNull();
    },
  );
});

describe('a time that a person chose', () => {
  const CHOSEN = NOW + 9000;
  const chosen = (changes: Partial<Submission>) => sampleSubmission({ notBefore: CHOSEN, ...changes });

  test.each([
    ['resumed', chosen({ state: 'held' }), { type: 'resumed', by: 'sign_in' }],
    ['resumed in the queue', chosen({}), { type: 'resumed', by: 'service_reachable' }],
    ['released', chosen({ state: 'connecting' }), { type: 'released' }],
    ['interrupted', chosen({ state: 'connecting' }), { type: 'interrupted' }],
    ['not sent', chosen({ state: 'connecting' }), answered({ name: 'not_reachable' })],
    ['sent again', chosen({ state: 'unconfirmed' }), { type: 'send_again_chosen' }],
  ] as const)('is kept while it lies ahead when the submission is %s', (_what, before, event) => {
    const kept = { state: 'queued', sendAfter: CHOSEN, notBefore: CHOSEN };
    expect(transition(before, event, NOW)?.submission).toMatchObject(kept);
  });

  test('delays nothing once it has passed', () => {
    const past = sampleSubmission({ state: 'held', attempts: 1, notBefore: 10 });
    expect(transition(past, { type: 'resumed', by: 'sign_in' }, NOW)?.submission.sendAfter).toBe(NOW);
  });

  test('is dropped by Send now', () => {
    const change = transition(chosen({ sendAfter: CHOSEN }), { type: 'send_now_chosen' }, NOW);
    expect(change?.submission).toMatchObject({ sendAfter: NOW, notBefore: null });
    expect(change?.history?.code).toBe('send_early_chosen');
  });
});

test('a submission paused in its undo window waits at most one such window after the clock was set back', () => {
  const paused = sampleSubmission({ state: 'held', sendAfter: NOW + 9e9 });
  expect(transition(paused, { type: 'resumed', by: 'resume' }, NOW)?.submission.sendAfter).toBe(NOW + 60_000);
});

test('each claim counts as an attempt', () => {
  const twice = sampleSubmission({ attempts: 2 });
  const { submission: claimed } = changeBy(twice, { type: 'claimed' });
  expect(claimed.attempts).toBe(3);
  expect(transition(claimed, { type: 'sending_marked' }, NOW)?.submission.attempts).toBe(3);
  expect(transition(twice, { type: 'sending_marked' }, NOW)?.submission).toMatchObject({
    state: 'sending',
    attempts: 3,
  });
});

test.each([ACCEPTED, { name: TAKEN_WITHOUT_ID, httpStatus: 201 }] as const)(
  'a late answer to an earlier send ($name) counts the one in progress, too',
  (outcome) => {
    const mayHaveReached = { at: 1000, times: 1 };
    const late = { type: 'answered_late', outcome } as const;
    const sending = transition(sampleSubmission({ state: 'sending', mayHaveReached }), late, NOW);
    expect(sending?.submission.mayHaveReached).toEqual({ at: NOW, times: 2 });
    const queued = transition(sampleSubmission({ state: 'queued', mayHaveReached }), late, NOW);
    expect(queued?.submission.mayHaveReached).toEqual(mayHaveReached);
  },
);

describe('hours that come into force', () => {
  test.each(SUBMISSION_STATES)('bind waiting submissions without a history entry: %s', (state) => {
    const submission = sampleSubmission({ state });
    const change = transition(submission, { type: 'hours_bound', hoursInForce: [] }, NOW);
    const binds = ['queued', 'held', 'unconfirmed'].includes(state);
    expect(change?.submission).toEqual(binds ? { ...submission, hoursInForce: [], revision: 2 } : undefined);
    expect(change?.history ?? null).toBeNull();
  });
});
