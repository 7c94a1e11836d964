import { describe, expect, test } from 'vitest';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { clockIn } from '../../../shared/time-zone-names.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { connectionTo } from '../service/create-calls.ts';
import { acceptEach, recordingService, sendJson } from '../service/recording-service.ts';
import { namesIn, runningQueue, startQueue } from './running-queue.ts';
import { senderOver } from './sender-over.ts';

const LOS_ANGELES = '+14155550123';
const NEW_YORK = '+12125550123';
const BERLIN = '+493012345678';

/** A Wednesday: 13:00 in Berlin, 07:00 in New York, 04:00 in Los Angeles. */
const MORNING = Date.parse('2026-11-18T12:00:00Z');
const NINE_IN_NEW_YORK = Date.parse('2026-11-18T14:00:00Z');
const NINE_IN_LOS_ANGELES = Date.parse('2026-11-18T17:00:00Z');
/** The same Wednesday, 20:00 in Los Angeles; Thursday in Berlin. */
const EVENING = Date.parse('2026-11-19T04:00:00Z');
const NEXT_NINE_IN_LOS_ANGELES = Date.parse('2026-11-19T17:00:00Z');

function rulesWith(hours: Partial<CallingHours> = {}): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  return { ...rules, callingHours: { ...rules.callingHours, enabled: true, ...hours } };
}

/** A queue with calling hours from 9 to 18 on weekdays, and a clock that the test turns. */
async function queueWithHours(parts: Parameters<typeof runningQueue>[1] = {}) {
  const clock = { now: MORNING };
  const kept = { rules: rulesWith() };
  const running = await runningQueue(acceptEach, {
    now: () => clock.now,
    rules: async () => kept.rules,
    ...parts,
  });
  const { storage, add, queue } = running;
  const { submissions, events } = storage.stores;
  const addOne = async (phoneNumber: string, changes: Parameters<typeof add>[1] = {}) => {
    const [one] = await add(1, { phoneNumber, sendAfter: clock.now, createdAt: clock.now, ...changes });
    if (!one) throw new Error('Nothing was added.');
    return one;
  };
  return {
    ...running,
    events,
    clock,
    kept,
    addOne,
    stored: (id: string) => submissions.get(id),
    untilHeld: (id: string, at: number) =>
      until('the hold', async () => (await submissions.get(id))?.callingHold?.until === at),
    heldWords: async (id: string) =>
      (await events.of(id))
        .filter(({ code }) => code === 'held_for_hours')
        .map((each) => historyWords(each).heading),
    turnTo: (now: number) => {
      clock.now = now;
      queue.wake();
    },
  };
}

/** What the history says, with the clock as this computer writes it. */
function heldUntil(at: number): string {
  return `Held until ${clockIn('America/Los_Angeles', at, at)} in Los Angeles (calling hours)`;
}

