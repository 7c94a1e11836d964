import { expect, onTestFinished, test } from 'vitest';
import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import type { Submission } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { acceptEach, sendJson } from '../service/recording-service.ts';
import { BERLIN, Gate, NO_HOURS, NOWHERE, rulesWith } from './gate-openers.ts';

const MINUTE = 60_000;
/** A Wednesday: 13:00, 21:00 and 01:30 of the next day in Berlin. */
const DAY = Date.parse('2026-11-18T12:00:00Z');
const EVENING = Date.parse('2026-11-18T20:00:00Z');
const NIGHT = Date.parse('2026-11-19T00:30:00Z');
const NINE_IN_BERLIN = Date.parse('2026-11-19T08:00:00Z');
const LONDON = '+442079460123';

/** Forbidden by the service, whoever is named so; everybody else is accepted. */
function service() {
  return Gate.open((request, response) => {
    if (request.body.includes('"Forbidden ')) sendJson(response, 403, { message: 'No seat' });
    else acceptEach(request, response);
  });
}

const OPEN = ['queued', 'connecting', 'sending', 'held', 'unconfirmed'] as const;

const openRows = (gate: Gate): Promise<readonly Submission[]> => gate.store.inStates('workspace-1', OPEN);
const withoutMarkers = (names: readonly string[]) => names.filter((name) => !name.startsWith('Marker '));

/** Submits this many by day, each to end like this, and waits until they are held. */
async function heldByDay(gate: Gate, name: string, count: number, outcome?: CreateOutcome): Promise<void> {
  gate.beforeSending = async () => outcome;
  for (let number = 1; number <= count; number += 1) {
    await gate.submit(`${name} ${number}`, [BERLIN, LONDON, NOWHERE][number % 3] ?? BERLIN);
  }
  await until(`${count} ${name} held`, async () => {
    const rows = await gate.store.inStates('workspace-1', ['held']);
    return rows.filter(({ candidateName }) => candidateName.startsWith(`${name} `)).length === count;
  });
  gate.beforeSending = async () => undefined;
}

/** Fifty submissions that could not be sent by day, or were submitted too late for it. */
async function fiftyHeld(): Promise<Gate> {
  const gate = await service();
  gate.passTo(DAY);
  await gate.setRules(rulesWith());
  await heldByDay(gate, 'Forbidden', 10);
  await heldByDay(gate, 'Untrusted', 8, { name: 'certificate_not_trusted' });
  await heldByDay(gate, 'Proxied', 6, { name: 'proxy_sign_in_needed' });
  await heldByDay(gate, 'Unsaved', 2, { name: 'mark_not_stored' });
  gate.settings.paused = true;
  const paused: string[] = [];
  for (let number = 1; number <= 6; number += 1) {
    paused.push((await gate.submit(`Paused ${number}`, BERLIN)).id);
    await gate.submit(`Queued ${number}`, LONDON);
  }
  await gate.actions.pause(paused);
  for (let number = 1; number <= 4; number += 1) {
    await gate.submit(`Chosen ${number}`, BERLIN, { notBefore: NIGHT + number * MINUTE });
  }
  gate.passTo(EVENING);
  for (let number = 1; number <= 8; number += 1) await gate.submit(`Late ${number}`, BERLIN);
  const edited = (await openRows(gate)).filter(({ candidateName }) =>
    /^Forbidden [123]$/.test(candidateName),
  );
  for (const { id } of edited) await gate.actions.beginEdit(id);
  gate.passTo(NIGHT);
  return gate;
}

const elsewhere = { defaultTimeZone: 'Asia/Tokyo' };
const wide = { from: '00:00', until: '23:59' };

/** Everything that may change in a night, in an order in which each could release what those before have touched. */
const CHANGES: readonly (readonly [name: string, change: (gate: Gate) => unknown])[] = [
  ['sending goes on', (gate) => Object.assign(gate.settings, { paused: false })],
  ['the hours are widened', (gate) => gate.setRules(rulesWith(wide))],
  ['the app starts again', (gate) => gate.restart()],
  ['the hours are switched off', (gate) => gate.setRules(NO_HOURS)],
  ['the network settings are corrected', (gate) => gate.queue.resume('network_settings')],
  ['the connection is corrected', (gate) => gate.queue.resume('connection')],
  ['somebody signs in', (gate) => gate.queue.resume('sign_in')],
  ['the hours are narrowed', (gate) => gate.setRules(rulesWith({ from: '10:00', until: '11:00' }))],
  ['the hours of another place hold', (gate) => gate.setRules(rulesWith(elsewhere))],
  ['the hours are off once more', (gate) => gate.setRules(NO_HOURS)],
  [
    'consent is required, in other words',
    (gate) =>
      gate.setRules({ ...NO_HOURS, consent: { asked: true, required: true, wording: 'Yes, call me.' } }),
  ],
  ['the window with the form is gone', (gate) => gate.queue.interruptEdits()],
  ['the computer is in another time zone', (gate) => inTimeZone('Asia/Tokyo', () => gate.restart())],
  ['all are tried now', (gate) => gate.actions.tryNow()],
  [
    'all on hold are resumed',
    async (gate) =>
      gate.actions.resume((await gate.store.inStates('workspace-1', ['held'])).map(({ id }) => id)),
  ],
  ['the night goes on', (gate) => gate.passTo(NIGHT + 20 * MINUTE)],
  ['the app starts again, later', (gate) => gate.restart()],
];

