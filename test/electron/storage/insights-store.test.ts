import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { insightsFilter } from '../../../shared/insights.ts';
import { offsetSpans } from '../../../shared/local-time.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JOB = sampleSubmission().jobDescriptionId;
const OTHER_JOB = '00000000-0000-4000-8000-000000000001';
const ALL = insightsFilter.parse({});

type Stored = Pick<Storage, 'stores'>;

async function answered({ stores }: Stored, requestId: string, answer: object, now: number) {
  const [request] = await stores.requests.find('workspace-1', [requestId]);
  if (!request) throw new Error(`${requestId} is not tracked.`);
  const raw = JSON.stringify(answer);
  const parsed = interviewRequestAnswer.parse(JSON.parse(raw));
  await stores.requests.apply([
    applyReadOutcome(request, { name: 'read', answer: parsed, raw }, now, () => 0.5),
  ]);
}

function call(status: string | null, duration_minutes?: number, timestamp?: string) {
  return { status, duration_minutes, timestamp };
}

/** Five accepted requests, three of them completed after 10, 20 and 60 minutes, and others that are not accepted. */
async function someHistory() {
  const storage = await temporaryStorage();
  await storage.stores.submissions.add([
    sampleSubmission({ createdAt: 1 * DAY }),
    sampleSubmission({ createdAt: 1 * DAY, state: 'held' }),
    sampleSubmission({ createdAt: 1 * DAY, state: 'unconfirmed' }),
    sampleSubmission({ createdAt: 2 * DAY, state: 'rejected', jobDescriptionId: OTHER_JOB }),
    sampleSubmission({ createdAt: 1 * DAY, state: 'discarded' }),
    sampleSubmission({ createdAt: 1 * DAY, state: 'draft' }),
  ]);
  const answers: [string, number, object][] = [
    ['ir_1', 10, { status: 'COMPLETED', screening_calls: [call('NO_ANSWER'), call('COMPLETED', 8)] }],
    ['ir_2', 20, { status: 'COMPLETED', screening_calls: [call('COMPLETED', 11)] }],
    ['ir_3', 60, { status: 'COMPLETED', screening_calls: [call('COMPLETED', 30.04), call(null), {}] }],
    ['ir_4', 5, { status: 'RINGING', screening_calls: null }],
  ];
  for (const [at, [id, minutes, answer]] of answers.entries()) {
    const acceptedAt = (at + 1) * DAY;
    await addTracked(storage, id, { jobDescriptionId: at === 0 ? OTHER_JOB : JOB }, acceptedAt);
    await answered(storage, id, answer, acceptedAt + minutes * MINUTE);
  }
  await addTracked(storage, 'ir_5', {}, 5 * DAY);
  return storage;
}

function counts(bins: readonly { readonly from: number; readonly count: number }[]) {
  return Object.fromEntries(bins.filter(({ count }) => count > 0).map(({ from, count }) => [from, count]));
}

describe('insights without data', () => {
  test('are zeros and empty lists', async () => {
    const { stores } = await temporaryStorage();
    const nothing = { count: 0, median: null, p90: null };
    expect(await stores.insights.span('workspace-1', ALL)).toBeNull();
    expect(await stores.insights.periods('workspace-1', ALL, [0, DAY])).toEqual([
      { start: 0, submitted: 0, waiting: 0, needsDecision: 0, refused: 0, accepted: 0, completed: 0 },
    ]);
    expect(await stores.insights.names('workspace-1', ALL)).toEqual({
      jobs: [],
      questionnaires: [],
      statuses: [],
      outcomes: [],
    });
    expect(await stores.insights.completion('workspace-1', ALL)).toMatchObject(nothing);
    expect(await stores.insights.callsPerRequest('workspace-1', ALL)).toEqual({
      callsPerRequest: [],
      callsPerCompleted: null,
    });
    expect(await stores.insights.callDurations('workspace-1', ALL)).toMatchObject(nothing);
    expect(await stores.insights.callCounts('workspace-1', ALL, [])).toEqual({ statuses: [], hours: [] });
    expect(await stores.insights.score('workspace-1', ALL, '/none')).toBeNull();
  });
});

