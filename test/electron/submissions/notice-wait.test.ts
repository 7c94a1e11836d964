import { expect, test } from 'vitest';
import { transition } from '../../../electron/submissions/transition.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { chosenTime, type Submission } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { sampleFields, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { acceptEach } from '../service/recording-service.ts';
import { personActions } from './person-actions.ts';
import { namesIn, runningQueue, startQueue } from './running-queue.ts';

const BERLIN = '+493012345678';
/** A Monday, 13:00 in Berlin. */
const NOW = Date.parse('2026-11-23T12:00:00Z');
const at = (text: string): number => Date.parse(text);
/** 9:00 in Berlin on the days that are 7, 5 and 14 after the notice of the tests. */
const AFTER_7 = at('2026-11-27T08:00:00Z');
const AFTER_5 = at('2026-11-25T08:00:00Z');
const AFTER_14 = at('2026-12-04T08:00:00Z');

function rulesWith(notice: Partial<WorkspaceRules['notice']>): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  return {
    ...rules,
    callingHours: { ...rules.callingHours, enabled: false },
    notice: { asked: true, required: true, days: 7, ...notice },
  };
}

/** A queue under rules that the test changes, and what a person submits there in the knowledge that it waits. */
async function queueUnder(rules: WorkspaceRules, sinceBoot?: () => number) {
  const kept = { rules, now: NOW };
  const parts = { now: () => kept.now, rules: async () => kept.rules, ...(sinceBoot && { sinceBoot }) };
  const running = await runningQueue(acceptEach, parts);
  const { submissions, events } = running.storage.stores;
  const actions = personActions({
    ...parts,
    store: submissions,
    settings: () => ({ undoSeconds: 0, duplicateDays: 0 }),
  });
  const submit = async (
    notBefore: number | null = null,
    candidateName = 'Ada',
    phoneNumber = BERLIN,
    anyHour = false,
  ) => {
    const fields = sampleFields({ candidateName, phoneNumber, noticeOn: '2026-11-20', notBefore, anyHour });
    const submitted = await actions.submit([fields], { waitForNotice: true });
    if (!submitted.ok || !submitted.value[0]) throw new Error('It was refused.');
    // The longest undo window is over.
    kept.now += 60_000;
    return submitted.value[0].id;
  };
  const codes = async (id: string) => (await events.of(id)).map(({ code }) => code);
  return { ...running, parts, kept, actions, submit, submissions, codes };
}

test.each<[string, Partial<WorkspaceRules['notice']>]>([
  ['is removed', { asked: false, required: false }],
  ['asks for fewer days than have passed', { days: 2 }],
  ['asks for no days', { days: 0 }],
])('what waits for its notice goes at once when the rule %s', async (_how, notice) => {
  const { submit, submissions, queue, kept, untilIn, service, codes } = await queueUnder(rulesWith({}));
  const id = await submit();
  expect(await submissions.get(id)).toMatchObject({ notBefore: AFTER_7, sendAfter: AFTER_7, wantedAt: NOW });
  kept.rules = rulesWith(notice);
  await queue.judgeAgain();
  await untilIn('accepted', 1);
  expect(namesIn(service)).toEqual(['Ada']);
  expect(await codes(id)).toContain('resumed');
});

test('what waits for its notice waits for the day that the rule says now, sooner or later', async () => {
  const { submit, submissions, queue, kept, service, codes } = await queueUnder(rulesWith({}));
  const id = await submit();
  for (const [days, day] of [
    [5, AFTER_5],
    [14, AFTER_14],
    [7, AFTER_7],
  ] as const) {
    kept.rules = rulesWith({ days });
    await queue.judgeAgain();
    expect(await submissions.get(id)).toMatchObject({
      state: 'queued',
      notBefore: day,
      sendAfter: day,
      wantedAt: NOW,
    });
  }
  const told = await codes(id);
  await queue.judgeAgain();
  expect(await codes(id)).toEqual(told);
  expect(service.received).toHaveLength(0);
});

test('what waits for its notice says so also in the evening before, when calling hours would hold it as long', async () => {
  const rules = rulesWith({ days: 4 });
  const { submit, submissions, queue, kept, codes } = await queueUnder({
    ...rules,
    callingHours: { ...rules.callingHours, enabled: true },
  });
  const id = await submit();
  const waiting = { notBefore: at('2026-11-24T08:00:00Z'), wantedAt: NOW };
  expect(await submissions.get(id)).toMatchObject(waiting);
  const told = await codes(id);
  kept.now = at('2026-11-23T20:00:00Z');
  await queue.judgeAgain();
  expect(await submissions.get(id)).toMatchObject(waiting);
  expect(await codes(id)).toEqual(told);
});

