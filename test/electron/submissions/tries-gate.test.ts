import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import type { Submission, SubmissionFields } from '../../../shared/submission.ts';
import type { TriesRule } from '../../../shared/tries.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { sampleFields, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import { personActions } from './person-actions.ts';
import { namesIn, runningQueue, startQueue } from './running-queue.ts';

const START = Date.UTC(2026, 5, 1);
const ADA = '+12025550143';
const ONCE: TriesRule = { most: 1, withinDays: 7 };

/** A queue, and a person, under a rule, by clocks that the test sets. */
async function limited(
  tries: TriesRule | null,
  answer: Answer = acceptEach,
  more: Partial<WorkspaceRules> = {},
) {
  const kept = { tries };
  const clock = { now: START, sinceBoot: 0 };
  const rules = async () => ({ ...defaultRules('UTC'), ...more, tries: kept.tries });
  const running = await runningQueue(answer, {
    rules,
    now: () => clock.now,
    monotonic: () => performance.now(),
    sinceBoot: () => clock.sinceBoot,
  });
  const person = personActions({
    store: running.storage.stores.submissions,
    settings: () => ({ undoSeconds: 0, duplicateDays: 1 }),
    rules,
    now: () => clock.now,
  });
  /** Time goes by, while the app runs. */
  const pass = (ms: number) => {
    clock.now += ms;
    clock.sinceBoot += ms;
  };
  const addTry = (at: number, changes: Partial<Submission> = {}) =>
    running.add(1, { state: 'accepted', requestId: null, updatedAt: at, ...changes });
  return { ...running, kept, clock, person, pass, addTry, rules };
}

function fieldsTo(phoneNumber: string, notBefore: number | null = null) {
  return sampleFields({ phoneNumber, notBefore });
}

/** Calls on Fridays only; `START` is a Monday. */
const FRIDAYS = { ...defaultRules('UTC').callingHours, enabled: true, weekdays: [5] };
/** 9:00 in Washington. */
const FRIDAY = START + 4 * DAY_MS + 13 * HOUR_MS;
const WEEK_OF_NOTICE = { asked: true, required: true, days: 7 };

const refusedUntil = (nextAt: number, tries = 1) => ({
  ok: false,
  error: { code: 'tries_used_up', values: { tries, nextAt, until: nextAt } },
});

