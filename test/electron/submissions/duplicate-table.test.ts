import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import type { SubmissionEvent } from '../../../electron/submissions/transition.ts';
import { TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import { SUBMISSION_STATES, type Submission, type SubmissionState } from '../../../shared/submission.ts';
import { told } from '../../told.ts';
import { changeBy, sampleFields, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { addTracked, sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1000 * DAY;
const WINDOW_DAYS = 30;

const PLACES = ['own', 'same service', 'removed, same service', 'other service'] as const;
type Place = (typeof PLACES)[number];

/** When the earlier submission reached the service, or may have. */
const TIMES = { inside: NOW - DAY, edge: NOW - WINDOW_DAYS * DAY, outside: NOW - WINDOW_DAYS * DAY - 1 };
type Time = keyof typeof TIMES;

/** What is expected within reach, written out independently: `-` silent, `?` asked; inside, edge, outside. */
const EXPECTED: Readonly<Record<SubmissionState, readonly [unsent: string, mayHaveReached: string]>> = {
  draft: ['---', '??-'],
  queued: ['???', '???'],
  connecting: ['???', '???'],
  sending: ['???', '???'],
  accepted: ['??-', '??-'],
  rejected: ['---', '??-'],
  held: ['???', '???'],
  unconfirmed: ['???', '???'],
  discarded: ['---', '??-'],
};

interface Cell {
  readonly state: SubmissionState;
  readonly reached: boolean;
  readonly place: Place;
  readonly time: Time;
}

const CELLS: readonly Cell[] = SUBMISSION_STATES.flatMap((state) =>
  [false, true].flatMap((reached) =>
    PLACES.flatMap((place) =>
      (['inside', 'edge', 'outside'] as const).map((time) => ({ state, reached, place, time })),
    ),
  ),
);

function isAsked({ state, reached, place, time }: Cell): boolean {
  const at = ['inside', 'edge', 'outside'].indexOf(time);
  return place !== 'other service' && EXPECTED[state][reached ? 1 : 0][at] === '?';
}

const ACCEPTED = { requestId: 'late', status: 'PENDING' };

const shared = sharedStorage();
let numbers = 0;

/** An earlier submission of a number of its own, and the Outbox of the workspace in which it is submitted once more. */
async function after({ state, reached, place, time }: Cell, more: Partial<Submission> = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions, workspaces } = storage.stores;
  numbers += 1;
  const phoneNumber = `+1202555${String(numbers).padStart(4, '0')}`;
  const [own] = (await workspaces.list()).filter(({ id }) => id === workspaceId);
  let there = workspaceId;
  if (place !== 'own') {
    there = randomUUID();
    const baseUrl = place === 'other service' ? `https://${there}.example` : (own?.baseUrl ?? '');
    await workspaces.save(sampleWorkspace({ id: there, name: 'Elsewhere', baseUrl, clientId: 'another' }), 1);
    if (place === 'removed, same service') await workspaces.remove(there, NOW);
  }
  const at = TIMES[time];
  const earlier = sampleSubmission({
    workspaceId: there,
    phoneNumber,
    state,
    createdAt: NOW - 500 * DAY,
    mayHaveReached: reached ? { at, times: 1 } : null,
    ...more,
  });
  if (state === 'accepted') {
    const { mayHaveReached: _, state: _state, ...queued } = earlier;
    await addTracked(storage, `request-${numbers}`, { ...queued, createdAt: at - DAY }, at);
  } else await submissions.add([earlier]);
  const actions = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds: 5, duplicateDays: WINDOW_DAYS }),
    now: () => NOW,
  });
  const fields = sampleFields({ candidateName: 'Ada King', phoneNumber });
  return { actions, fields, earlier, submissions };
}

test.each(CELLS)(
  'a number whose earlier submission is $state (may have reached the service: $reached; $place; $time) follows the table',
  async (cell) => {
    const { actions, fields } = await after(cell);
    const found = await actions.duplicates([fields.phoneNumber]);
    const submitted = await actions.submit([fields]);
    const asked = isAsked(cell);
    expect(found).toHaveLength(asked ? 1 : 0);
    expect(submitted).toMatchObject(asked ? { error: { code: 'duplicate' } } : { ok: true });
    if (asked) expect((await actions.submit([fields], { despiteDuplicates: true })).ok).toBe(true);
  },
);

test('the table has every cell', () => {
  expect(CELLS).toHaveLength(SUBMISSION_STATES.length * 2 * 4 * 3);
});

const CLEAR: Cell = { state: 'discarded', reached: true, place: 'own', time: 'inside' };

