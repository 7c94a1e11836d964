import { describe, expect, it } from 'vitest';
import {
  causeOf,
  rowsBetween,
  shortStateWords,
  stateWords,
  waitsForChosenTime,
} from '../../renderer/features/outbox/state-words.ts';
import { formatPlanned, formatUpcoming } from '../../renderer/parts/format.ts';
import { dayAndTimeIn } from '../../renderer/parts/send-later.ts';
import { type OutboxRow, PAUSED_BY_YOU } from '../../shared/outbox.ts';
import { firstSentence, reasonWords } from '../../shared/words/problem-words.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const MINUTE = 60_000;

function row(changes: Partial<OutboxRow> = {}): OutboxRow {
  const times = { sendAfter: NOW, createdAt: NOW, updatedAt: NOW };
  return { ...sampleSubmission(times), jobName: null, questionnaireName: null, ...changes };
}

const words = (changes: Partial<OutboxRow>, paused = false) => stateWords(row(changes), { now: NOW, paused });

describe('the state of a waiting submission', () => {
  it('says that one told too recently waits for that, not for a time that somebody chose', () => {
    const day = NOW + 5 * 24 * 60 * MINUTE;
    const waits = { sendAfter: day, notBefore: day, wantedAt: NOW };
    expect(words(waits)).toBe(`Notice too recent. Goes out ${formatPlanned(day, NOW)}`);
    expect(waitsForChosenTime(row(waits), NOW)).toBe(false);
    expect(waitsForChosenTime(row({ ...waits, wantedAt: NOW + MINUTE }), NOW)).toBe(true);
  });

  it('names when and where calling hours begin, and why the last try failed', () => {
    const until = NOW + 5 * 60 * MINUTE;
    const callingHold = { until, timeZone: 'America/Los_Angeles' };
    const there = new Intl.DateTimeFormat(undefined, {
      timeZone: 'America/Los_Angeles',
      timeStyle: 'short',
    }).format(until);
    expect(words({ sendAfter: until, callingHold })).toContain(`${there} in Los Angeles`);
    expect(words({ sendAfter: until, callingHold })).toMatch(/^Calling hours: /);
    const problem = { code: 'not_reachable' } as const;
    expect(words({ sendAfter: until, callingHold, problem, attempts: 2 })).toMatch(/^Calling hours: /);
    expect(causeOf(row({ sendAfter: until, callingHold, problem, attempts: 2 }))).toEqual(problem);
    expect(words({ sendAfter: NOW, callingHold: { ...callingHold, until: NOW } })).toBe('Waiting to be sent');
  });

  it('counts down the last minute; before that it shows the time, today or on another day', () => {
    expect(words({ sendAfter: NOW + 3200 })).toBe('Goes out in 4 s');
    const chosen = NOW + 20 * 60 * MINUTE;
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const later = { sendAfter: chosen, notBefore: chosen };
    expect(words({ ...later, notBeforeTimeZone: own })).toBe(
      `Sends ${dayAndTimeIn(own, chosen, NOW)} (their time)`,
    );
    expect(words({ ...later, notBeforeTimeZone: 'Pacific/Kiritimati' })).toMatch(
      /^Sends .+ \(their time\), .+ yours$/,
    );
    expect(words(later)).toBe(`Sends ${dayAndTimeIn(own, chosen, NOW)}`);
    expect(words({ sendAfter: NOW + 90 * MINUTE })).toBe(`Goes out ${formatPlanned(NOW + 90 * MINUTE, NOW)}`);
    expect(words({ sendAfter: NOW + 90 * MINUTE })).toMatch(/ today$/);
    expect(words({ sendAfter: NOW + 48 * 60 * MINUTE })).not.toContain('today');
    expect(words({ sendAfter: NOW })).toBe('Waiting to be sent');
  });

  it('says whether all sending is paused or this submission alone', () => {
    expect(words({ sendAfter: NOW + 3000 }, true)).toBe('When you resume sending');
    const problem = { code: PAUSED_BY_YOU } as const;
    expect(words({ state: 'held', problem })).toBe('Paused by you');
  });

  it('says since when tries have failed, and when the next is', () => {
    const problem = { code: 'not_reachable', since: NOW - 10 * MINUTE } as const;
    const tried = { attempts: 1, problem, sendAfter: NOW + 39_500 };
    const since = `Since ${formatUpcoming(NOW - 10 * MINUTE, NOW)}.`;
    const told = (circumstances: object, changes: Partial<OutboxRow> = {}) =>
      stateWords(row({ ...tried, ...changes }), { now: NOW, paused: false, ...circumstances });
    expect(told({})).toBe(`${since} Next try in 40 s, attempt 2.`);
    const later = NOW + 12 * MINUTE;
    expect(told({}, { sendAfter: later })).toBe(
      `${since} Next try at ${formatUpcoming(later, NOW)}, attempt 2.`,
    );
    expect(told({}, { sendAfter: NOW })).toBe(`${since} Next try as soon as possible, attempt 2.`);
    expect(told({ paused: true })).toBe(`${since} Next try when you resume sending, attempt 2.`);
    expect(told({ session: 'signed_out' })).toBe(`${since} Next try when you are signed in, attempt 2.`);
    expect(told({ session: 'waiting_for_key_store' })).toBe(
      `${since} Next try when the key store is unlocked, attempt 2.`,
    );
    expect(told({ reachable: false })).toBe(`${since} Next try when the service can be reached, attempt 2.`);
    expect(told({ heldBack: true })).toMatch(/ Not tried again: your organisation /);
  });

  it('says of one that was not tried yet what it waits for, and since when', () => {
    const told = (circumstances: object, changes: Partial<OutboxRow> = {}) =>
      stateWords(row(changes), { now: NOW, paused: false, ...circumstances });
    const offline = { reachable: false, unreachableSince: NOW - MINUTE };
    expect(told(offline)).toBe(
      `The service can't be reached since ${formatUpcoming(NOW - MINUTE, NOW)}. Goes out when the connection is back`,
    );
    expect(told({ session: 'signed_out' })).toBe('You are signed out. Goes out when you sign in');
    expect(told(offline, { sendAfter: NOW + 90 * MINUTE })).toMatch(/^Goes out .* today$/);
  });

  it('says what to do about a hold, and that it is being edited', () => {
    const problem = { code: 'sign_in_needed' } as const;
    const held = { state: 'held', problem } as const;
    expect(words(held)).toBe('On hold. Sign in again; it will then be sent automatically.');
    const since = NOW - 2 * MINUTE;
    expect(words({ state: 'held', problem: { ...problem, since } })).toMatch(
      new RegExp(`^On hold since ${formatUpcoming(since, NOW)}\\. Sign in again`),
    );
    expect(words({ ...held, afterEdit: 'held' })).toBe('You are editing it');
    expect(causeOf(row(held))).toEqual(problem);
    expect(causeOf(row({ state: 'held', problem: { code: PAUSED_BY_YOU } }))).toBeNull();
    expect(causeOf(row({ state: 'sending', attempts: 2, problem }))).toBeNull();
  });
});