test('one that calling hours were to hold long enough is not called too early when a person sends it without them', async () => {
  const rules = rulesWith({ days: 4 });
  const hours = { ...rules, callingHours: { ...rules.callingHours, enabled: true } };
  const { submit, submissions, queue, kept, actions, service } = await queueUnder(hours);
  kept.now = at('2026-11-23T20:00:00Z');
  const id = await submit();
  const morning = at('2026-11-24T08:00:00Z');
  expect(await submissions.get(id)).toMatchObject({ notBefore: null, sendAfter: morning });
  kept.rules = rules;
  await queue.judgeAgain();
  expect(await actions.answerHolds('send_now', kept.now)).toMatchObject({ ok: true });
  queue.wake();
  await until('the wait', async () => (await submissions.get(id))?.notBefore === morning);
  expect(service.received).toHaveLength(0);
});

test('what the queue put off for its notice goes at once when the rule is removed', async () => {
  const { submissions, queue, kept, add, untilIn } = await queueUnder(rulesWith({}));
  const [one] = await add(1, { phoneNumber: BERLIN, noticeOn: '2026-11-20', sendAfter: NOW });
  queue.wake();
  await until('the wait', async () => (await submissions.get(one?.id ?? ''))?.notBefore === AFTER_7);
  kept.rules = rulesWith({ asked: false, required: false });
  await queue.judgeAgain();
  await untilIn('accepted', 1);
});

test('a time that a person chose is kept when the rule is removed', async () => {
  const { submit, submissions, queue, kept, service } = await queueUnder(rulesWith({}));
  const chosen = at('2026-11-24T10:00:00Z');
  const early = await submit(chosen);
  const late = await submit(at('2026-12-01T10:00:00Z'), 'Bo', '+493012345679');
  expect(await submissions.get(early)).toMatchObject({ notBefore: AFTER_7, wantedAt: chosen });
  kept.rules = rulesWith({ asked: false, required: false });
  await queue.judgeAgain();
  const after = await submissions.get(early);
  expect(after).toMatchObject({ notBefore: chosen, sendAfter: chosen });
  expect(after?.wantedAt).toBeUndefined();
  expect(await submissions.get(late)).toMatchObject({ notBefore: at('2026-12-01T10:00:00Z') });
  expect(service.received).toHaveLength(0);
});

test('a paused one stays paused, and goes without the wait once a person resumes it', async () => {
  const { submit, submissions, queue, kept, actions, untilIn } = await queueUnder(rulesWith({}));
  const id = await submit();
  await actions.pause([id]);
  kept.rules = rulesWith({ asked: false, required: false });
  await queue.judgeAgain();
  expect(await submissions.get(id)).toMatchObject({ state: 'held', notBefore: null });
  await actions.tryNow(id);
  queue.wake();
  await untilIn('accepted', 1);
});

test('a correction waits on with the same notice, and asks again with another', async () => {
  const { submit, submissions, queue, kept, actions, untilIn, inStates } = await queueUnder(rulesWith({}));
  const id = await submit();
  const waiting = await submissions.get(id);
  if (!waiting) throw new Error('It is gone.');
  // What the form shows as a person's choice: none.
  expect(chosenTime(waiting)).toBeNull();
  await actions.takeBack(id);
  const same = { candidateName: 'Ada L.', phoneNumber: BERLIN, notBefore: chosenTime(waiting) };
  const correct = (noticeOn: string) =>
    actions.submit([sampleFields({ ...same, noticeOn })], { replaces: id });
  expect(await correct('2026-11-21')).toMatchObject({ error: { code: 'notice_too_recent' } });
  expect(await correct('2026-11-20')).toMatchObject({ ok: true });
  expect(await inStates('queued')).toMatchObject([{ notBefore: AFTER_7, wantedAt: kept.now }]);
  kept.now += 60_000;
  kept.rules = rulesWith({ asked: false, required: false });
  await queue.judgeAgain();
  await untilIn('accepted', 1);
});