describe('a person who was tried as often as the rules allow', () => {
  test('is refused at submit with how often, and when the next try is allowed; a submission for that day is taken', async () => {
    const { person, addTry } = await limited({ most: 2, withinDays: 7 });
    await addTry(START - 3 * DAY_MS);
    await addTry(START - 2 * DAY_MS);
    const despiteDuplicates = { despiteDuplicates: true };
    const nextAt = START + 4 * DAY_MS;
    expect(await person.submit([fieldsTo(ADA)], despiteDuplicates)).toMatchObject(refusedUntil(nextAt, 2));
    expect(await person.submit([fieldsTo(ADA, nextAt - 1)], despiteDuplicates)).toMatchObject({ ok: false });
    expect(await person.submit([fieldsTo(ADA, nextAt)], despiteDuplicates)).toMatchObject({ ok: true });
    expect(await person.submit([fieldsTo('+12025550199')])).toMatchObject({ ok: true });
  });

  test.each([
    ['accepted', {}],
    ['unconfirmed', {}],
    ['sending', {}],
    ['discarded', { mayHaveReached: { at: START, times: 1 } }],
    ['rejected', { mayHaveReached: { at: START, times: 1 } }],
    ['draft', { mayHaveReached: { at: START, times: 1 } }],
  ] as const)('counts what is %s and may have been sent', async (state, changes) => {
    const { person, addTry } = await limited(ONCE);
    await addTry(START, { state, ...changes });
    const submitted = await person.submit([fieldsTo(ADA)], { despiteDuplicates: true });
    expect(submitted).toMatchObject(refusedUntil(START + 7 * DAY_MS));
  });

  test.each(['draft', 'queued', 'held', 'connecting', 'rejected', 'discarded'] as const)(
    'does not count what is %s and was never sent',
    async (state) => {
      const { person, addTry } = await limited(ONCE);
      await addTry(START, { state });
      const submitted = await person.submit([fieldsTo(ADA)], { despiteDuplicates: true });
      expect(submitted).toMatchObject({ ok: true });
    },
  );

  test('is the same in all workspaces of services, however the number is written, but not in the practice workspace', async () => {
    const { person, storage } = await limited(ONCE);
    const { workspaces, submissions } = storage.stores;
    await workspaces.save(sampleWorkspace({ id: 'other', baseUrl: 'https://other.example' }), START);
    await workspaces.save(sampleWorkspace({ id: 'practice', kind: 'practice' }), START);
    const sent = { state: 'accepted', updatedAt: START } as const;
    await submissions.add([
      sampleSubmission({ ...sent, workspaceId: 'other', phoneNumber: '+5491123456789' }),
      sampleSubmission({ ...sent, workspaceId: 'practice', phoneNumber: ADA }),
    ]);
    expect(await person.submit([fieldsTo('+541123456789')])).toMatchObject({ ok: false });
    expect(await person.submit([fieldsTo(ADA)])).toMatchObject({ ok: true });
  });

  test.each<[string, Partial<WorkspaceRules>, Partial<SubmissionFields>]>([
    ['calling hours allow', { callingHours: FRIDAYS }, {}],
    ['calling hours allow after a chosen time', { callingHours: FRIDAYS }, { notBefore: START + DAY_MS }],
    ['its notice is a week old', { notice: WEEK_OF_NOTICE }, { noticeOn: '2026-05-29' }],
  ])('is judged by when it can go: once %s', async (_when, rules, fields) => {
    const { person, addTry } = await limited(ONCE, acceptEach, rules);
    const options = { despiteDuplicates: true, waitForNotice: true };
    // The next try is allowed on Thursday.
    await addTry(START - 4 * DAY_MS);
    const submission = { ...fieldsTo(ADA), ...fields };
    expect(await person.refusals([submission])).toEqual([null]);
    expect(await person.submit([submission], options)).toMatchObject({ ok: true });
    await addTry(START + DAY_MS);
    expect(await person.submit([submission], options)).toMatchObject(refusedUntil(START + 8 * DAY_MS, 1));
  });

  test('is judged by now if it is exempt from calling hours, or would go before the next try is allowed', async () => {
    const { person, addTry } = await limited(ONCE, acceptEach, { callingHours: FRIDAYS });
    await addTry(START - 4 * DAY_MS);
    const refused = refusedUntil(START + 3 * DAY_MS);
    const despiteDuplicates = { despiteDuplicates: true };
    expect(await person.submit([{ ...fieldsTo(ADA), anyHour: true }], despiteDuplicates)).toMatchObject(
      refused,
    );
    await addTry(FRIDAY - 7 * DAY_MS + 1);
    expect(await person.submit([fieldsTo(ADA)], despiteDuplicates)).toMatchObject(refusedUntil(FRIDAY + 1));
    expect(await person.refusals([{ phoneNumber: ADA }])).toMatchObject([{ code: 'tries_used_up' }]);
  });

  test('is asked first whether it may wait for its notice, if the next try is allowed by then', async () => {
    const { person, addTry } = await limited(ONCE, acceptEach, { notice: WEEK_OF_NOTICE });
    await addTry(START - 4 * DAY_MS);
    const submission = { ...fieldsTo(ADA), noticeOn: '2026-05-29' };
    const answer = await person.submit([submission], { despiteDuplicates: true });
    expect(answer).toMatchObject({ error: { code: 'notice_too_recent' } });
  });

  test('whose submission was taken for later is looked at again when it goes', async () => {
    const { queue, person, add, addTry, pass, untilIn, service, inStates } = await limited(ONCE, acceptEach, {
      callingHours: FRIDAYS,
    });
    await addTry(START - 4 * DAY_MS);
    expect(await person.submit([fieldsTo(ADA)], { despiteDuplicates: true })).toMatchObject({ ok: true });
    const [taken] = await inStates('queued');
    expect(taken?.sendAfter).toBe(FRIDAY);
    // Somebody else was faster.
    await addTry(START + 2 * DAY_MS);
    pass(FRIDAY - START);
    await add(1, { candidateName: 'Bob', phoneNumber: '+12025550199' });
    queue.wake();
    await untilIn('accepted', 3);
    expect(await inStates('queued')).toMatchObject([{ problem: { code: 'tries_used_up' } }]);
    expect(namesIn(service)).toEqual(['Bob']);
  });

  test('counts for each of several submissions made together', async () => {
    const { person } = await limited({ most: 2, withinDays: 7 });
    const three = [fieldsTo(ADA), fieldsTo(ADA), fieldsTo(ADA)];
    expect(await person.refusals(three)).toMatchObject([null, null, { code: 'tries_used_up' }]);
    expect(await person.submit(three, { despiteDuplicates: true })).toMatchObject({ ok: false });
  });

  test('is refused on Send again, Try now and a second attempt', async () => {
    const { person, addTry, add } = await limited(ONCE);
    const [unclear] = await addTry(START, { state: 'unconfirmed' });
    const [waiting] = await add(1, { sendAfter: START + DAY_MS });
    expect(await person.sendAgain([unclear?.id ?? ''])).toMatchObject(refusedUntil(START + 7 * DAY_MS));
    expect(await person.tryNow(waiting?.id ?? '')).toMatchObject(refusedUntil(START + 7 * DAY_MS));
    const [accepted] = await addTry(START);
    expect(await person.submitAgain([accepted?.id ?? ''])).toMatchObject({ ok: false });
  });
});