describe('why a due submission is not sent', () => {
  const tomorrow = NOW + 24 * 60 * MINUTE;
  const asked = { why: 'service_asked', until: tomorrow } as const;
  const said = (changes: Partial<OutboxRow>, circumstances: Partial<Parameters<typeof stateWords>[1]> = {}) =>
    stateWords(row(changes), { now: NOW, paused: false, sendWait: asked, ...circumstances });
  const until = formatPlanned(tomorrow, NOW);

  it('is that the service asked all to wait, also for one that was never tried', () => {
    const words = `The service asked to wait. Goes out ${until}`;
    expect(said({})).toBe(words);
    expect(said({ sendAfter: NOW + 10_000 })).toBe(words);
    const callingHold = { until: NOW + 60 * MINUTE, timeZone: 'Europe/Berlin' };
    expect(said({ callingHold, sendAfter: callingHold.until })).toBe(words);
    expect(said({ attempts: 1, problem: { code: 'not_reachable' } })).toBe(`${words}, attempt 2.`);
  });

  it('is its own time if that comes later, and what else a person can end comes first', () => {
    const later = tomorrow + MINUTE;
    expect(said({ sendAfter: later, notBefore: later })).toMatch(/^Sends /);
    expect(said({}, { paused: true })).toBe('When you resume sending');
    expect(said({}, { session: 'signed_out' })).toMatch(/^You are signed out/);
    expect(said({}, { reachable: false })).toMatch(/^The service can't be reached/);
    const question = { about: 'earlier_hours', answer: null } as const;
    const hold = { until: NOW + MINUTE, timeZone: 'Europe/Berlin', question };
    expect(said({ callingHold: hold, sendAfter: hold.until })).toMatch(/^Waiting for your answer/);
  });

  it.each([
    [{ why: 'unclear_answer', until: tomorrow }, `An answer was unclear. Sending goes on ${until}`],
    [{ why: 'unclear_answer', until: null }, 'An answer was unclear, so one is sent alone first'],
    [{ why: 'not_stored', until: tomorrow }, `Something couldn’t be stored. Sending goes on ${until}`],
    [{ why: 'slots_busy', until: null }, 'Next in turn: others are being sent'],
  ] as const)('is said of %o', (sendWait, words) => {
    expect(said({}, { sendWait })).toBe(words);
  });

  it('is said no more once the wait is over', () => {
    expect(said({}, { sendWait: { why: 'service_asked', until: NOW } })).toBe('Waiting to be sent');
    expect(said({}, { sendWait: null })).toBe('Waiting to be sent');
  });
});

describe('selecting rows for a bulk decision', () => {
  it('takes all rows between two, in either direction, and only the second if the first is gone', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => row({ id }));
    const between = (from: string | null, to: string) => rowsBetween(rows, from, to).map(({ id }) => id);
    expect(between('b', 'd')).toEqual(['b', 'c', 'd']);
    expect(between('d', 'b')).toEqual(['b', 'c', 'd']);
    expect(between('gone', 'c')).toEqual(['c']);
    expect(between(null, 'a')).toEqual(['a']);
  });

  it('says in one line why the last try failed and when the next is, without HTTP’s words', () => {
    const problem = {
      code: 'refused_as_it_is',
      said: { text: 'candidate.phone_number: is barred – Unprocessable Entity', fields: [], other: '' },
    } as const;
    expect(reasonWords(problem)).toBe('“Phone number: is barred”');
    const only = (text: string) => reasonWords({ ...problem, said: { text, fields: [], other: text } });
    expect(only('Unprocessable Entity')).toBe('The service refused this submission as it is');
    expect(only('413 Request Entity Too Large nginx')).toBe('The service refused this submission as it is');
    expect(only('Seat 413 is taken. Bad Request')).toBe('“Seat 413 is taken.”');
    const tried = row({ problem: { code: 'not_reachable', since: NOW }, attempts: 2 });
    expect(shortStateWords(tried, { now: NOW, paused: true })).toBe(
      "Couldn't reach the service · Next try when you resume sending",
    );
    expect(shortStateWords(tried, { now: NOW, paused: true }, true)).toBe('Next try when you resume sending');
    expect(firstSentence(undefined)).toBe('Unknown cause');
  });
});
