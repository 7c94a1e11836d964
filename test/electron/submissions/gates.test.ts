import { describe, expect, test } from 'vitest';
import type { Submission } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { told } from '../../told.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import {
  BERLIN,
  Gate,
  LOS_ANGELES,
  MORNING,
  NIGHT,
  NINE_IN_LOS_ANGELES,
  NO_HOURS,
  OPENERS,
  type Opener,
  rulesWith,
} from './gate-openers.ts';

const QUARTER_OF_AN_HOUR = 15 * 60 * 1000;

/** A submission outside the hours that held it when the gate opens, and one within them. */
async function openedBy({ rules, asleep, asleepIn, submitted, prepare, open }: Opener, restarted: boolean) {
  const gate = await Gate.open();
  if (rules) await gate.setRules(rules);
  const timeZone = asleepIn ?? null;
  await gate.submit('Asleep', asleep ?? LOS_ANGELES, { ...submitted, timeZone });
  await gate.submit('Awake', BERLIN, submitted);
  await prepare?.(gate);
  gate.passTo(MORNING);
  if (restarted) await gate.restart();
  expect(gate.called).toEqual([]);
  await open(gate);
  return gate;
}

describe.each(OPENERS)('when $name', (opener) => {
  test.each([
    ['', false],
    [', after a restart', true],
  ])(
    'submissions within the hours that held them are sent, and no others unasked%s',
    async (_name, restarted) => {
      const gate = await openedBy(opener, restarted);
      await gate.untilCalled('Awake');
      const { callingHold } = await gate.untilAsked('Asleep');
      expect(callingHold?.question).toEqual({ about: opener.about ?? 'earlier_hours', answer: null });
      expect(await gate.question()).toMatchObject({ held: [{ count: 1, timeZone: callingHold?.timeZone }] });
      // However often the queue polls, in whichever run.
      gate.queue.wake();
      await gate.restart();
      gate.queue.wake();
      await gate.submit('Later', BERLIN, { anyHour: true });
      await gate.untilCalled('Later');
      expect(gate.called).toEqual(['Awake', 'Later']);
      expect((await gate.row('Asleep')).callingHold).toEqual(callingHold);

      // If nobody decides to send it, it is sent when the moment it was held for has come.
      await gate.actions.answerHolds('keep_waiting', gate.clock.now);
      expect(await gate.question()).toBeNull();
      gate.passTo(callingHold?.until ?? 0);
      gate.queue.wake();
      await gate.untilCalled('Asleep');
    },
  );

  test('the others are sent once a person says so', async () => {
    const gate = await openedBy(opener, false);
    await gate.untilAsked('Asleep');
    expect(await gate.actions.answerHolds('send_now', gate.clock.now)).toMatchObject({ ok: true });
    gate.queue.wake();
    await gate.untilCalled('Asleep');
    expect(gate.called.toSorted()).toEqual(['Asleep', 'Awake']);
  });
});

describe('the decision to send now', () => {
  async function asked() {
    const gate = await Gate.open();
    await gate.submit('Asleep', LOS_ANGELES);
    gate.passTo(MORNING);
    await gate.setRules(NO_HOURS);
    await gate.untilAsked('Asleep');
    return gate;
  }

  test('applies only to the submissions that were shown, not to later ones', async () => {
    const gate = await asked();
    const shown = await gate.question();
    gate.passTo(MORNING + 1000);
    await gate.setRules(rulesWith());
    await gate.submit('Too late to be shown', '+14155550124');
    await gate.setRules(NO_HOURS);
    expect((await gate.question())?.held).toMatchObject([{ count: 2 }]);
    const answered = await gate.actions.answerHolds('send_now', shown?.shownUntil ?? 0);
    expect(answered).toMatchObject({ error: { code: 'moved_on' } });
    expect(gate.called).toEqual([]);
  });

  test('can be taken back until it is sent; then the question is open again', async () => {
    const gate = await asked();
    gate.settings.paused = true;
    const answered = await gate.actions.answerHolds('send_now', gate.clock.now);
    if (!answered.ok) throw new Error(answered.error.code);
    expect(await gate.question()).toBeNull();
    expect(await gate.actions.undoSendHeld(answered.value.ids)).toEqual({ ok: true, value: { changed: 1 } });
    expect((await gate.row('Asleep')).hoursWaivedUntil).toBeNull();
    gate.settings.paused = false;
    gate.queue.wake();
    await gate.untilAsked('Asleep');
    expect(gate.called).toEqual([]);
    expect(await gate.history('Asleep')).toEqual([
      expect.stringMatching(/^You undid sending it now/),
      'You chose to send it now, outside the calling hours that held it',
      expect.stringMatching(
        /^The current rules would allow it, .* it waits for your decision or until .*9:00.* in Los Angeles/,
      ),
      expect.stringMatching(/^Submitted and held until .*9:00.* in Los Angeles/),
    ]);
    gate.queue.wake();
    await gate.actions.answerHolds('send_now', gate.clock.now);
    await gate.untilCalled('Asleep');
    expect(await gate.actions.undoSendHeld(answered.value.ids)).toMatchObject({
      error: { code: 'moved_on' },
    });
  });

  test('lasts a quarter of an hour: if the service is back later, the question is open again', async () => {
    const gate = await asked();
    gate.reachability.learn(false);
    await gate.actions.answerHolds('send_now', gate.clock.now);
    gate.passTo(MORNING + QUARTER_OF_AN_HOUR);
    gate.reachability.learn(true);
    await gate.untilAsked('Asleep');
    expect(gate.called).toEqual([]);
  });
});

