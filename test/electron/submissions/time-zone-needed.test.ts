import { describe, expect, test } from 'vitest';
import { BulkChanges } from '../../../electron/submissions/bulk-changes.ts';
import { zonesOfNumber } from '../../../electron/submissions/calling-hours.ts';
import { OutboxDecisions } from '../../../electron/submissions/outbox-decisions.ts';
import { Submitter } from '../../../electron/submissions/submitter.ts';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { type OutboxRow, TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { sampleFields, sampleSubmission } from '../sample-submission.ts';
import { acceptEach } from '../service/recording-service.ts';
import { runningQueue, startQueue } from './running-queue.ts';

const RUSSIAN = '+79123456789';
const ANOTHER = '+79123456780';
const AUSTRALIAN = '+61412345678';
const BERLIN = '+493012345678';
const KAMCHATKA = 'Asia/Kamchatka';
const MOSCOW = 'Europe/Moscow';

/** A Wednesday: 16:33 in Berlin, 18:33 in Moscow, 3:33 on Thursday in Kamchatka. */
const NIGHT_IN_KAMCHATKA = Date.parse('2026-11-18T15:33:00Z');
const NINE_IN_KAMCHATKA = Date.parse('2026-11-18T21:00:00Z');
const NARROW = { from: '09:00', until: '17:00' };
/** From 8 to 22, Kaliningrad and Kamchatka share some hours. */
const WIDE = { from: '08:00', until: '22:00' };

function rulesWith(hours: Partial<CallingHours>): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  return { ...rules, callingHours: { ...rules.callingHours, enabled: true, ...hours } };
}

/** A queue in a workspace with these calling hours, what a person decides in it, and a clock that the test turns. */
async function outboxAtNight(hours: Partial<CallingHours> = NARROW) {
  const clock = { now: NIGHT_IN_KAMCHATKA };
  const kept = { rules: rulesWith(hours) };
  const running = await runningQueue(acceptEach, { now: () => clock.now, rules: async () => kept.rules });
  const { queue, storage, service, reachability } = running;
  const store = storage.stores.submissions;
  const options = {
    workspaceId: 'workspace-1',
    store,
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 10, duplicateDays: 0 }),
    rules: async () => kept.rules,
    onChange: () => queue.wake(),
    now: () => clock.now,
  };
  const submitter = new Submitter(options);
  const decisions = new OutboxDecisions(options);
  const bulk = new BulkChanges({ ...options, submitter, decisions });
  const submit = async (phoneNumber: string, more: Partial<SubmissionFields> = {}) => {
    const fields = sampleFields({ phoneNumber, ...more });
    const submitted = await submitter.submit([fields], { despiteDuplicates: true });
    if (!submitted.ok || !submitted.value[0]) throw new Error('Not submitted.');
    return submitted.value[0].id;
  };
  return {
    ...running,
    clock,
    decisions,
    submitter,
    submit,
    stored: (id: string) => store.get(id),
    counts: () => store.counts('workspace-1'),
    codes: async (id: string) => (await storage.stores.events.of(id)).map(({ code }) => code).toReversed(),
    turnTo: (now: number) => {
      clock.now = now;
      queue.wake();
    },
    changeHours: async (changes: Partial<CallingHours>) => {
      kept.rules = rulesWith(changes);
      await queue.judgeAgain();
    },
    choose: (timeZone: string, ...ids: string[]) =>
      bulk.run({ action: 'choose_time_zone', part: 'waiting', rows: { ids }, timeZone }),
    untilSent: (count: number) => until('the sends', async () => service.received.length === count),
    /** Starts another queue on the same rows, as the app's next start does. */
    startAgain: async () => {
      const { tokens } = running;
      const next = startQueue({ store, baseUrl: service.origin, tokens, reachability, now: () => clock.now });
      await next.queue.recover();
    },
  };
}

const NEEDS_ZONE = { state: 'held', timeZone: null, problem: { code: TIME_ZONE_NEEDED } } as const;