describe('calling hours in the queue', () => {
  test('hold a submission at night, say until when, and send it when they begin', async () => {
    const { queue, addOne, stored, untilHeld, heldWords, turnTo, untilIn, service } = await queueWithHours();
    const { id } = await addOne(LOS_ANGELES, { candidateName: 'Asleep' });
    await addOne(BERLIN, { candidateName: 'Awake' });
    queue.wake();
    await untilIn('accepted', 1);
    await untilHeld(id, NINE_IN_LOS_ANGELES);
    expect(namesIn(service)).toEqual(['Awake']);
    expect(await stored(id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      sendAfter: NINE_IN_LOS_ANGELES,
      problem: null,
      callingHold: { until: NINE_IN_LOS_ANGELES, timeZone: 'America/Los_Angeles' },
    });
    expect(await heldWords(id)).toEqual([heldUntil(NINE_IN_LOS_ANGELES)]);
    turnTo(NINE_IN_LOS_ANGELES);
    await untilIn('accepted', 2);
    expect(namesIn(service)).toEqual(['Awake', 'Asleep']);
    expect((await stored(id))?.callingHold).toBeNull();
  });

  test('hold nothing if no rules are set', async () => {
    const { queue, kept, addOne, untilIn } = await queueWithHours();
    kept.rules = defaultRules('Europe/Berlin');
    await addOne(LOS_ANGELES);
    queue.wake();
    await untilIn('accepted', 1);
  });

  test('are checked when a queue drains that was offline during the day', async () => {
    const { queue, addOne, reachability, untilHeld, turnTo, clock, service } = await queueWithHours();
    clock.now = NINE_IN_LOS_ANGELES;
    reachability.learn(false);
    const { id } = await addOne(LOS_ANGELES);
    queue.wake();
    turnTo(EVENING);
    reachability.learn(true);
    await untilHeld(id, NEXT_NINE_IN_LOS_ANGELES);
    expect(service.received).toEqual([]);
  });

  test('hold a retry, and keep its problem', async () => {
    const { queue, addOne, untilHeld, stored, service } = await queueWithHours();
    const problem = { code: 'not_reachable' } as const;
    const { id } = await addOne(LOS_ANGELES, { attempts: 3, problem });
    queue.wake();
    await untilHeld(id, NINE_IN_LOS_ANGELES);
    expect(await stored(id)).toMatchObject({ attempts: 3, problem });
    expect(service.received).toEqual([]);
  });

  test('hold past a chosen time: whichever is later, then the next opening', async () => {
    const { addOne, untilHeld, turnTo, stored } = await queueWithHours();
    const notBefore = NINE_IN_LOS_ANGELES + 12 * 60 * 60 * 1000;
    const { id } = await addOne(LOS_ANGELES, { notBefore, sendAfter: notBefore });
    turnTo(NINE_IN_LOS_ANGELES);
    expect((await stored(id))?.callingHold).toBeNull();
    turnTo(notBefore);
    await untilHeld(id, NEXT_NINE_IN_LOS_ANGELES);
  });

  test('follow a chosen time zone, and do not hold a submission for any hour', async () => {
    const { queue, addOne, untilHeld, untilIn, service } = await queueWithHours();
    const elsewhere = await addOne(BERLIN, { timeZone: 'America/New_York', candidateName: 'Travels' });
    await addOne(LOS_ANGELES, { anyHour: true, candidateName: 'Any hour' });
    queue.wake();
    await untilHeld(elsewhere.id, NINE_IN_NEW_YORK);
    await untilIn('accepted', 1);
    expect(namesIn(service)).toEqual(['Any hour']);
  });

  test('apply again when the decision to send now expired', async () => {
    const { queue, addOne, untilHeld, untilIn, clock } = await queueWithHours();
    const late = await addOne(LOS_ANGELES, { hoursWaivedUntil: clock.now, candidateName: 'Too late' });
    await addOne(LOS_ANGELES, { hoursWaivedUntil: clock.now + 1, candidateName: 'Now' });
    queue.wake();
    await untilHeld(late.id, NINE_IN_LOS_ANGELES);
    await untilIn('accepted', 1);
  });

  test('apply despite a decision to send now that was made by a clock far ahead', async () => {
    const { queue, addOne, untilHeld, clock } = await queueWithHours();
    const said = clock.now + 365 * 24 * 60 * 60 * 1000;
    const { id } = await addOne(LOS_ANGELES, { hoursWaivedUntil: said });
    queue.wake();
    await untilHeld(id, NINE_IN_LOS_ANGELES);
  });

  test('hold hundreds without delaying those behind them, with one history entry each', async () => {
    const { queue, add, addOne, untilIn, heldWords, inStates, turnTo } = await queueWithHours();
    await add(1200, { phoneNumber: LOS_ANGELES, sendAfter: MORNING - 1 });
    await addOne(BERLIN);
    queue.wake();
    await untilIn('accepted', 1);
    const waiting = await inStates('queued');
    expect(waiting).toHaveLength(1200);
    expect(waiting.every(({ sendAfter }) => sendAfter === NINE_IN_LOS_ANGELES)).toBe(true);
    turnTo(MORNING + 60_000);
    expect(await heldWords(waiting[0]?.id ?? '')).toHaveLength(1);
  });

  test('hold a submission that was claimed before their end and connected after it', async () => {
    const clock = { now: EVENING - 2 * 60 * 60 * 1000 - 1 };
    const service = await recordingService(acceptEach);
    const sender = senderOver(connectionTo(service.origin), service.origin);
    const parts = await queueWithHours({
      service,
      now: () => clock.now,
      sender: {
        send: (...args) => {
          // The computer slept while the connection was made.
          clock.now = EVENING;
          return sender.send(...args);
        },
      },
    });
    const { id } = await parts.addOne(LOS_ANGELES, { sendAfter: clock.now });
    parts.queue.wake();
    await parts.untilHeld(id, NEXT_NINE_IN_LOS_ANGELES);
    expect(await parts.stored(id)).toMatchObject({ state: 'queued', attempts: 0, problem: null });
    expect(service.received).toEqual([]);
  });

  test('are checked again after a refused token, before the next send', async () => {
    const clock = { now: EVENING - 2 * 60 * 60 * 1000 - 1 };
    const service = await recordingService((request, response) => {
      clock.now = EVENING;
      if (request.headers.authorization === 'Bearer token-1') sendJson(response, 401, {});
      else acceptEach(request, response);
    });
    const parts = await queueWithHours({ service, now: () => clock.now });
    parts.tokens.next = 'token-2';
    const { id } = await parts.addOne(LOS_ANGELES, { sendAfter: clock.now });
    parts.queue.wake();
    await parts.untilHeld(id, NEXT_NINE_IN_LOS_ANGELES);
    expect(service.received).toHaveLength(1);
  });
});