test('a time chosen for later holds over Try all now and a restart, with the clock it was chosen on', async () => {
  const gate = await Gate.open();
  const notBefore = NIGHT + QUARTER_OF_AN_HOUR;
  const chosen = { notBefore, notBeforeTimeZone: 'Europe/Berlin', anyHour: true };
  await gate.submit('Chosen', BERLIN, chosen);
  await gate.actions.tryNow();
  await gate.restart();
  await gate.actions.tryNow();
  gate.queue.wake();
  await gate.submit('Other', LOS_ANGELES, { anyHour: true });
  await gate.untilCalled('Other');
  expect(gate.called).toEqual(['Other']);
  expect(await gate.row('Chosen')).toMatchObject({ ...chosen, state: 'queued', sendAfter: notBefore });
  gate.passTo(notBefore);
  gate.queue.wake();
  await gate.untilCalled('Chosen');
});

describe('the hours are checked again', () => {
  test('before the send that follows a refused token, by the hours that were in force', async () => {
    const gate = await Gate.open((request, response) => {
      if (request.headers.authorization !== 'Bearer token-1') return acceptEach(request, response);
      // 20:00 in Los Angeles: the hours end, and are switched off at the same moment.
      gate.passTo(NIGHT);
      return void gate.setRules(NO_HOURS).then(() => sendJson(response, 401, {}));
    });
    gate.tokens.next = 'token-2';
    gate.clock.now = NIGHT - 60_000;
    await gate.submit('Asleep', LOS_ANGELES);
    await gate.untilAsked('Asleep');
    expect(gate.called).toHaveLength(1);
    expect((await gate.row('Asleep')).state).toBe('queued');
  });

  test('when the connection is open, by the hours that were in force', async () => {
    const gate = await Gate.open();
    gate.clock.now = NIGHT - 60_000;
    gate.beforeSending = async () => {
      gate.passTo(NIGHT);
      await gate.setRules(NO_HOURS);
      return undefined;
    };
    await gate.submit('Asleep', LOS_ANGELES);
    await gate.untilAsked('Asleep');
    expect(gate.called).toEqual([]);
  });

  test('by Try now, which says why the candidate would not be called', async () => {
    const gate = await Gate.open();
    const { id } = await gate.submit('Asleep', LOS_ANGELES);
    gate.passTo(MORNING);
    await gate.setRules(NO_HOURS);
    expect(told(await gate.actions.tryNow(id))).toMatchObject({
      code: 'outside_calling_hours',
      message: expect.stringMatching(
        /in Los Angeles now, outside the calling hours that held this submission/,
      ),
    });
    expect(await gate.actions.tryNow(id, { outsideHours: true })).toMatchObject({ ok: true });
    await gate.untilCalled('Asleep');
  });
});

/** How a submission that was being sent comes back, where it then waits, and what releases it again. */
interface WayBack {
  readonly name: string;
  readonly beforeSending?: Gate['beforeSending'];
  readonly answer?: Answer;
  readonly back: Submission['state'];
  readonly again: (gate: Gate) => Promise<unknown> | unknown;
}

