import { describe, expect, it } from 'vitest';
import { firstSentence, sharedCauses } from '../../renderer/features/outbox/causes.ts';
import { rowsBetween } from '../../renderer/features/outbox/row-selection.ts';
import { stateWords } from '../../renderer/features/outbox/state-words.ts';
import { formatPlanned } from '../../renderer/parts/time/format-time.ts';
import { type OutboxRow, PAUSED_BY_YOU } from '../../shared/outbox.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const MINUTE = 60_000;

function row(changes: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id: 'a',
    workspaceId: 'w',
    state: 'queued',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+442079460958',
    resumeUrl: 'https://cv.example/1',
    jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
    questionnaireTemplateId: 'general',
    jobName: null,
    questionnaireName: null,
    attempts: 0,
    sendAfter: NOW,
    notBefore: null,
    timeZone: null,
    anyHour: false,
    hoursWaivedUntil: null,
    callingHold: null,
    consent: null,
    problem: null,
    requestId: null,
    mayHaveReached: null,
    previousSubmissionId: null,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...changes,
  };
}

const words = (changes: Partial<OutboxRow>, paused = false) => stateWords(row(changes), { now: NOW, paused });

describe('the state of a waiting submission', () => {
  it('names when and where calling hours begin, and why the last try failed', () => {
    const until = NOW + 5 * 60 * MINUTE;
    const callingHold = { until, timeZone: 'America/Los_Angeles' };
    const there = new Intl.DateTimeFormat(undefined, {
      timeZone: 'America/Los_Angeles',
      hour: '2-digit',
      minute: '2-digit',
    }).format(until);
    expect(words({ sendAfter: until, callingHold })).toContain(`${there} in Los Angeles`);
    expect(words({ sendAfter: until, callingHold })).toMatch(/^Calling hours: /);
    const problem = { code: 'not_reachable' } as const;
    expect(words({ sendAfter: until, callingHold, problem, attempts: 2 })).toContain(
      "Couldn't reach the service.",
    );
    expect(words({ sendAfter: NOW, callingHold: { ...callingHold, until: NOW } })).toBe('Waiting to be sent');
  });

  it('counts down the last minute; before that it shows the time, today or on another day', () => {
    expect(words({ sendAfter: NOW + 3200 })).toBe('Goes out in 4 s');
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

  it('includes why the last try failed', () => {
    const problem = { code: 'not_reachable' } as const;
    expect(words({ attempts: 1, problem, sendAfter: NOW + 9000 })).toBe(
      "Goes out in 9 s. Last try: Couldn't reach the service.",
    );
    expect(words({ state: 'held', problem })).toBe("On hold: Couldn't reach the service.");
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

  it('offers the causes that several rows share, the most frequent first, and has words for an unknown one', () => {
    const lost = { code: 'connection_lost' } as const;
    const closed = { code: 'interrupted' } as const;
    const late = { code: 'no_answer_in_time' } as const;
    const rows = [closed, lost, lost, late, lost, closed].map((problem, at) =>
      row({ id: String(at), state: 'unconfirmed', problem }),
    );
    expect(sharedCauses(rows).map((cause) => [cause.words, cause.rows.length])).toEqual([
      ['The connection broke while sending', 3],
      ['Callboard was closed while sending', 2],
    ]);
    expect(firstSentence(undefined)).toBe('Unknown cause');
  });
});
