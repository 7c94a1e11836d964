import { describe, expect, test } from 'vitest';
import type { ReadOutcome } from '../../../electron/service/get-interview-request.ts';
import {
  applyReadOutcome,
  refreshDelayMs,
  type TrackedRequest,
} from '../../../electron/tracking/apply-answer.ts';
import type { RequestProblem } from '../../../shared/problems.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { requestProblemWords } from '../../../shared/words/request-problem-words.ts';

const NOW = 100_000;
const MIDDLE = (): number => 0.5;

function tracked(changes: Partial<TrackedRequest> = {}): TrackedRequest {
  return {
    workspaceId: 'workspace-1',
    requestId: 'ir_1',
    submissionId: 'submission-1',
    status: 'PENDING',
    answer: null,
    problem: null,
    acceptedAt: 60_000,
    refreshedAt: null,
    changedAt: 60_000,
    completedAt: null,
    nextRefreshAt: 90_000,
    refreshFailures: 0,
    colleague: null,
    ...changes,
  };
}

function read(body: object): ReadOutcome {
  return { name: 'read', answer: interviewRequestAnswer.parse(body), raw: JSON.stringify(body) };
}

function apply(request: TrackedRequest, outcome: ReadOutcome) {
  return applyReadOutcome(request, outcome, NOW, MIDDLE);
}

/** The histories of a sequence of answers. */
function historiesOf(...bodies: object[]): string[][] {
  let request = tracked();
  return bodies.map((body) => {
    const change = apply(request, read(body));
    request = change.request;
    return change.history.map((each) => historyWords({ ...each, at: NOW }).heading);
  });
}

const CALL = { id: 'c1', timestamp: '2026-10-21T07:00:00Z', duration_minutes: 0, status: 'RINGING' };