test('the question says when the person may have been called, and what was decided', async () => {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(TIMES.inside);
  const says = async (cell: Partial<Cell>, more: Partial<Submission> = {}) => {
    const { actions, fields } = await after({ ...CLEAR, ...cell }, more);
    const submitted = await actions.submit([fields]);
    return submitted.ok ? 'queued' : told(submitted)?.message;
  };
  const before = 'This phone number was submitted before: Ada Lovelace,';
  expect(await says({})).toBe(`${before} may have been called on ${day}; you discarded it.`);
  const problem = { code: TAKEN_WITHOUT_ID } as const;
  expect(await says({}, { problem })).toBe(`${before} accepted by the service on ${day}; you discarded it.`);
  expect(await says({ state: 'draft' })).toBe(
    `${before} may have been called on ${day}; you took it back later.`,
  );
  expect(await says({ state: 'rejected' })).toBe(
    `${before} may have been called on ${day}; the service refused it later.`,
  );
  expect(await says({ state: 'unconfirmed' })).toBe(
    `${before} may have been called on ${day}; it needs your decision.`,
  );
  expect(await says({ place: 'same service' })).toBe(
    `${before} may have been called on ${day}; you discarded it, in the workspace “Elsewhere”.`,
  );
  expect(await says({ state: 'accepted', place: 'removed, same service' })).toMatch(
    /, Pending, submitted on .*, in the removed workspace “Elsewhere”\.$/,
  );
});

test('correcting a draft or rejected submission that may have reached the service is asked about', async () => {
  for (const state of ['draft', 'rejected', 'held', 'queued'] as const) {
    const reached = await after({ ...CLEAR, state });
    expect(await reached.actions.submit([reached.fields], { replaces: reached.earlier.id })).toMatchObject({
      error: { code: 'duplicate' },
    });
    expect(await reached.submissions.get(reached.earlier.id)).toMatchObject({ state });
    const unsent = await after({ ...CLEAR, state, reached: false });
    const corrected = await unsent.actions.submit([unsent.fields], { replaces: unsent.earlier.id });
    expect(corrected.ok).toBe(true);
  }
});

test('submitting again covers what had reached the service before, not what is waiting or came later', async () => {
  const { actions, fields, earlier, submissions } = await after({ ...CLEAR, state: 'accepted' });
  const submitAgain = () => actions.submit([fields], { again: earlier.id });
  const put = async (state: SubmissionState, reachedAt: number | null): Promise<Submission> => {
    const mayHaveReached = reachedAt === null ? null : { at: reachedAt, times: 1 };
    const { workspaceId, phoneNumber } = earlier;
    const other = sampleSubmission({
      workspaceId,
      phoneNumber,
      state,
      mayHaveReached,
      createdAt: NOW - 9 * DAY,
    });
    await submissions.add([other]);
    return other;
  };
  const discard = async (id: string) => submissions.save([changeBy(await stored(id), DISCARDED, NOW)]);
  const stored = async (id: string): Promise<Submission> => {
    const found = await submissions.get(id);
    if (!found) throw new Error('It was not stored.');
    return found;
  };
  // The first was made two days ago.
  await put('discarded', NOW - 4 * DAY);
  const { id } = await put('queued', null);
  expect(await submitAgain()).toMatchObject({ error: { code: 'duplicate' } });
  await discard(id);
  const { id: sentAgain } = await put('held', NOW - 4 * DAY);
  expect(await submitAgain()).toMatchObject({ error: { code: 'duplicate' } });
  await discard(sentAgain);
  expect((await submitAgain()).ok).toBe(true);
});

test('submitting again covers nothing if the service has not accepted the submission', async () => {
  for (const state of ['queued', 'held', 'unconfirmed', 'discarded'] as const) {
    const { actions, fields, earlier } = await after({ ...CLEAR, state });
    expect(await actions.submit([fields], { again: earlier.id })).toMatchObject({
      error: { code: 'duplicate' },
    });
  }
});

test('a discarded submission that reached nobody is submitted anew without a question, and both are linked', async () => {
  const { actions, fields, earlier, submissions } = await after({
    ...CLEAR,
    state: 'discarded',
    reached: false,
  });
  const anew = await actions.submit([fields], { again: earlier.id });
  if (!anew.ok) throw new Error('It was not submitted.');
  const [made] = anew.value;
  expect(made?.previousSubmissionId).toBe(earlier.id);
  expect(await submissions.get(earlier.id)).toMatchObject({ state: 'discarded' });
  expect((await submissions.detail(earlier.workspaceId, earlier.id))?.following).toMatchObject([
    { submissionId: made?.id },
  ]);
  expect((await submissions.detail(earlier.workspaceId, made?.id ?? ''))?.previous).toMatchObject({
    submissionId: earlier.id,
  });
});

const DISCARDED: SubmissionEvent = { type: 'discarded', by: 'discard' };

