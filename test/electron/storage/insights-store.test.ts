import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { insightsFilter } from '../../../shared/insights.ts';
import { requestFilter } from '../../../shared/request-filter.ts';
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
  const assessment_results = { score: 4 };
  const answers: [string, number, object][] = [
    [
      'ir_1',
      10,
      {
        status: 'COMPLETED',
        assessment_results,
        screening_calls: [call('NO_ANSWER', 0), call('COMPLETED', 8)],
      },
    ],
    ['ir_2', 20, { status: 'COMPLETED', assessment_results, screening_calls: [call('COMPLETED', 11)] }],
    ['ir_3', 60, { status: 'COMPLETED', screening_calls: [call('COMPLETED', 30)] }],
    ['ir_4', 5, { status: 'COMPLETED', assessment_results, screening_calls: [call('VOICEMAIL', 1)] }],
  ];
  for (const [at, [id, minutes, answer]] of answers.entries()) {
    const acceptedAt = (at + 1) * DAY;
    await addTracked(storage, id, { jobDescriptionId: at === 0 ? OTHER_JOB : JOB }, acceptedAt);
    await answered(storage, id, answer, acceptedAt + minutes * MINUTE);
  }
  await addTracked(storage, 'ir_5', {}, 5 * DAY);
  return storage;
}

async function judged({ stores }: Stored, requestIds: string[], verdict: 'yes' | 'maybe' | 'no') {
  await stores.annotations.annotate('workspace-1', requestIds, { verdict }, 9 * DAY, 'ada');
}

function counts(bins: readonly { readonly from: number; readonly count: number }[]) {
  return Object.fromEntries(bins.filter(({ count }) => count > 0).map(({ from, count }) => [from, count]));
}