describe('a submission whose time zones share no calling hour', () => {
  test.each([
    ['a Russian mobile', RUSSIAN, {}],
    ['a Russian freephone number', '+78001234567', {}],
    ['an Australian mobile, with narrow hours', AUSTRALIAN, { from: '12:00', until: '12:30' }],
  ])(
    'waits for a person from the start, who is counted and told which zones there are: %s',
    async (_what, number, hours) => {
      const { submit, stored, counts, codes, turnTo, service } = await outboxAtNight({ ...NARROW, ...hours });
      const id = await submit(number);
      expect(await stored(id)).toMatchObject({
        ...NEEDS_ZONE,
        problem: { code: TIME_ZONE_NEEDED, timeZones: zonesOfNumber(number) },
        callingHold: null,
      });
      expect(await counts()).toMatchObject({ waiting: 1, heldForPerson: 1 });
      expect(await codes(id)).toEqual(['submitted', 'held']);
      turnTo(NIGHT_IN_KAMCHATKA + 3 * 86_400_000);
      await submit(BERLIN, { anyHour: true });
      expect(service.received).toEqual([]);
      expect((await stored(id))?.state).toBe('held');
    },
  );

  test('waits for a person although its time was chosen, and is sent at that time in the zone chosen then', async () => {
    const { submit, stored, choose } = await outboxAtNight();
    const notBefore = NINE_IN_KAMCHATKA + 3_600_000;
    const id = await submit(RUSSIAN, { notBefore });
    expect(await stored(id)).toMatchObject({ ...NEEDS_ZONE, notBefore });
    await choose(KAMCHATKA, id);
    expect(await stored(id)).toMatchObject({ state: 'queued', sendAfter: notBefore, callingHold: null });
  });

  test('is asked about nobody if a person chose a zone, or any hour, when submitting', async () => {
    const { submit, stored } = await outboxAtNight();
    const there = await submit(RUSSIAN, { timeZone: KAMCHATKA });
    expect(await stored(there)).toMatchObject({
      state: 'queued',
      callingHold: { until: NINE_IN_KAMCHATKA, timeZone: KAMCHATKA },
    });
    expect(await stored(await submit(ANOTHER, { anyHour: true }))).toMatchObject({ state: 'queued' });
    // The person knows where the candidate is, though the number doesn't say so.
    const abroad = await submit(ANOTHER, { timeZone: 'Asia/Dubai' });
    expect(await stored(abroad)).toMatchObject({ state: 'queued', timeZone: 'Asia/Dubai' });
  });

  test('is not tried by Try now, alone or with others, before its zone is chosen', async () => {
    const { submit, stored, decisions, service } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    const needed = { ok: false, error: { code: TIME_ZONE_NEEDED } };
    expect(await decisions.tryNow(id)).toMatchObject(needed);
    expect(await decisions.tryNow(id, { outsideHours: true })).toMatchObject(needed);
    expect(await decisions.tryNow()).toMatchObject({ ok: true, value: { changed: 0 } });
    const row = await stored(id);
    const [shown] = await decisions.withRefusals<OutboxRow>(
      row ? [{ ...row, jobName: null, questionnaireName: null }] : [],
    );
    expect(shown?.refusedNow).toEqual({ code: TIME_ZONE_NEEDED, timeZones: zonesOfNumber(RUSSIAN) });
    expect(row?.state).toBe('held');
    expect(service.received).toEqual([]);
  });

  test('stays with the person when the app starts again, or the connection changes', async () => {
    const { submit, stored, queue, startAgain } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await queue.resume('connection');
    await startAgain();
    expect(await stored(id)).toMatchObject(NEEDS_ZONE);
  });
});

