import { describe, expect, test } from 'vitest';
import { dayBeginsHere, earliestCall } from '../../../shared/notice.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { sampleFields, sampleSubmission } from '../sample-submission.ts';
import { acceptEach } from '../service/recording-service.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';
import { namesIn, runningQueue } from './running-queue.ts';

const BERLIN = '+493012345678';
/** A Monday, 13:00 in Berlin. */
const NOW = Date.parse('2026-11-23T12:00:00Z');
const at = (text: string): number => Date.parse(text);

function rulesWith(notice: Partial<WorkspaceRules['notice']>, hours = false): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  return {
    ...rules,
    callingHours: { ...rules.callingHours, enabled: hours },
    notice: { asked: true, required: true, days: 7, ...notice },
  };
}

const shared = sharedStorage();

async function actionsUnder(rules: WorkspaceRules, now = NOW) {
  const kept = { rules, now };
  const { storage, workspaceId } = await shared.withWorkspace();
  const { stores } = storage;
  const actions = personActions({
    workspaceId,
    store: stores.submissions,
    settings: () => ({ undoSeconds: 0, duplicateDays: 0 }),
    rules: async () => kept.rules,
    now: () => kept.now,
  });
  return { actions, stores, submissions: stores.submissions, workspaceId, kept };
}

function fields(changes: Partial<SubmissionFields> = {}): SubmissionFields {
  return { ...sampleFields({ candidateName: 'Ada', phoneNumber: BERLIN }), ...changes };
}

describe('a submission in a workspace that asks for notice', () => {
  test.each<[string | null, Partial<WorkspaceRules['notice']>, string | null]>([
    [null, {}, 'notice_missing'],
    [null, { required: false }, null],
    [null, { asked: false }, null],
    ['2026-11-24', {}, 'notice_in_future'],
    ['2026-11-24', { days: 0 }, 'notice_in_future'],
    ['2026-11-23', {}, 'notice_too_recent'],
    ['2026-11-17', {}, 'notice_too_recent'],
    ['2026-11-17', { required: false }, 'notice_too_recent'],
    ['2026-11-17', { asked: false }, null],
    ['2026-11-16', {}, null],
    ['2026-11-23', { days: 0 }, null],
  ])('with notice on %s under %o ends with %s', async (noticeOn, rule, code) => {
    const { actions } = await actionsUnder(rulesWith(rule));
    const submitted = await actions.submit([fields({ noticeOn })]);
    expect(submitted.ok ? null : submitted.error.code).toBe(code);
    if (submitted.ok) expect(submitted.value[0]?.noticeOn).toBe(noticeOn ?? undefined);
  });

  test('is told when it could be sent, and waits until then if the person says so', async () => {
    const { actions, submissions, stores } = await actionsUnder(rulesWith({}, true));
    const input = fields({ noticeOn: '2026-11-21' });
    // Saturday and seven days is a Saturday: calls go on on Monday the 30th.
    const sendAt = at('2026-11-30T08:00:00Z');
    expect(await actions.submit([input])).toMatchObject({
      error: {
        code: 'notice_too_recent',
        values: { candidateName: 'Ada', noticeOn: '2026-11-21', days: 7, sendAt },
      },
    });
    const waiting = await actions.submit([input], { waitForNotice: true });
    const [{ id } = sampleSubmission()] = waiting.ok ? waiting.value : [];
    expect(await submissions.get(id)).toMatchObject({
      state: 'queued',
      notBefore: sendAt,
      sendAfter: sendAt,
      noticeOn: '2026-11-21',
    });
    expect((await stores.events.of(id)).map(({ code }) => code)).toEqual(['submitted']);
  });

  test('is offered the morning of the day where no calling hours say otherwise', async () => {
    const { actions } = await actionsUnder(rulesWith({}));
    expect(await actions.submit([fields({ noticeOn: '2026-11-20' })])).toMatchObject({
      error: { values: { sendAt: at('2026-11-27T08:00:00Z') } },
    });
  });

  test('may be planned for a day that is late enough', async () => {
    const { actions } = await actionsUnder(rulesWith({}));
    const noticeOn = '2026-11-20';
    const early = await actions.submit([fields({ noticeOn, notBefore: at('2026-11-26T22:30:00Z') })]);
    expect(early).toMatchObject({ error: { code: 'notice_too_recent' } });
    // The 27th begins in Berlin.
    const late = await actions.submit([fields({ noticeOn, notBefore: at('2026-11-26T23:00:00Z') })]);
    expect(late.ok).toBe(true);
  });

  test.each<[string, string, boolean, string | null]>([
    ['the calling hours of today still allow a call', '2026-11-23T12:00:00Z', false, 'notice_too_recent'],
    ['calling hours open again on the day that is late enough', '2026-11-23T20:00:00Z', false, null],
    ['a person exempted it from calling hours', '2026-11-23T20:00:00Z', true, 'notice_too_recent'],
    ['calling hours open earlier on the day before', '2026-11-23T04:00:00Z', false, 'notice_too_recent'],
  ])('is judged by when it can really go: %s', async (_when, now, anyHour, code) => {
    const { actions } = await actionsUnder(rulesWith({}, true), at(now));
    // Seven days later it is the 24th, a Tuesday.
    const submitted = await actions.submit([fields({ noticeOn: '2026-11-17', anyHour })]);
    expect(submitted.ok ? null : submitted.error.code).toBe(code);
    const opening = at('2026-11-24T08:00:00Z');
    if (submitted.ok) expect(submitted.value[0]).toMatchObject({ notBefore: null, sendAfter: opening });
  });

  test('is put off to no working day if a person exempted it from calling hours', async () => {
    const { actions } = await actionsUnder(rulesWith({}, true));
    // Seven days later it is a Saturday.
    const submitted = await actions.submit([fields({ noticeOn: '2026-11-21', anyHour: true })]);
    expect(submitted).toMatchObject({ error: { values: { sendAt: at('2026-11-28T08:00:00Z') } } });
  });

  test('counts the days where the candidate is, in all zones that a number may be in', () => {
    expect(earliestCall('2026-11-20', 7, ['Pacific/Auckland'])).toBe(at('2026-11-26T11:00:00Z'));
    expect(earliestCall('2026-11-20', 7, ['Pacific/Auckland', 'Pacific/Honolulu'])).toBe(
      at('2026-11-27T10:00:00Z'),
    );
  });

  test('is sent again in the evening if calling hours let it go on a day that is late enough', async () => {
    const { actions, submissions, workspaceId } = await actionsUnder(
      rulesWith({}, true),
      at('2026-11-23T20:00:00Z'),
    );
    const unconfirmed = (noticeOn: string) =>
      sampleSubmission({ workspaceId, state: 'unconfirmed', phoneNumber: BERLIN, noticeOn });
    const [enough, tooRecent] = [unconfirmed('2026-11-17'), unconfirmed('2026-11-18')];
    await submissions.add([enough, tooRecent]);
    expect(await actions.sendAgain([tooRecent.id])).toMatchObject({ error: { code: 'notice_too_recent' } });
    expect(await actions.sendAgain([enough.id])).toEqual({ ok: true, value: { changed: 1 } });
  });

  test('repeats the notice of the one it is submitted again for', async () => {
    const { actions, submissions, workspaceId } = await actionsUnder(rulesWith({}));
    const first = sampleSubmission({
      workspaceId,
      state: 'accepted',
      requestId: 'ir_1',
      phoneNumber: BERLIN,
      noticeOn: '2026-11-01',
    });
    await submissions.add([first]);
    const again = await actions.submitAgain([first.id]);
    expect(again.ok && again.value[0]?.noticeOn).toBe('2026-11-01');
  });

  test('leaves evidence of the notice without the day itself', async () => {
    const { actions, stores } = await actionsUnder(rulesWith({}));
    await actions.submit([fields({ noticeOn: '2026-11-01' })]);
    const [{ chain } = { chain: '' }] = await stores.evidence.heads();
    const entries = await stores.evidence.entries(chain, 0);
    const submitted = entries.filter(({ kind }) => kind === 'submitted').at(-1);
    expect(submitted?.facts).toMatchObject({ notice: true });
    expect(JSON.stringify(submitted)).not.toContain('2026-11-01');
  });
});