const WAYS_BACK: readonly WayBack[] = [
  {
    name: 'the queue was paused before it was connected',
    beforeSending: async ({ settings }) => {
      settings.paused = true;
      return undefined;
    },
    back: 'queued',
    again: ({ settings, queue }) => {
      settings.paused = false;
      queue.wake();
    },
  },
  {
    name: 'its proxy refused to connect',
    beforeSending: async () => ({ name: 'proxy_sign_in_unsupported' }),
    back: 'held',
    again: ({ queue }) => queue.resume('network_settings'),
  },
  {
    name: 'its token was refused, and somebody had to sign in',
    answer: (_request, response) => sendJson(response, 401, {}),
    back: 'held',
    again: ({ tokens, queue }) => {
      tokens.token = 'token-2';
      return queue.resume('sign_in');
    },
  },
  {
    name: 'nobody knows whether it arrived, and it is sent again',
    answer: (_request, response) => response.destroy(),
    back: 'unconfirmed',
    again: async (gate) => {
      // After an unclear end nothing is sent for a while.
      gate.passTo(NIGHT + QUARTER_OF_AN_HOUR);
      await gate.actions.sendAgain([(await gate.row('Asleep')).id]);
    },
  },
];

describe('hours that came into force during a send', () => {
  test.each(WAYS_BACK)(
    'hold the submission when $name',
    async ({ beforeSending, answer = acceptEach, back, again }) => {
      const gate: Gate = await Gate.open((...each) => {
        void gate.setRules(rulesWith()).then(() => answer(...each));
      });
      await gate.setRules(NO_HOURS);
      gate.beforeSending = async () => {
        if (beforeSending) await gate.setRules(rulesWith());
        return beforeSending?.(gate);
      };
      const { revision } = await gate.submit('Asleep', LOS_ANGELES);
      await until(`it to be ${back}`, async () => {
        const row = await gate.row('Asleep');
        return row.state === back && row.revision > revision;
      });
      const sent = gate.called.length;
      await gate.setRules(NO_HOURS);
      await again(gate);
      const { callingHold } = await gate.untilAsked('Asleep');
      expect(callingHold).toMatchObject({ until: NINE_IN_LOS_ANGELES, question: { about: 'earlier_hours' } });
      expect(gate.called).toHaveLength(sent);
    },
  );
});

describe('a chosen time', () => {
  test('is waited for again if the clock was set back after it had come', async () => {
    const gate: Gate = await Gate.open((request, response) => {
      if (gate.called.length === 1) gate.clock.now -= QUARTER_OF_AN_HOUR;
      acceptEach(request, response);
    });
    await gate.setRules(NO_HOURS);
    Object.assign(gate.settings, { paused: true, concurrency: 1 });
    await gate.submit('First', BERLIN);
    const notBefore = NIGHT + QUARTER_OF_AN_HOUR;
    await gate.submit('Chosen', BERLIN, { notBefore });
    gate.passTo(notBefore);
    gate.settings.paused = false;
    gate.queue.wake();
    await gate.untilCalled('First');
    await gate.submit('Later', BERLIN);
    await gate.untilCalled('Later');
    expect(gate.called).toEqual(['First', 'Later']);
    gate.passTo(notBefore);
    gate.queue.wake();
    await gate.untilCalled('Chosen');
  });

  test('is waited for again if the clock was set back while connecting', async () => {
    const gate = await Gate.open();
    await gate.setRules(NO_HOURS);
    const notBefore = NIGHT + QUARTER_OF_AN_HOUR;
    const { id } = await gate.submit('Chosen', BERLIN, { notBefore });
    gate.beforeSending = async () => {
      gate.clock.now = notBefore - 1;
      return undefined;
    };
    gate.passTo(notBefore);
    gate.queue.wake();
    await until('it to wait again', async () => {
      const row = await gate.store.get(id);
      return gate.clock.now < notBefore && row?.state === 'queued';
    });
    await gate.submit('Later', BERLIN);
    await gate.untilCalled('Later');
    expect(gate.called).toEqual(['Later']);
    gate.beforeSending = async () => undefined;
    gate.passTo(notBefore);
    gate.queue.wake();
    await gate.untilCalled('Chosen');
  });
});