describe('the choice of a time zone', () => {
  test('sends what may be called there once it can no longer be undone', async () => {
    const { submit, stored, codes, choose, turnTo, untilSent, clock, service } = await outboxAtNight({
      from: '10:00',
      until: '18:45',
    });
    const id = await submit(RUSSIAN);
    expect(await choose(MOSCOW, id)).toMatchObject({ ok: true, value: { changed: 1, chosen: [id] } });
    expect(await stored(id)).toMatchObject({
      state: 'queued',
      timeZone: MOSCOW,
      problem: null,
      sendAfter: clock.now + 10_000,
    });
    expect(service.received).toEqual([]);
    turnTo(clock.now + 10_000);
    await untilSent(1);
    await until('the answer', async () => (await stored(id))?.state === 'accepted');
    expect(await codes(id)).toEqual(['submitted', 'held', 'time_zone_chosen', 'sending', 'accepted']);
  });

  test('lets one wait for the hours of the zone chosen', async () => {
    const { submit, stored, choose, turnTo, untilSent, service } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await choose(KAMCHATKA, id);
    const hold = { until: NINE_IN_KAMCHATKA, timeZone: KAMCHATKA };
    expect(await stored(id)).toMatchObject({ state: 'queued', callingHold: hold, sendAfter: hold.until });
    turnTo(NINE_IN_KAMCHATKA - 1);
    expect(service.received).toEqual([]);
    turnTo(NINE_IN_KAMCHATKA);
    await untilSent(1);
  });

  test('of several leaves out those whose numbers can’t be there, and of one alone is free', async () => {
    const { submit, stored, choose } = await outboxAtNight({ from: '12:00', until: '12:30' });
    const [one, other, abroad] = [await submit(RUSSIAN), await submit(ANOTHER), await submit(AUSTRALIAN)];
    const [waits] = [await submit(BERLIN)];
    expect(await choose(KAMCHATKA, one, other, abroad, waits)).toMatchObject({
      ok: true,
      value: { changed: 2, leftOut: { other_time_zone: 2 } },
    });
    expect(await stored(abroad)).toMatchObject(NEEDS_ZONE);
    expect(await choose(KAMCHATKA, abroad)).toMatchObject({ ok: true, value: { changed: 1 } });
    expect(await stored(abroad)).toMatchObject({ state: 'queued', timeZone: KAMCHATKA });
  });

  test('counts once: a second one changes nothing', async () => {
    const { submit, stored, choose } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await choose(KAMCHATKA, id);
    expect(await choose(MOSCOW, id)).toMatchObject({ value: { changed: 0, leftOut: { moved_on: 1 } } });
    expect((await stored(id))?.timeZone).toBe(KAMCHATKA);
  });

  test('can be undone until it is sent: then it needs a person again', async () => {
    const { submit, stored, counts, choose, decisions } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await choose(KAMCHATKA, id);
    expect(await counts()).toMatchObject({ heldForPerson: 0 });
    expect(await decisions.undoTimeZone([id])).toMatchObject({ ok: true, value: { changed: 1 } });
    expect(await stored(id)).toMatchObject({ ...NEEDS_ZONE, callingHold: null });
    expect(await counts()).toMatchObject({ heldForPerson: 1 });
    expect(await decisions.undoTimeZone([id])).toMatchObject({ ok: false, error: { code: 'moved_on' } });
  });

  test('stays when the app starts again', async () => {
    const { submit, stored, choose, startAgain } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await choose(KAMCHATKA, id);
    await startAgain();
    expect(await stored(id)).toMatchObject({ state: 'queued', timeZone: KAMCHATKA });
  });

  test('counts for a second send, and for the same person submitted again', async () => {
    const { submit, stored, decisions, submitter, storage, turnTo, clock } = await outboxAtNight();
    const id = await submit(RUSSIAN, { timeZone: KAMCHATKA });
    const row = await stored(id);
    if (!row) throw new Error('It was submitted.');
    turnTo(NINE_IN_KAMCHATKA);
    await until('the answer', async () => (await stored(id))?.state === 'accepted');
    clock.now = NIGHT_IN_KAMCHATKA;
    const again = await submitter.submitAgain([id]);
    expect(again).toMatchObject({ value: [{ timeZone: KAMCHATKA, callingHold: { timeZone: KAMCHATKA } }] });
    const unclear = sampleSubmission({
      phoneNumber: ANOTHER,
      state: 'unconfirmed',
      problem: { code: 'no_answer_in_time' },
    });
    await storage.stores.submissions.add([unclear]);
    await decisions.sendAgain([unclear.id]);
    await until('the hold', async () => (await stored(unclear.id))?.state === 'held');
    expect(await stored(unclear.id)).toMatchObject(NEEDS_ZONE);
  });
});