describe('what waits for such a person', () => {
  test('is not sent when it comes due, waits for the day, and is sent then', async () => {
    const { queue, add, addTry, pass, untilIn, service, storage, inStates } = await limited(ONCE);
    await addTry(START - DAY_MS);
    const [waiting] = await add(1, { candidateName: 'Again' });
    await add(1, { candidateName: 'Bob', phoneNumber: '+12025550199' });
    queue.wake();
    await untilIn('accepted', 2);
    const [put] = await inStates('queued');
    expect(put).toMatchObject({ sendAfter: START + 6 * DAY_MS, problem: { code: 'tries_used_up' } });
    const [{ code } = {}] = await storage.stores.events.of(waiting?.id ?? '');
    expect(code).toBe('held');
    pass(6 * DAY_MS);
    queue.wake();
    await untilIn('accepted', 3);
    expect(namesIn(service)).toEqual(['Bob', 'Again']);
  });

  test('is sent once only if several come due at the same moment, in two processes on one database', async () => {
    const { queue, add, untilIn, service, storage, rules, clock } = await limited(ONCE);
    const parts = { store: storage.stores.submissions, baseUrl: service.origin, rules };
    const second = startQueue({ ...parts, now: () => clock.now, sinceBoot: () => 0, monotonic: () => 0 });
    await add(20);
    queue.wake();
    second.queue.wake();
    await untilIn('accepted', 1);
    await untilIn('queued', 19);
    expect(service.received).toHaveLength(1);
  });

  test('is released at the next start when the rule was lifted while the app was closed', async () => {
    const { queue, add, addTry, kept, clock, untilIn, inStates, storage, service, rules } =
      await limited(ONCE);
    await addTry(START);
    await add(1);
    queue.wake();
    await expect.poll(async () => (await inStates('queued'))[0]?.problem?.code).toBe('tries_used_up');
    await queue.stop(300);
    kept.tries = null;
    const parts = { store: storage.stores.submissions, baseUrl: service.origin, rules };
    const next = startQueue({ ...parts, now: () => clock.now, sinceBoot: () => 0, monotonic: () => 0 });
    await next.queue.recover();
    clock.now += 60_000;
    next.queue.wake();
    await untilIn('accepted', 2);
  });

  test('is not sent sooner because the clock was set forward or back', async () => {
    const { queue, add, addTry, clock, inStates, service } = await limited(ONCE);
    await addTry(START);
    await add(1);
    queue.wake();
    const waiting = async () => (await inStates('queued'))[0];
    await expect.poll(async () => (await waiting())?.sendAfter).toBe(START + 7 * DAY_MS);
    clock.now = START + 30 * DAY_MS;
    queue.wake();
    await expect.poll(async () => (await waiting())?.sendAfter).toBe(START + 37 * DAY_MS);
    clock.now = START - 30 * DAY_MS;
    queue.wake();
    await expect.poll(async () => ((await waiting())?.sendAfter ?? 0) > START - 30 * DAY_MS).toBe(true);
    expect(service.received).toEqual([]);
  });

  test('is the same try again after a refused token', async () => {
    let asked = 0;
    const running = await limited(ONCE, (request, response) => {
      asked += 1;
      if (asked === 1) sendJson(response, 401, {});
      else acceptEach(request, response);
    });
    running.tokens.next = 'token-2';
    await running.add(1);
    running.queue.wake();
    await running.untilIn('accepted', 1);
    expect(running.service.received).toHaveLength(2);
  });
});