describe('notice in the queue', () => {
  async function queueUnder(rules: WorkspaceRules) {
    const kept = { rules, now: NOW };
    const running = await runningQueue(acceptEach, { now: () => kept.now, rules: async () => kept.rules });
    const addOne = async (candidateName: string, noticeOn?: string) => {
      const [one] = await running.add(1, { candidateName, phoneNumber: BERLIN, noticeOn, sendAfter: NOW });
      if (!one) throw new Error('Nothing was added.');
      return one.id;
    };
    return { ...running, kept, addOne };
  }

  test('is asked again at the send: what is too recent now waits for its day, what has none is held', async () => {
    const { addOne, queue, kept, untilIn, service, storage } = await queueUnder(rulesWith({ asked: false }));
    kept.rules = rulesWith({});
    await addOne('Early enough', '2026-11-16');
    const recent = await addOne('Too recent', '2026-11-20');
    await addOne('Never told');
    queue.wake();
    await untilIn('accepted', 1);
    await untilIn('held', 1);
    expect(namesIn(service)).toEqual(['Early enough']);
    const { submissions, events } = storage.stores;
    const day = at('2026-11-27T08:00:00Z');
    await until('the wait', async () => (await submissions.get(recent))?.notBefore === day);
    expect((await events.of(recent)).map(({ code }) => code)).toContain('notice_waited');
    kept.now = day;
    queue.wake();
    await untilIn('accepted', 2);
    expect(namesIn(service)).toEqual(['Early enough', 'Too recent']);
  });
});

test('one that was told of a day that is still to come here, but not there, holds up nobody behind it', async () => {
  // Noon in Berlin, and long the next day in New Zealand.
  const rules = rulesWith({ days: 0 });
  const { queue, add, untilIn, storage } = await runningQueue(acceptEach, {
    rules: async () => rules,
    now: () => NOW,
  });
  const told = await add(100, { phoneNumber: '+6493001234', noticeOn: '2026-11-24' });
  await add(1, { phoneNumber: BERLIN, noticeOn: '2026-11-20', sendAfter: 2000 });
  queue.wake();
  await untilIn('accepted', 1);
  const waiting = await storage.stores.submissions.get(told[0]?.id ?? '');
  expect(waiting).toMatchObject({ state: 'queued', sendAfter: dayBeginsHere('2026-11-24') });
});