describe('changed calling hours', () => {
  test('hold longer at once, and release nobody outside the hours that held them', async () => {
    const { queue, kept, addOne, untilHeld, heldWords, stored, turnTo, untilIn, service } =
      await queueWithHours();
    const far = await addOne(LOS_ANGELES, { candidateName: 'Far' });
    const near = await addOne(NEW_YORK, { candidateName: 'Near', attempts: 1 });
    queue.wake();
    await untilHeld(far.id, NINE_IN_LOS_ANGELES);
    await untilHeld(near.id, NINE_IN_NEW_YORK);
    kept.rules = rulesWith({ from: '07:00' });
    await queue.judgeAgain();
    await untilHeld(far.id, NINE_IN_LOS_ANGELES - 2 * 60 * 60 * 1000);
    expect((await stored(far.id))?.sendAfter).toBe(NINE_IN_LOS_ANGELES - 2 * 60 * 60 * 1000);
    expect(await heldWords(far.id)).toEqual([
      heldUntil(NINE_IN_LOS_ANGELES - 2 * 60 * 60 * 1000),
      heldUntil(NINE_IN_LOS_ANGELES),
    ]);
    expect(await stored(near.id)).toMatchObject({
      state: 'queued',
      sendAfter: NINE_IN_NEW_YORK,
      callingHold: { until: NINE_IN_NEW_YORK, question: { about: 'earlier_hours', answer: null } },
    });
    turnTo(NINE_IN_NEW_YORK);
    await untilIn('accepted', 1);
    expect(namesIn(service)).toEqual(['Near']);
  });

  test('keep a chosen time, and change nothing if the opening stays the same', async () => {
    const { queue, kept, addOne, stored, turnTo, untilHeld } = await queueWithHours();
    const notBefore = MORNING + 60_000;
    const hold = { until: NINE_IN_LOS_ANGELES, timeZone: 'America/Los_Angeles' };
    const chosen = await addOne(LOS_ANGELES, { notBefore, sendAfter: hold.until, callingHold: hold });
    await queue.judgeAgain();
    expect(await stored(chosen.id)).toMatchObject({ sendAfter: hold.until, callingHold: hold });
    kept.rules = defaultRules('Europe/Berlin');
    await queue.judgeAgain();
    expect(await stored(chosen.id)).toMatchObject({ sendAfter: notBefore, callingHold: null });
    turnTo(notBefore);
    await untilHeld(chosen.id, NINE_IN_LOS_ANGELES);
    expect((await stored(chosen.id))?.callingHold?.question).toEqual({
      about: 'earlier_hours',
      answer: null,
    });
  });

  test('apply at the next start to what the earlier ones held', async () => {
    const { storage, addOne, service, stored, untilIn, clock } = await queueWithHours();
    const hold = { until: NEXT_NINE_IN_LOS_ANGELES, timeZone: 'America/Los_Angeles' };
    const { id } = await addOne(LOS_ANGELES, { attempts: 1, sendAfter: hold.until, callingHold: hold });
    const next = startQueue({
      store: storage.stores.submissions,
      baseUrl: service.origin,
      now: () => clock.now,
      rules: async () => defaultRules('Europe/Berlin'),
    });
    await next.queue.recover();
    expect((await stored(id))?.callingHold).toEqual({
      ...hold,
      question: { about: 'earlier_hours', answer: null },
    });
    clock.now = hold.until;
    next.queue.wake();
    await untilIn('accepted', 1);
  });
});