describe('an answer', () => {
  test('about another request changes nothing but the problem, and none of that answer is kept', () => {
    const before = apply(tracked(), read({ status: 'RINGING', assessment_results: { score: 4 } })).request;
    const { request, history, ...change } = apply(before, { name: 'other_request', named: 'ir_2' });
    const problem = { code: 'other_request', named: 'ir_2' };
    expect(request).toMatchObject({ status: 'RINGING', answer: before.answer, problem, refreshFailures: 1 });
    expect(history).toEqual([{ code: 'refresh_problem', values: { problem, answer: null } }]);
    expect(change).toMatchObject({ answerChanged: false, resultsChanged: false, hasResults: true });
  });

  test('with an unreadable part counts for the rest, and the part is the problem until it is readable', () => {
    const whole = read({ status: 'COMPLETED', assessment_results: { score: 4 } });
    if (whole.name !== 'read') throw new Error('It is read.');
    const first = apply(tracked(), { ...whole, leftOut: 'screening_calls.0.id: Invalid input' });
    const problem = { code: 'part_unreadable', reason: 'screening_calls.0.id: Invalid input' };
    expect(first.request).toMatchObject({
      status: 'COMPLETED',
      problem,
      refreshFailures: 0,
      nextRefreshAt: null,
    });
    expect(first.history.map(({ code }) => code)).toEqual([
      'status_changed',
      'results_arrived',
      'refresh_problem',
    ]);
    expect(apply(first.request, whole).request.problem).toBeNull();
  });

  test('with a hundred thousand new calls is one event, not one for each', () => {
    const calls = Array.from({ length: 100_000 }, (_, index) => ({ id: String(index), status: 'RINGING' }));
    expect(historiesOf({ status: 'PENDING', screening_calls: calls })).toEqual([
      ['100000 screening calls changed'],
    ]);
  });

  test('that nests deeper than the stack is compared all the same', () => {
    const deep = JSON.parse('['.repeat(4000) + ']'.repeat(4000));
    const other = JSON.parse(`${'['.repeat(3999)}1${']'.repeat(3999)}`);
    expect(
      historiesOf({ status: 'A', assessment_results: deep }, { status: 'A', assessment_results: other }),
    ).toEqual([
      ['Status changed from Pending to A', 'Assessment results arrived'],
      ['Assessment results changed'],
    ]);
  });

  test('that says nothing new changes only the time of the read', () => {
    const change = apply(tracked(), read({ status: 'PENDING' }));
    expect(change).toMatchObject({
      request: { status: 'PENDING', refreshedAt: NOW, changedAt: 60_000, problem: null, refreshFailures: 0 },
      history: [],
      changed: false,
      calls: [],
      lastCallStatus: null,
      hasResults: false,
    });
    expect(change.request.nextRefreshAt).toBe(NOW + refreshDelayMs(NOW - 60_000, 0, MIDDLE));
  });

  test.each([[{}], [[]], [''], [null], [undefined]])(
    'that is the first, with results of %o, leaves the list unchanged',
    (results) => {
      const body = { status: 'PENDING', screening_calls: [], assessment_results: results };
      expect(apply(tracked(), read(body))).toMatchObject({
        request: { answer: JSON.stringify(body), refreshedAt: NOW },
        answerChanged: true,
        changed: false,
        callsChanged: false,
        resultsChanged: false,
      });
    },
  );

  test('without the earlier calls or results removes them from the list, without a history entry', () => {
    const before = tracked({ answer: JSON.stringify({ status: 'PENDING', screening_calls: [CALL] }) });
    expect(apply(before, read({ status: 'PENDING' }))).toMatchObject({
      changed: true,
      callsChanged: true,
      calls: [],
      lastCallStatus: null,
      history: [],
    });
    const rated = tracked({
      answer: JSON.stringify({ status: 'PENDING', assessment_results: { score: 7 } }),
    });
    expect(apply(rated, read({ status: 'PENDING', assessment_results: {} }))).toMatchObject({
      resultsChanged: true,
      hasResults: false,
      history: [],
    });
  });

  test('of COMPLETED to a request accepted as completed ends its refreshing, which the list shows', () => {
    const change = apply(tracked({ status: 'COMPLETED' }), read({ status: 'COMPLETED' }));
    expect(change).toMatchObject({ changed: true, request: { completedAt: NOW, nextRefreshAt: null } });
  });

  test('is stored verbatim', () => {
    const raw = '{ "status":"PENDING",  "more": 1e2 }';
    const answer = interviewRequestAnswer.parse(JSON.parse(raw));
    expect(apply(tracked(), { name: 'read', answer, raw }).request.answer).toBe(raw);
  });

  test('records each difference from the previous one, once', () => {
    expect(
      historiesOf(
        { status: 'PENDING', screening_calls: [CALL] },
        { status: 'PENDING', screening_calls: [CALL] },
        {
          status: 'IN_PROGRESS',
          screening_calls: [
            { ...CALL, status: 'NO_ANSWER' },
            { id: 'c2', duration_minutes: 9, status: 'COMPLETED' },
          ],
        },
        { status: 'COMPLETED', screening_calls: [], assessment_results: { score: 1 } },
        { status: 'COMPLETED', assessment_results: { score: 2 } },
      ),
    ).toEqual([
      ['Screening call 1 appeared: Ringing'],
      [],
      [
        'Status changed from Pending to In progress',
        'Screening call 1: No answer',
        'Screening call 2 appeared: Completed',
      ],
      ['Status changed from In progress to Completed', 'Assessment results arrived'],
      ['Assessment results changed'],
    ]);
  });

  test('may list its calls in another order without a difference', () => {
    const other = { ...CALL, id: 'c2' };
    expect(
      historiesOf(
        { status: 'P', screening_calls: [CALL, other] },
        { status: 'P', screening_calls: [other, CALL] },
      )[1],
    ).toEqual([]);
  });

  test('may have calls without ids or statuses: then their positions count', () => {
    expect(
      historiesOf(
        { status: 'PENDING', screening_calls: [{}, { status: 'BUSY' }] },
        { status: 'PENDING', screening_calls: [{}, { status: 'COMPLETED', duration_minutes: 3 }] },
      ),
    ).toEqual([
      ['Screening call 1 appeared: no status', 'Screening call 2 appeared: Busy'],
      ['Screening call 2: Completed'],
    ]);
  });

  test('counts calls and shows the latest by time, or the last in the list', () => {
    const calls = [
      { timestamp: '2026-10-21T09:00:00Z', status: 'COMPLETED' },
      { timestamp: '2026-10-21T08:00:00Z', status: 'NO_ANSWER' },
    ];
    expect(apply(tracked(), read({ status: 'P', screening_calls: calls }))).toMatchObject({
      calls: [
        { startedAt: Date.UTC(2026, 9, 21, 9), durationMinutes: null, status: 'COMPLETED' },
        { startedAt: Date.UTC(2026, 9, 21, 8), durationMinutes: null, status: 'NO_ANSWER' },
      ],
      lastCallStatus: 'COMPLETED',
    });
    const timeless = [{ status: 'NO_ANSWER' }, { status: 'BUSY' }];
    expect(apply(tracked(), read({ status: 'P', screening_calls: timeless })).lastCallStatus).toBe('BUSY');
    const odd = [{ timestamp: 'yesterday', status: 'NO_ANSWER' }, { status: null }];
    expect(apply(tracked(), read({ status: 'P', screening_calls: odd })).lastCallStatus).toBeNull();
  });

  test.each([
    [{ score: 1 }, true],
    [[1], true],
    ['Well done', true],
    [0, true],
    [false, true],
    [{}, false],
    [[], false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('with the results %o has results: %s', (assessment_results, has) => {
    const change = apply(tracked(), read({ status: 'PENDING', assessment_results }));
    expect(change.hasResults).toBe(has);
    expect(change.history).toHaveLength(has ? 1 : 0);
  });

  test('of COMPLETED, and no other, ends the refreshing', () => {
    expect(apply(tracked(), read({ status: 'COMPLETED' })).request).toMatchObject({
      nextRefreshAt: null,
      completedAt: NOW,
    });
    for (const status of ['PENDING', 'completed', 'FAILED', 'CANCELLED', 'WHATEVER']) {
      const { request } = apply(tracked(), read({ status }));
      expect(request).toMatchObject({ status, completedAt: null });
      expect(request.nextRefreshAt).toBeGreaterThan(NOW);
    }
  });

  test('of COMPLETED again keeps the first time, and a reopened request is refreshed again', () => {
    const completed = tracked({ status: 'COMPLETED', completedAt: 70_000, nextRefreshAt: null });
    expect(apply(completed, read({ status: 'COMPLETED' })).request.completedAt).toBe(70_000);
    const reopened = apply(completed, read({ status: 'PENDING' })).request;
    expect(reopened.completedAt).toBeNull();
    expect(reopened.nextRefreshAt).toBeGreaterThan(NOW);
  });

  test('ends a problem, which counts as a change', () => {
    const change = apply(
      tracked({ problem: { code: 'refused', httpStatus: 500 }, refreshFailures: 4 }),
      read({ status: 'PENDING' }),
    );
    expect(change.request).toMatchObject({ problem: null, refreshFailures: 0 });
    expect(change.changed).toBe(true);
  });
});

describe('without a readable answer', () => {
  const before = tracked({
    changedAt: -8_000_000_000,
    status: 'IN_PROGRESS',
    answer: '{"status":"IN_PROGRESS","screening_calls":[{"status":"RINGING"}],"assessment_results":{"a":1}}',
    refreshedAt: 80_000,
  });

  test.each<[string, ReadOutcome, RequestProblem, string]>([
    [
      'an unreadable one',
      { name: 'unreadable', raw: '<html>', reason: 'answer: Invalid input' },
      { code: 'unreadable', reason: 'answer: Invalid input' },
      "Couldn't read the service's answer (answer: Invalid input).",
    ],
    [
      'one that knows no such request',
      { name: 'not_found', answer: 'Gone' },
      { code: 'not_found' },
      "The service doesn't know this request.",
    ],
    [
      'a refusal',
      { name: 'refused', httpStatus: 500, answer: 'Oops' },
      { code: 'refused', httpStatus: 500 },
      "The service didn't return the status: HTTP 500.",
    ],
  ])('%s is a problem of that request, and loses nothing', (_what, outcome, problem, words) => {
    const change = apply(before, outcome);
    expect(change.request).toMatchObject({
      status: 'IN_PROGRESS',
      answer: before.answer,
      refreshedAt: 80_000,
      problem,
      refreshFailures: 1,
    });
    expect(change).toMatchObject({
      calls: [{ status: 'RINGING' }],
      lastCallStatus: 'RINGING',
      hasResults: true,
      changed: true,
    });
    expect(change.history).toMatchObject([{ code: 'refresh_problem', values: { problem } }]);
    expect(requestProblemWords(problem)).toBe(words);
    expect(change.request.nextRefreshAt).toBeGreaterThan(NOW);
  });

  test('the history keeps the raw answer, up to 4 KiB, and records the same problem once', () => {
    const outcome: ReadOutcome = { name: 'unreadable', raw: 'x'.repeat(9000), reason: 'no' };
    const first = apply(before, outcome);
    expect(first.history[0]?.values).toMatchObject({ answer: 'x'.repeat(4096) });
    const second = apply(first.request, outcome);
    expect(second.history).toEqual([]);
    expect(second.changed).toBe(false);
    expect(second.request.refreshFailures).toBe(2);
  });

  test.each<ReadOutcome>([
    { name: 'no_answer', reached: false },
    { name: 'sign_in_needed' },
    { name: 'slow_down', retryAfterMs: 5000 },
  ])('$name says nothing about the request', (outcome) => {
    const change = apply(before, outcome);
    expect(change.request).toMatchObject({ problem: null, refreshFailures: 0 });
    expect(change).toMatchObject({ history: [], changed: false });
    // Nothing was learned, however old the request is: it is read again as soon as possible.
    expect(change.request.nextRefreshAt).toBe(NOW + refreshDelayMs(0, 0, MIDDLE));
  });

  test('a request is read less and less often if the service never answers', () => {
    const outcome: ReadOutcome = { name: 'no_answer', reached: true };
    const first = apply(before, outcome);
    expect(first).toMatchObject({ request: { problem: null, refreshFailures: 1 }, history: [] });
    const second = apply(first.request, outcome);
    expect(second.request.nextRefreshAt).toBe(NOW + refreshDelayMs(0, 2, MIDDLE));
  });

  test('a finished request stays finished', () => {
    const finished = tracked({ status: 'COMPLETED', completedAt: 70_000, nextRefreshAt: null });
    expect(apply(finished, { name: 'refused', httpStatus: 500, answer: '' }).request).toMatchObject({
      completedAt: 70_000,
      nextRefreshAt: null,
    });
  });

  test('a stored answer that can no longer be read does not stop the next one', () => {
    const change = apply(
      tracked({ answer: 'not JSON' }),
      read({ status: 'RINGING', screening_calls: [CALL] }),
    );
    expect(change.history).toHaveLength(2);
    // What it left in the list is removed, even if the new answer has nothing in its place.
    expect(apply(tracked({ answer: 'not JSON' }), read({ status: 'PENDING' }))).toMatchObject({
      changed: true,
      callsChanged: true,
      resultsChanged: true,
    });
  });
});