async function inTimeZone(name: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TZ'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  process.env['TZ'] = name;
  await work();
}

/** Somebody who may be called at any hour is called: everything due before them has been looked at. */
async function marker(gate: Gate, name: string): Promise<void> {
  gate.queue.wake();
  const consentWording = gate.rules.consent.required ? gate.rules.consent.wording : undefined;
  await gate.submit(`Marker ${name}`, BERLIN, { anyHour: true, ...(consentWording && { consentWording }) });
  await gate.untilCalled(`Marker ${name}`);
}

test('whatever changes at night, none of fifty that are held is called unasked, and none is forgotten', {
  timeout: 120_000,
}, async () => {
  const gate = await fiftyHeld();
  const before = (await openRows(gate)).map(({ id }) => id).toSorted();
  expect(before).toHaveLength(50);
  // Each of these was tried by day, and refused.
  const triedByDay = gate.called.length;
  expect(triedByDay).toBe(10);
  for (const [name, change] of CHANGES) {
    await change(gate);
    await marker(gate, name);
    expect(withoutMarkers(gate.called).slice(triedByDay), name).toEqual([]);
  }
  const after = await openRows(gate);
  expect(after.map(({ id }) => id).toSorted()).toEqual(before);
  // What the last rules would let go is asked about, once for all.
  const asked = after.filter(({ callingHold }) => callingHold?.question?.answer === null);
  expect(asked.length).toBeGreaterThan(30);
  const { held = [] } = (await gate.question()) ?? {};
  expect(held.reduce((sum, { count }) => sum + count, 0)).toBe(asked.length);
  await gate.queue.stop(5000);
  expect(withoutMarkers(gate.called).slice(triedByDay)).toEqual([]);
});

test('after such a night, what a person keeps waiting goes when its hours begin', {
  timeout: 120_000,
}, async () => {
  const gate = await fiftyHeld();
  gate.settings.paused = false;
  await gate.setRules(NO_HOURS);
  await marker(gate, 'before the answer');
  await gate.actions.answerHolds('keep_waiting', gate.clock.now);
  await marker(gate, 'after the answer');
  expect(withoutMarkers(gate.called)).toHaveLength(10);
  gate.passTo(NINE_IN_BERLIN + 60 * MINUTE);
  gate.queue.wake();
  await until('those that wait for nothing else', async () => {
    const queued = await gate.store.inStates('workspace-1', ['queued', 'connecting', 'sending']);
    return queued.length === 0;
  });
  // Those that the service, the network or a person holds are still held.
  const { length } = await gate.store.inStates('workspace-1', ['held']);
  expect([length, withoutMarkers(gate.called).length]).toEqual([32, 28]);
});

/** The nights in which the clocks change in Berlin, from 21:00; 09:00 of the next day. */
test.each([
  ['spring', '2027-03-27T20:00:00Z', '2027-03-28T07:00:00Z'],
  ['autumn', '2026-10-24T19:00:00Z', '2026-10-25T08:00:00Z'],
])(
  'in the night when the clocks change in %s, fifty wait until nine',
  { timeout: 120_000 },
  async (_name, from, nine) => {
    const gate = await service();
    gate.passTo(Date.parse(from));
    await gate.setRules(rulesWith());
    for (let number = 1; number <= 50; number += 1) await gate.submit(`Late ${number}`, BERLIN);
    for (let now = Date.parse(from); now < Date.parse(nine); now += 55 * MINUTE) {
      gate.passTo(now);
      await marker(gate, new Date(now).toISOString());
      expect(withoutMarkers(gate.called)).toEqual([]);
    }
    gate.passTo(Date.parse(nine) - 1);
    await marker(gate, 'a moment before');
    expect(withoutMarkers(gate.called)).toEqual([]);
    gate.passTo(Date.parse(nine));
    gate.queue.wake();
    await until('all fifty', () => withoutMarkers(gate.called).length === 50);
  },
);