describe('calling hours that change', () => {
  test('send one by themselves once its zones share an hour, and only within that', async () => {
    const { submit, stored, changeHours, turnTo, untilSent, service } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await changeHours(WIDE);
    expect(await stored(id)).toMatchObject({ state: 'queued', timeZone: null, problem: null });
    turnTo(NIGHT_IN_KAMCHATKA + 10_000);
    await until('the hold', async () => (await stored(id))?.callingHold !== null);
    const at = (await stored(id))?.sendAfter ?? 0;
    expect(new Date(at).toISOString()).toBe('2026-11-19T05:00:00.000Z');
    turnTo(at - 1);
    expect(service.received).toEqual([]);
    turnTo(at);
    await untilSent(1);
  });

  test('ask a person once its zones share none any more, also about one that has no hold yet', async () => {
    const { submit, stored, changeHours } = await outboxAtNight(WIDE);
    const waits = await submit(RUSSIAN);
    const later = await submit(ANOTHER, { notBefore: NINE_IN_KAMCHATKA + 30 * 3_600_000 });
    expect(await stored(waits)).toMatchObject({ state: 'queued', callingHold: { timeZone: MOSCOW } });
    expect(await stored(later)).toMatchObject({ state: 'queued' });
    await changeHours(NARROW);
    expect(await stored(waits)).toMatchObject(NEEDS_ZONE);
    expect(await stored(later)).toMatchObject(NEEDS_ZONE);
  });

  test('switched off send nobody at night whose zone was asked for, until it is chosen', async () => {
    const { submit, stored, changeHours, choose, turnTo, untilSent, service } = await outboxAtNight();
    const id = await submit(RUSSIAN);
    await changeHours({ ...NARROW, enabled: false });
    expect(await stored(id)).toMatchObject(NEEDS_ZONE);
    await choose(KAMCHATKA, id);
    expect(await stored(id)).toMatchObject({
      state: 'queued',
      callingHold: { until: NINE_IN_KAMCHATKA, question: { about: 'earlier_hours', answer: null } },
    });
    expect(service.received).toEqual([]);
    turnTo(NINE_IN_KAMCHATKA);
    await untilSent(1);
  });

  test('leave one alone that a person chose a zone for', async () => {
    const { submit, stored, choose, changeHours } = await outboxAtNight(NARROW);
    const id = await submit(RUSSIAN);
    await choose(KAMCHATKA, id);
    await changeHours({ from: '10:00', until: '17:00' });
    expect(await stored(id)).toMatchObject({
      state: 'queued',
      timeZone: KAMCHATKA,
      callingHold: { until: NINE_IN_KAMCHATKA + 3_600_000 },
    });
  });
});

test('a submission found due without a zone is held by the queue, and a mark is never stored for it', async () => {
  const { add, queue, storage, service } = await outboxAtNight();
  const [one] = await add(1, {
    phoneNumber: RUSSIAN,
    sendAfter: NIGHT_IN_KAMCHATKA,
    createdAt: NIGHT_IN_KAMCHATKA,
  });
  queue.wake();
  const { submissions } = storage.stores;
  await until('the hold', async () => (await submissions.get(one?.id ?? ''))?.state === 'held');
  expect(await submissions.get(one?.id ?? '')).toMatchObject(NEEDS_ZONE);
  expect(service.received).toEqual([]);
});