describe('insights', () => {
  test('without data are zeros and empty lists', async () => {
    const { insights } = (await temporaryStorage()).stores;
    const nothing = { count: 0, median: null, p90: null };
    expect(await insights.funnel('workspace-1', ALL)).toEqual([]);
    expect(await insights.firstCall('workspace-1', ALL)).toMatchObject(nothing);
    expect(await insights.assessment('workspace-1', ALL)).toMatchObject(nothing);
    expect(await insights.hours('workspace-1', ALL)).toEqual([]);
    expect(await insights.agreement('workspace-1', ALL)).toEqual({ leftOut: 0, jobs: [] });
  });

  test('count how far submissions came by job, without drafts and discarded ones, as the list does', async () => {
    const storage = await someHistory();
    await judged(storage, ['ir_1'], 'yes');
    await judged(storage, ['ir_2'], 'maybe');
    // A verdict on somebody who wasn't assessed is in no stage.
    await judged(storage, ['ir_3', 'ir_4'], 'no');
    const jobs = [
      { id: JOB, submitted: 7, reached: 2, assessed: 1, yes: 0, maybe: 1, no: 0 },
      { id: OTHER_JOB, submitted: 2, reached: 1, assessed: 1, yes: 1, maybe: 0, no: 0 },
    ];
    for (const filter of [ALL, { ...ALL, from: 0, until: 9 * DAY }]) {
      expect(await storage.stores.insights.funnel('workspace-1', filter)).toEqual(jobs);
    }
    for (const { id, reached, assessed, yes } of jobs) {
      const listed = async (part: object): Promise<number> => {
        const filter = requestFilter.parse({ jobs: [id], archived: 'any', ...part });
        const order = { sort: 'accepted', descending: true, offset: 0, limit: 1 } as const;
        return (await storage.stores.requests.page({ workspaceId: 'workspace-1', filter, ...order })).total;
      };
      expect(await listed({ outcomes: ['completed', 'assessed'] })).toBe(reached);
      expect(await listed({ outcomes: ['assessed'] })).toBe(assessed);
      expect(await listed({ outcomes: ['assessed'], verdicts: ['yes'] })).toBe(yes);
    }
  });

  test('of Today count what was assessed since, what waits for a verdict, and whom no call reached', async () => {
    const storage = await someHistory();
    const { requests, submissions } = storage.stores;
    const today = () => requests.today('workspace-1', 2 * DAY);
    expect(await today()).toEqual({ isShared: false, assessed: 1, toReview: 2, notReached: 1 });
    expect(await requests.today('workspace-2', 0)).toMatchObject({ assessed: 0, toReview: 0, notReached: 0 });
    await judged(storage, ['ir_1', 'ir_3'], 'maybe');
    expect(await today()).toMatchObject({ assessed: 1, toReview: 1, notReached: 1 });

    const [earlier] = await requests.rows('workspace-1', ['ir_4']);
    const again = { previousSubmissionId: earlier?.submissionId ?? '' };
    // Neither a draft nor a discarded submission calls anybody.
    await submissions.add([
      sampleSubmission({ ...again, state: 'draft' }),
      sampleSubmission({ ...again, state: 'discarded' }),
    ]);
    expect(await today()).toMatchObject({ notReached: 1 });
    await submissions.add([sampleSubmission(again)]);
    expect(await today()).toMatchObject({ notReached: 0 });
    const listed = async (submittedAgain: boolean) => {
      const filter = requestFilter.parse({ submittedAgain });
      const order = { sort: 'accepted', descending: false, offset: 0, limit: 9 } as const;
      const { rows } = await requests.page({ workspaceId: 'workspace-1', filter, ...order });
      return rows.map(({ requestId }) => requestId);
    };
    expect(await listed(true)).toEqual(['ir_4']);
    expect(await listed(false)).toEqual(['ir_1', 'ir_2', 'ir_3', 'ir_5']);
  });

  test('are filtered by time, job and questionnaire', async () => {
    const { insights } = (await someHistory()).stores;
    const days = { ...ALL, from: 2 * DAY, until: 4 * DAY };
    expect(await insights.funnel('workspace-1', days)).toMatchObject([
      { id: JOB, submitted: 2, reached: 2, assessed: 1 },
      { id: OTHER_JOB, submitted: 1, reached: 0 },
    ]);
    expect(await insights.assessment('workspace-1', days)).toMatchObject({ count: 1, median: 20 });
    const job = { ...ALL, job: OTHER_JOB };
    expect((await insights.funnel('workspace-1', job)).map(({ id }) => id)).toEqual([OTHER_JOB]);
    expect(await insights.assessment('workspace-1', job)).toMatchObject({ count: 1, median: 10 });
    expect(await insights.funnel('workspace-1', { ...ALL, questionnaire: 'no such one' })).toEqual([]);
    expect(await insights.funnel('workspace-2', ALL)).toEqual([]);
  });

  test('give the times to assessment, with the median of an even number', async () => {
    const { insights } = (await someHistory()).stores;
    const times = await insights.assessment('workspace-1', ALL);
    expect(times).toMatchObject({ count: 2, median: 15, p90: 20 });
    expect(counts(times.bins)).toEqual({ 5: 1, 15: 1 });
  });

  test('give the times to the first call, without planned calls and those before the request was known', async () => {
    const storage = await temporaryStorage();
    const at = (minutes: number) => new Date(DAY + minutes * MINUTE).toISOString();
    const answers: (readonly object[])[] = [
      [call('COMPLETED', 5, at(90)), call('NO_ANSWER', 0, at(30))],
      [call('SCHEDULED', 0, at(1)), call(null, 3, at(40))],
      // The service's clock is a little behind.
      [call('BUSY', 0, at(-2))],
      // Its ID was entered a day later.
      [call('COMPLETED', 5, at(-24 * 60))],
      [call('SCHEDULED', 0, at(7))],
      [call('COMPLETED', 5)],
    ];
    for (const [index, screening_calls] of answers.entries()) {
      await addTracked(storage, `ir_${index}`, {}, DAY);
      await answered(storage, `ir_${index}`, { status: 'PENDING', screening_calls }, 2 * DAY);
    }
    const times = await storage.stores.insights.firstCall('workspace-1', ALL);
    expect(times).toMatchObject({ count: 3, median: 30, p90: 40 });
    expect(counts(times.bins)).toEqual({ 0: 1, 30: 2 });
  });

  test('count calls by local hour, and which of them reached somebody', async () => {
    const storage = await temporaryStorage();
    const local = (day: number, hour: number, minute: number) =>
      new Date(2026, 2, day, hour, minute).toISOString();
    const calls = [
      // Monday to Sunday; the clock may change on the last Sunday of March.
      call('COMPLETED', 8, local(2, 9, 0)),
      call('NO_ANSWER', 0, local(2, 9, 59)),
      call('TRANSFERRED', 2, local(2, 9, 30)),
      call(null, 0, local(2, 9, 30)),
      call('FAILED', 3, local(1, 23, 45)),
      call(null, 3, local(29, 12, 15)),
      call('SCHEDULED', 3, local(29, 12, 15)),
      call('COMPLETED', 8),
    ];
    await addTracked(storage, 'ir_1', {}, Date.UTC(2026, 0, 1));
    await answered(storage, 'ir_1', { status: 'COMPLETED', screening_calls: calls }, Date.UTC(2026, 3, 2));
    expect(await storage.stores.insights.hours('workspace-1', ALL)).toEqual([
      { weekday: 0, hour: 9, calls: 4, reached: 2 },
      { weekday: 6, hour: 12, calls: 1, reached: 1 },
      { weekday: 6, hour: 23, calls: 1, reached: 0 },
    ]);
  });
});