test.each<[string, Partial<Submission>, number | null]>([
  ['nobody chose a time for', { sendAfter: NOW + 30_000 }, null],
  ['was to be tried again', { sendAfter: NOW + 3_600_000, attempts: 2 }, null],
  ['a person chose a time for', { sendAfter: NOW + 7_200_000, notBefore: NOW + 7_200_000 }, NOW + 7_200_000],
])('the wait of one that %s shows no other choice than that', (_which, waiting, chosen) => {
  const submission = sampleSubmission({ state: 'queued', createdAt: NOW, ...waiting });
  const waits = transition(submission, { type: 'notice_waited', until: AFTER_7 }, NOW)?.submission;
  if (!waits) throw new Error('It does not wait.');
  expect(waits.notBefore).toBe(AFTER_7);
  expect(chosenTime(waits)).toBe(chosen);
  // An undo window that is still open is kept.
  const ended = transition(waits, { type: 'notice_wait_ended' }, NOW)?.submission;
  expect(ended?.notBefore).toBe(chosen);
  expect(ended?.sendAfter).toBeGreaterThanOrEqual(chosen ?? (waits.attempts > 0 ? NOW : NOW + 30_000));
});

test('a rule that was loosened while the app was closed counts at the next start', async () => {
  const { submit, submissions, queue, kept, parts, tokens, service, untilIn } = await queueUnder(
    rulesWith({}),
  );
  await submit();
  await queue.stop(300);
  kept.rules = rulesWith({ asked: false, required: false });
  const next = startQueue({ ...parts, baseUrl: service.origin, store: submissions, tokens });
  await next.queue.recover();
  next.queue.wake();
  await untilIn('accepted', 1);
});

test('a looser rule in one workspace leaves the waits of another alone', async () => {
  const { submit, submissions, queue, kept, untilIn, storage, service, parts } = await queueUnder(
    rulesWith({}),
  );
  await submit();
  await storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
  const strict = rulesWith({});
  const second = startQueue({
    ...parts,
    workspaceId: 'workspace-2',
    rules: async () => strict,
    baseUrl: service.origin,
    store: submissions,
  });
  const waiting = sampleSubmission({
    workspaceId: 'workspace-2',
    state: 'queued',
    phoneNumber: BERLIN,
    noticeOn: '2026-11-20',
    sendAfter: AFTER_7,
    notBefore: AFTER_7,
    wantedAt: NOW,
  });
  await submissions.add([waiting]);
  kept.rules = rulesWith({ asked: false, required: false });
  await Promise.all([queue.judgeAgain(), second.queue.judgeAgain()]);
  await untilIn('accepted', 1);
  expect(await submissions.get(waiting.id)).toMatchObject({
    state: 'queued',
    notBefore: AFTER_7,
    wantedAt: NOW,
  });
});

test.each([
  ['', false],
  [', though at any hour', true],
])(
  'a clock that is set forward while Callboard runs brings the day of the notice no nearer%s',
  async (_how, anyHour) => {
    const clock = { boot: 0 };
    const rules = rulesWith({});
    if (anyHour) rules.callingHours = { ...rules.callingHours, enabled: true };
    const { submit, submissions, queue, kept, untilIn, service } = await queueUnder(rules, () => clock.boot);
    const id = await submit(null, 'Ada', BERLIN, anyHour);
    const told = async () => (await submissions.get(id))?.sendAfter;
    const day = await told();
    const byMs = 10 * DAY_MS;
    kept.now += byMs;
    queue.wake();
    // As far away as before, give or take the minute in which nobody looked.
    await until('it to wait as long as before', async () => ((await told()) ?? 0) > kept.now);
    expect(Math.abs(((await told()) ?? 0) - ((day ?? 0) + byMs))).toBeLessThanOrEqual(60_000);
    expect(service.received).toEqual([]);
    // The mistake is corrected.
    kept.now -= byMs;
    queue.wake();
    await until('it to wait for its day', async () => (await told()) === day);
    kept.now = day ?? 0;
    clock.boot += (day ?? 0) - NOW;
    queue.wake();
    await untilIn('accepted', 1);
  },
);

test('a clock that is corrected after a start in the wrong year keeps nobody waiting', async () => {
  const sinceBoot = () => 0;
  const { submit, submissions, queue, kept, parts, untilIn, service } = await queueUnder(
    rulesWith({}),
    sinceBoot,
  );
  await submit();
  await queue.stop(1000);
  kept.now = at('2020-01-01T00:00:00Z');
  const next = startQueue({ ...parts, store: submissions, baseUrl: service.origin }).queue;
  await next.recover();
  kept.now = AFTER_7;
  next.wake();
  await untilIn('accepted', 1);
});