describe('insights', () => {
  test('count the outcomes of submissions by period, without drafts and discarded ones', async () => {
    const { stores } = await someHistory();
    const periods = await stores.insights.periods(
      'workspace-1',
      ALL,
      [1, 2, 3, 6].map((day) => day * DAY),
    );
    expect(periods).toEqual([
      { start: DAY, submitted: 4, waiting: 2, needsDecision: 1, refused: 0, accepted: 1, completed: 1 },
      { start: 2 * DAY, submitted: 2, waiting: 0, needsDecision: 0, refused: 1, accepted: 1, completed: 1 },
      { start: 3 * DAY, submitted: 3, waiting: 0, needsDecision: 0, refused: 0, accepted: 3, completed: 1 },
    ]);
    expect(await stores.insights.span('workspace-1', ALL)).toEqual({ first: DAY, last: 5 * DAY });
  });

  test('count by job, questionnaire and status, the most frequent first', async () => {
    const { stores } = await someHistory();
    const { jobs, questionnaires, statuses } = await stores.insights.names('workspace-1', ALL);
    expect(jobs).toEqual([
      { id: JOB, submitted: 7, waiting: 2, needsDecision: 1, refused: 0, accepted: 4, completed: 2 },
      { id: OTHER_JOB, submitted: 2, waiting: 0, needsDecision: 0, refused: 1, accepted: 1, completed: 1 },
    ]);
    expect(questionnaires).toMatchObject([{ submitted: 9, accepted: 5, completed: 3 }]);
    expect(statuses).toEqual([
      { value: 'COMPLETED', count: 3 },
      { value: 'PENDING', count: 1 },
      { value: 'RINGING', count: 1 },
    ]);
  });

  test('give the times to completion and the numbers of calls', async () => {
    const { stores } = await someHistory();
    const completion = await stores.insights.completion('workspace-1', ALL);
    expect(completion).toMatchObject({ count: 3, median: 20, p90: 60 });
    expect(counts(completion.bins)).toEqual({ 5: 1, 15: 1, 60: 1 });
    const { callsPerRequest, callsPerCompleted } = await stores.insights.callsPerRequest('workspace-1', ALL);
    expect(callsPerRequest).toEqual([
      { calls: 0, requests: 2 },
      { calls: 1, requests: 1 },
      { calls: 2, requests: 1 },
      { calls: 3, requests: 1 },
    ]);
    expect(callsPerCompleted).toBe(2);
  });

  test('give the durations and statuses of calls', async () => {
    const { stores } = await someHistory();
    const durations = await stores.insights.callDurations('workspace-1', ALL);
    expect(durations).toMatchObject({ count: 3, median: 11, p90: 30 });
    expect(counts(durations.bins)).toEqual({ 8: 1, 10: 1, 30: 1 });
    expect((await stores.insights.callCounts('workspace-1', ALL, [])).statuses).toEqual([
      { value: 'COMPLETED', count: 3 },
      { value: '', count: 2 },
      { value: 'NO_ANSWER', count: 1 },
    ]);
  });

  test('measure only calls that were answered', async () => {
    const storage = await temporaryStorage();
    const screening_calls = [
      call('NO_ANSWER', 0),
      call('no-answer', 2),
      call('VOICEMAIL', 1),
      call('FAILED', 3),
      call('IN_PROGRESS', 5),
      call('SCHEDULED', 30),
      call('COMPLETED', 0),
      call(null, 0),
      call('COMPLETED', 10),
      call('TRANSFERRED', 12),
      call(null, 14),
      call('COMPLETED'),
    ];
    await addTracked(storage, 'ir_1', {}, DAY);
    await answered(storage, 'ir_1', { status: 'COMPLETED', screening_calls }, 2 * DAY);
    const durations = await storage.stores.insights.callDurations('workspace-1', ALL);
    expect(durations).toMatchObject({ count: 3, median: 12 });
  });

  test('count the outcomes of candidates, the most frequent first', async () => {
    const storage = await someHistory();
    await addTracked(storage, 'ir_6', {}, 6 * DAY);
    await answered(
      storage,
      'ir_6',
      {
        status: 'COMPLETED',
        screening_calls: [call('NO_ANSWER', 0)],
        assessment_results: { reason: 'none' },
      },
      7 * DAY,
    );
    const outcomes = [
      { value: 'completed', count: 3 },
      { value: 'calling', count: 1 },
      { value: 'not_reached', count: 1 },
      { value: 'waiting', count: 1 },
    ];
    for (const filter of [ALL, { ...ALL, from: 0, until: 9 * DAY }]) {
      const names = await storage.stores.insights.names('workspace-1', filter);
      expect(names.outcomes).toEqual(outcomes);
    }
  });

  test('are filtered by time, job and questionnaire', async () => {
    const { stores } = await someHistory();
    const days = { ...ALL, from: 2 * DAY, until: 4 * DAY };
    // The median of an even number of values.
    const completion = await stores.insights.completion('workspace-1', days);
    expect(completion).toMatchObject({ count: 2, median: 40 });
    expect((await stores.insights.callDurations('workspace-1', days)).count).toBe(2);
    const job = { ...ALL, job: OTHER_JOB };
    expect((await stores.insights.names('workspace-1', job)).jobs.map(({ id }) => id)).toEqual([OTHER_JOB]);
    expect((await stores.insights.completion('workspace-1', job)).median).toBe(10);
    expect((await stores.insights.callCounts('workspace-1', job, [])).statuses).toHaveLength(2);
    const unknown = { ...ALL, questionnaire: 'no such one' };
    expect(await stores.insights.span('workspace-1', unknown)).toBeNull();
    expect(await stores.insights.span('workspace-2', ALL)).toBeNull();
  });

  test('count calls by local hour, before and after a clock change', async () => {
    const storage = await temporaryStorage();
    const calls = [
      // Berlin, Sunday 2026-03-29: 01:59 is followed by 03:00.
      call('A', 1, '2026-03-29T00:59:59Z'),
      call('A', 1, '2026-03-29T01:00:00Z'),
      // Sunday 2026-10-25: 02:30 occurs twice.
      call('A', 1, '2026-10-25T00:30:00Z'),
      call('A', 1, '2026-10-25T01:30:00Z'),
      // Before the first known offset, and after the last one.
      call('A', 1, '1969-12-31T22:30:00Z'),
      call('A', 1, '2027-01-04T08:00:00Z'),
      call('A', 1),
    ];
    await addTracked(storage, 'ir_1', {}, Date.UTC(2026, 0, 1));
    await answered(storage, 'ir_1', { status: 'COMPLETED', screening_calls: calls }, Date.UTC(2026, 0, 2));
    const offsets = offsetSpans(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), berlinOffset);
    expect(offsets.map(({ offset }) => offset / HOUR)).toEqual([1, 2, 1]);
    const { hours } = await storage.stores.insights.callCounts('workspace-1', ALL, offsets);
    expect(hours).toEqual([
      { weekday: 0, hour: 9, calls: 1 },
      { weekday: 2, hour: 23, calls: 1 },
      { weekday: 6, hour: 1, calls: 1 },
      { weekday: 6, hour: 2, calls: 2 },
      { weekday: 6, hour: 3, calls: 1 },
    ]);
  });

  test('give the distribution of a pinned field on its scale, or its most frequent values', async () => {
    const storage = await temporaryStorage();
    const results = [
      { score: 4.2, fit: true },
      { score: 5, fit: true },
      { score: 0.2, fit: false },
      { score: 'n/a' },
      { fit: null },
    ];
    for (const [at, assessment_results] of results.entries()) {
      await addTracked(storage, `ir_${at}`, {}, DAY);
      await answered(storage, `ir_${at}`, { status: 'COMPLETED', assessment_results }, DAY + MINUTE);
    }
    const { pins, insights } = storage.stores;
    await pins.pin('workspace-1', { path: '/score', label: 'Score', kind: 'number' });
    await pins.pin('workspace-1', { path: '/fit', label: 'Fit', kind: 'boolean' });
    expect(await insights.score('workspace-1', ALL, '/score')).toMatchObject({
      count: 4,
      scale: null,
      distribution: null,
      values: [
        { value: '0.2', count: 1 },
        { value: '4.2', count: 1 },
        { value: '5', count: 1 },
        { value: 'n/a', count: 1 },
      ],
    });
    const [{ questionnaireTemplateId } = { questionnaireTemplateId: '' }] =
      await storage.stores.requests.rows('workspace-1', ['ir_0']);
    await storage.stores.library.describe('workspace-1', questionnaireTemplateId, '/score', {
      path: '/score',
      label: 'Score',
      smallest: 0,
      largest: 5,
      better: 'higher',
      headline: false,
      cover: 'covered',
    });
    const score = await insights.score('workspace-1', ALL, '/score');
    expect(score).toMatchObject({
      count: 3,
      scale: { smallest: 0, largest: 5, better: 'higher' },
      distribution: { median: 4.2 },
    });
    expect(score?.distribution?.bins).toHaveLength(10);
    expect(counts(score?.distribution?.bins ?? [])).toEqual({ 0: 1, 4: 1, 4.5: 1 });
    expect(await insights.score('workspace-1', ALL, '/fit')).toMatchObject({
      count: 3,
      distribution: null,
      values: [
        { value: 'true', count: 2 },
        { value: 'false', count: 1 },
      ],
    });
  });
});

function berlinOffset(at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Number(/GMT\+(\d\d)/.exec(name)?.[1] ?? 0) * HOUR;
}