/** Events of a submission one after the other, from `sending` on, each stored. */
const LIVES: readonly (readonly [string, readonly SubmissionEvent[], asked: boolean])[] = [
  ['unclear, discarded', [answered({ name: 'connection_lost' }), DISCARDED], true],
  ['interrupted, discarded', [{ type: 'interrupted' }, DISCARDED], true],
  [
    'accepted without an id, discarded',
    [answered({ name: TAKEN_WITHOUT_ID, httpStatus: 201 }), DISCARDED],
    true,
  ],
  [
    'unclear, discarded, accepted late',
    [answered({ name: 'no_answer_in_time' }), DISCARDED, late({ name: 'accepted', accepted: ACCEPTED })],
    true,
  ],
  [
    'unclear, discarded, accepted late without an id',
    [answered({ name: 'no_answer_in_time' }), DISCARDED, late({ name: TAKEN_WITHOUT_ID, httpStatus: 201 })],
    true,
  ],
  [
    'unclear, sent again, taken back',
    [answered({ name: 'connection_lost' }), { type: 'send_again_chosen' }, { type: 'taken_back' }],
    true,
  ],
  [
    'unclear, sent again, discarded',
    [answered({ name: 'connection_lost' }), { type: 'send_again_chosen' }, DISCARDED],
    true,
  ],
  [
    'unclear, sent again, refused',
    [
      answered({ name: 'connection_lost' }),
      { type: 'send_again_chosen' },
      { type: 'sending_marked' },
      answered({ name: 'refused_as_it_is', httpStatus: 422 }),
    ],
    true,
  ],
  [
    'unclear twice, one refused late, discarded',
    [
      answered({ name: 'no_answer_in_time' }),
      { type: 'send_again_chosen' },
      { type: 'sending_marked' },
      answered({ name: 'no_answer_in_time' }),
      late({ name: 'refused_as_it_is', httpStatus: 422 }),
      DISCARDED,
    ],
    true,
  ],
  [
    'unclear, its id entered',
    [
      answered({ name: 'connection_lost' }),
      { type: 'request_id_entered', requestId: 'r', status: 'PENDING' },
    ],
    true,
  ],
  // Nobody can have been called: no question.
  ['refused', [answered({ name: 'refused_as_it_is', httpStatus: 422 })], false],
  ['refused, discarded', [answered({ name: 'refused_as_it_is', httpStatus: 422 }), DISCARDED], false],
  ['not sent, discarded', [answered({ name: 'not_reachable' }), DISCARDED], false],
  [
    'told to wait, taken back',
    [answered({ name: 'slow_down', httpStatus: 429 }), { type: 'taken_back' }],
    false,
  ],
  ['released, taken back', [{ type: 'released' }, { type: 'taken_back' }], false],
  ['refused for its token, discarded', [{ type: 'put_off' }, DISCARDED], false],
  [
    'unclear, refused late',
    [answered({ name: 'no_answer_in_time' }), late({ name: 'refused_as_it_is', httpStatus: 422 })],
    false,
  ],
  [
    'unclear, discarded, refused late',
    [answered({ name: 'no_answer_in_time' }), DISCARDED, late({ name: 'refused_as_it_is', httpStatus: 422 })],
    false,
  ],
];

test.each(LIVES)(
  'a number whose earlier submission was %s is asked about if somebody may have been called',
  async (_life, events, asked) => {
    const { actions, fields, earlier, submissions } = await after({
      state: 'sending',
      reached: false,
      place: 'own',
      time: 'inside',
    });
    let submission = earlier;
    for (const [index, event] of events.entries()) {
      const change = changeBy(submission, event, NOW - DAY + index);
      expect(await submissions.save([change])).toEqual([true]);
      submission = change.submission;
    }
    const submitted = await actions.submit([fields]);
    expect(submitted).toMatchObject(asked ? { error: { code: 'duplicate' } } : { ok: true });
    expect(await submissions.get(submission.id)).toEqual(submission);
  },
);

test('if two workspaces of one service submit a number at the same moment, one is asked', async () => {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions, workspaces } = storage.stores;
  const [own] = (await workspaces.list()).filter(({ id }) => id === workspaceId);
  const other = sampleWorkspace({ id: randomUUID(), baseUrl: own?.baseUrl ?? '' });
  await workspaces.save(other, 1);
  const actionsOf = (id: string) =>
    personActions({
      workspaceId: id,
      store: submissions,
      settings: () => ({ undoSeconds: 5, duplicateDays: WINDOW_DAYS }),
      now: () => NOW,
    });
  const [here, there] = [actionsOf(workspaceId), actionsOf(other.id)];
  for (let round = 0; round < 50; round += 1) {
    const fields = sampleFields({ phoneNumber: `+1202666${String(round).padStart(4, '0')}` });
    const both = await Promise.all([here.submit([fields]), there.submit([fields])]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

function answered(outcome: CreateOutcome): SubmissionEvent {
  return { type: 'answered', outcome, retryAt: NOW };
}

function late(outcome: CreateOutcome): SubmissionEvent {
  return { type: 'answered_late', outcome };
}