describe('a clock that was set back', () => {
  test('leads to new holds by the new clock', async () => {
    const { addOne, queue, untilHeld, stored, turnTo, clock } = await queueWithHours();
    clock.now = EVENING;
    const { id } = await addOne(LOS_ANGELES);
    queue.wake();
    await untilHeld(id, NEXT_NINE_IN_LOS_ANGELES);
    turnTo(MORNING);
    await untilHeld(id, NINE_IN_LOS_ANGELES);
    expect((await stored(id))?.sendAfter).toBe(NINE_IN_LOS_ANGELES);
  });
});

describe('public holidays in the queue', () => {
  const EPIPHANY = Date.parse('2027-01-06T10:00:00Z');
  const NEXT_MORNING = Date.parse('2027-01-07T08:00:00Z');
  const onHoliday = rulesWith({ holidays: [{ country: 'DE', region: 'BY' }] });

  test('hold what is due until the day after, in words, and let other countries through', async () => {
    const holidays = (_: unknown, date: string) => (date === '2027-01-06' ? 'Epiphany' : null);
    const { addOne, kept, stored, untilHeld, events, untilIn, turnTo, service } = await queueWithHours({
      holidays,
    });
    kept.rules = onHoliday;
    turnTo(EPIPHANY);
    const { id } = await addOne(BERLIN, { candidateName: 'Holiday' });
    await addOne('+43123456789', { candidateName: 'Vienna' });
    turnTo(EPIPHANY);
    await untilHeld(id, NEXT_MORNING);
    await untilIn('accepted', 1);
    expect(namesIn(service)).toEqual(['Vienna']);
    expect((await stored(id))?.callingHold).toMatchObject({ holiday: 'Epiphany' });
    const held = (await events.of(id)).find(({ code }) => code === 'held_for_hours');
    expect(held && historyWords(held).heading).toContain('(public holiday: Epiphany)');
    turnTo(NEXT_MORNING);
    await untilIn('accepted', 2);
  });

  test('send nothing while they are not known, and go on as soon as they are', async () => {
    let known = false;
    const holidays = () => (known ? null : undefined);
    const { addOne, kept, queue, stored, events, untilIn, turnTo, service } = await queueWithHours({
      holidays,
    });
    kept.rules = onHoliday;
    const { id } = await addOne(BERLIN);
    const waits = async () => (await stored(id))?.callingHold?.holiday === null;
    turnTo(MORNING);
    await until('the hold', waits);
    // Looked at again a minute later, without a second line in the history.
    turnTo(MORNING + 61_000);
    await until(
      'the next look',
      async () => ((await stored(id))?.callingHold?.until ?? 0) > MORNING + 61_000,
    );
    expect(service.received).toEqual([]);
    const held = (await events.of(id)).filter(({ code }) => code === 'held_for_hours');
    expect(held.map((each) => historyWords(each).heading)).toEqual([
      'Held until the public holidays are known',
    ]);
    known = true;
    await queue.judgeAgain();
    await untilIn('accepted', 1);
  });

  test('keep what waits where it is while a new start learns them', async () => {
    let known = true;
    const holidays = (_: unknown, date: string) => {
      if (!known) return undefined;
      return date === '2027-01-06' ? 'Epiphany' : null;
    };
    const { addOne, kept, queue, stored, untilHeld, turnTo } = await queueWithHours({ holidays });
    kept.rules = onHoliday;
    turnTo(EPIPHANY);
    const { id } = await addOne(BERLIN);
    turnTo(EPIPHANY);
    await untilHeld(id, NEXT_MORNING);
    known = false;
    await queue.judgeAgain();
    expect((await stored(id))?.callingHold).toMatchObject({ until: NEXT_MORNING, holiday: 'Epiphany' });
  });
});