describe('the hours that hold a submission', () => {
  test('do not include rules changed before it was submitted', async () => {
    const gate = await Gate.open();
    await gate.setRules(NO_HOURS);
    await gate.submit('Fresh', LOS_ANGELES);
    await gate.untilCalled('Fresh');
  });

  test('are none if none were ever set', async () => {
    const gate = await Gate.open();
    await gate.setRules(NO_HOURS);
    gate.settings.paused = true;
    await gate.submit('Unbound', LOS_ANGELES);
    gate.settings.paused = false;
    gate.queue.wake();
    await gate.untilCalled('Unbound');
  });

  test('include those that came into force while the queue was paused', async () => {
    const gate = await Gate.open();
    await gate.setRules(NO_HOURS);
    gate.settings.paused = true;
    await gate.submit('Asleep', LOS_ANGELES);
    await gate.setRules(rulesWith());
    await gate.setRules(NO_HOURS);
    gate.passTo(MORNING);
    gate.settings.paused = false;
    gate.queue.wake();
    await gate.untilAsked('Asleep');
    expect(gate.called).toEqual([]);
  });

  test('include those that came into force at the moment of its pause', async () => {
    const gate = await Gate.open();
    await gate.setRules(NO_HOURS);
    gate.settings.paused = true;
    const { id } = await gate.submit('Asleep', LOS_ANGELES);
    await Promise.all([gate.actions.pause([id]), gate.setRules(rulesWith())]);
    expect((await gate.row('Asleep')).state).toBe('held');
    await gate.setRules(NO_HOURS);
    gate.settings.paused = false;
    await gate.actions.resume([id]);
    await gate.untilAsked('Asleep');
    expect(gate.called).toEqual([]);
  });

  test('include those that came into force during the submit, at any step', async () => {
    const gate = await Gate.open();
    gate.settings.paused = true;
    const unbound: number[] = [];
    for (let steps = 0; steps < 40; steps++) {
      await gate.setRules(NO_HOURS);
      const submitted = gate.submit(`Asleep ${steps}`, LOS_ANGELES);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      await gate.setRules(rulesWith());
      await submitted;
      if (!(await gate.row(`Asleep ${steps}`)).hoursInForce) unbound.push(steps);
    }
    expect(unbound).toEqual([]);
  });

  test('hold as before, without a question, once they are switched on again', async () => {
    const gate = await Gate.open();
    const { callingHold } = await gate.submit('Asleep', LOS_ANGELES);
    gate.passTo(MORNING);
    await gate.setRules(NO_HOURS);
    await gate.untilAsked('Asleep');
    await gate.setRules(rulesWith());
    expect((await gate.row('Asleep')).callingHold).toEqual({ ...callingHold, until: NINE_IN_LOS_ANGELES });
    expect(await gate.question()).toBeNull();
  });

  test('raise no question after a clock set forward is corrected', async () => {
    const gate = await Gate.open();
    await gate.submit('Asleep', LOS_ANGELES);
    gate.passTo(MORNING);
    gate.clock.now += 6 * 60 * 60 * 1000;
    gate.queue.wake();
    await gate.untilAsked('Asleep');
    gate.clock.now = MORNING + 1000;
    gate.queue.wake();
    await until('the end of the question', async () => (await gate.question()) === null);
    gate.passTo(MORNING + 62_000);
    gate.queue.wake();
    await until('the hold of the hours', async () => {
      const { callingHold } = await gate.row('Asleep');
      return callingHold?.until === NINE_IN_LOS_ANGELES && callingHold.question === undefined;
    });
    expect(gate.called).toEqual([]);
  });
});

test.each([
  ['a restart', (gate: Gate) => gate.restart()],
  [
    'a change of the rules',
    (gate: Gate) => gate.setRules({ ...gate.rules, tries: { most: 5, withinDays: 2 } }),
  ],
])('the question about a clock set forward to a night stays open after %s', async (_what, happen) => {
  const gate = await Gate.open();
  const days = 24 * 60 * 60 * 1000;
  await gate.submit('Ada', BERLIN, { notBefore: gate.clock.now + 7 * days });
  gate.queue.wake();
  gate.clock.now += 10 * days;
  gate.queue.wake();
  const asked = await gate.untilAsked('Ada');
  expect(asked.callingHold?.question?.about).toBe('clock');
  await happen(gate);
  gate.queue.wake();
  expect((await gate.row('Ada')).callingHold).toEqual(asked.callingHold);
  // A night later it isn't due either.
  gate.passTo(gate.clock.now + days / 2);
  gate.queue.wake();
  await gate.submit('Bob', BERLIN);
  await gate.untilCalled('Bob');
  expect(gate.called).toEqual(['Bob']);
});
