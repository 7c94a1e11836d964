import type { HistoryEvent } from '../../shared/history-event.ts';
import { type DerivedOutcome, outcomeOf } from '../../shared/outcome.ts';
import type { RequestProblem } from '../../shared/problems.ts';
import { type CountedCall, countedCall, screeningCallsOf, storedAnswer } from '../../shared/read-results.ts';
import { TURN_MS } from '../../shared/request.ts';
import {
  type InterviewRequestAnswer,
  REQUEST_STATUS,
  type ScreeningCallAnswer,
} from '../../shared/service-interface.ts';
import { serviceTime } from '../../shared/service-time.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';

/** What is stored about a request for tracking. Times are UTC ms. */
export interface TrackedRequest {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly submissionId: string;
  readonly status: string;
  /** The last readable answer, verbatim. */
  readonly answer: string | null;
  readonly problem: RequestProblem | null;
  readonly acceptedAt: number;
  readonly refreshedAt: number | null;
  readonly changedAt: number;
  readonly completedAt: number | null;
  readonly nextRefreshAt: number | null;
  readonly refreshFailures: number;
  /** The login of the colleague who made it; null: it was made here. */
  readonly colleague: string | null;
}

/** What one transaction stores: the request after a refresh, what the grid shows of it, its new history. */
export interface RequestChange extends DerivedOutcome {
  readonly request: TrackedRequest;
  readonly calls: readonly CountedCall[];
  readonly lastCallStatus: string | null;
  readonly hasResults: boolean;
  readonly history: readonly HistoryEvent[];
  /** When that was, UTC ms. */
  readonly at: number;
  /** False if nothing in the list differs except the time of the read and the headline of the results. */
  readonly changed: boolean;
  /** Whether the answer's text differs from the stored one, and whether its calls and its results do. */
  readonly answerChanged: boolean;
  readonly callsChanged: boolean;
  readonly resultsChanged: boolean;
}

/** A request after a status read, whatever came back. Pure. A bad answer never loses what was known. */
export function applyReadOutcome(
  request: TrackedRequest,
  outcome: ReadOutcome,
  now: number,
  random: () => number,
): RequestChange {
  return outcome.name === 'read'
    ? applyAnswer(request, outcome, now, random)
    : applyProblem(request, outcome, now, random);
}

function applyAnswer(
  request: TrackedRequest,
  { answer, raw, leftOut }: Extract<ReadOutcome, { name: 'read' }>,
  now: number,
  random: () => number,
): RequestChange {
  // Most reads bring the same text: it is not compared again.
  const before = raw === request.answer ? answer : storedAnswer(request.answer);
  // If the stored answer can no longer be read, anything may be in the list.
  const unknown = request.answer !== null && before === undefined;
  const resultsChanged = unknown || haveResultsChanged(before?.assessment_results, answer.assessment_results);
  const callsChanged = unknown || !sameJson(before?.screening_calls ?? [], answer.screening_calls);
  const changes = differences(request, before, answer, resultsChanged);
  const changedAt = changes.length > 0 ? now : request.changedAt;
  const problem: RequestProblem | null =
    leftOut === undefined ? null : { code: 'part_unreadable', reason: leftOut };
  const otherProblem = !sameJson(problem, request.problem);
  const history = problem !== null && otherProblem ? [...changes, problemEvent(problem, raw)] : changes;
  const finished = answer.status === REQUEST_STATUS.completed;
  const completedAt = finished ? (request.completedAt ?? now) : null;
  return {
    request: {
      ...request,
      status: answer.status,
      answer: raw,
      problem,
      // Later than what it follows, even if that was read by another computer, whose clock is ahead.
      refreshedAt: Math.max(now, (request.refreshedAt ?? 0) + 1),
      changedAt,
      completedAt,
      nextRefreshAt: finished ? null : now + refreshDelayMs(now - changedAt, 0, random),
      refreshFailures: 0,
    },
    ...summaryOf(answer.status, answer),
    history,
    at: now,
    changed: history.length > 0 || callsChanged || otherProblem || request.completedAt !== completedAt,
    answerChanged: raw !== request.answer,
    callsChanged,
    resultsChanged,
  };
}

function applyProblem(
  request: TrackedRequest,
  outcome: Exclude<ReadOutcome, { name: 'read' }>,
  now: number,
  random: () => number,
): RequestChange {
  if (request.colleague !== null && mayNotRead(outcome)) return leftToColleague(request, now);
  const problem = problemOf(outcome);
  // Offline, signed out or asked to slow down says nothing about this request: it gets no problem, and is read again as
  // soon as that is over. If the service was reached and gave no answer, the request is also read less often.
  const failed = problem !== null || (outcome.name === 'no_answer' && outcome.reached);
  const failures = failed ? request.refreshFailures + 1 : request.refreshFailures;
  const isNew = problem !== null && !sameJson(problem, request.problem);
  const detail = 'raw' in outcome ? outcome.raw : 'answer' in outcome ? outcome.answer || null : null;
  const sinceChange = problem === null ? 0 : now - request.changedAt;
  const delay = refreshDelayMs(sinceChange, failed ? failures : 0, random);
  return {
    request: {
      ...request,
      problem: problem ?? request.problem,
      nextRefreshAt: request.nextRefreshAt === null ? null : now + delay,
      refreshFailures: failures,
    },
    ...summaryOf(request.status, storedAnswer(request.answer)),
    history: isNew ? [problemEvent(problem, detail)] : [],
    at: now,
    changed: isNew,
    answerChanged: false,
    callsChanged: false,
    resultsChanged: false,
  };
}

/** A colleague's sign-in may read what one's own may not: services say so with 403, or with 404. */
function mayNotRead(outcome: ReadOutcome): boolean {
  return outcome.name === 'not_found' || (outcome.name === 'refused' && outcome.httpStatus === 403);
}

/** Not read here any more, unless a person asks for it: the colleague's computer does it. */
function leftToColleague(request: TrackedRequest, now: number): RequestChange {
  return {
    request: { ...request, nextRefreshAt: null, refreshFailures: 0 },
    ...summaryOf(request.status, storedAnswer(request.answer)),
    ...{ history: [], at: now },
    ...{ changed: false, answerChanged: false, callsChanged: false, resultsChanged: false },
  };
}

/** Whether only the computer of the colleague who made it reads it ({@link leftToColleague}). */
export function isLeftToColleague({ colleague, nextRefreshAt, completedAt }: TrackedRequest): boolean {
  return colleague !== null && nextRefreshAt === null && completedAt === null;
}

/** What a colleague's computer stored of a request. */
export type ReadState = Pick<
  TrackedRequest,
  'status' | 'answer' | 'problem' | 'refreshedAt' | 'changedAt' | 'completedAt'
>;

/** A request after a colleague's computer read it; its history comes along with it. Pure. `now`: by this computer's clock. */
export function applyColleaguesState(request: TrackedRequest, state: ReadState, now: number): RequestChange {
  const { status, answer, problem, refreshedAt, changedAt, completedAt } = state;
  const [before, after] = [storedAnswer(request.answer), storedAnswer(answer)];
  const unknown = request.answer !== null && before === undefined;
  const sinceChange = (refreshedAt ?? changedAt) - changedAt;
  // The longest delay there is: who read it last reads it again before others.
  const nextRefreshAt =
    now +
    Math.max(
      TURN_MS,
      refreshDelayMs(sinceChange, 0, () => 1),
    );
  const stops = completedAt !== null || isLeftToColleague(request);
  return {
    request: {
      ...request,
      ...{ status, answer, problem, refreshedAt, changedAt, completedAt },
      nextRefreshAt: stops ? null : nextRefreshAt,
      refreshFailures: 0,
    },
    ...summaryOf(status, after),
    ...{ history: [], at: now, changed: true },
    answerChanged: answer !== request.answer,
    callsChanged: unknown || !sameJson(before?.screening_calls ?? [], after?.screening_calls ?? []),
    resultsChanged: unknown || haveResultsChanged(before?.assessment_results, after?.assessment_results),
  };
}

function problemEvent(problem: RequestProblem, answer: string | null): HistoryEvent {
  return { code: 'refresh_problem', values: { problem, answer: answer?.slice(0, 4096) ?? null } };
}

function problemOf(outcome: Exclude<ReadOutcome, { name: 'read' }>): RequestProblem | null {
  switch (outcome.name) {
    case 'unreadable':
      return { code: 'unreadable', reason: outcome.reason };
    case 'too_large':
    case 'not_found':
      return { code: outcome.name };
    case 'other_request':
      return { code: 'other_request', named: outcome.named };
    case 'refused':
      return { code: 'refused', httpStatus: outcome.httpStatus };
    case 'sign_in_needed':
    case 'slow_down':
    case 'no_answer':
      return null;
  }
}

function summaryOf(status: string, answer: InterviewRequestAnswer | undefined) {
  const sent = answer?.screening_calls ?? [];
  const calls = screeningCallsOf(answer).map(countedCall);
  const hasResults = hasContent(answer?.assessment_results);
  return {
    ...outcomeOf({ status, calls: calls.map((call) => call.status), hasResults }),
    calls,
    lastCallStatus: latestCall(sent)?.status ?? null,
    hasResults,
  };
}

/** The call with the latest time; if times are missing, the last in the list. */
function latestCall(calls: readonly ScreeningCallAnswer[]): ScreeningCallAnswer | undefined {
  const time = (call: ScreeningCallAnswer): number => serviceTime(call.timestamp) || 0;
  return calls.reduce<ScreeningCallAnswer | undefined>(
    (latest, call) => (latest && time(latest) > time(call) ? latest : call),
    undefined,
  );
}

/** First answers often have empty results: that is no change, as nothing shown or searched comes from them. */
function haveResultsChanged(before: unknown, after: unknown): boolean {
  return (hasContent(before) || hasContent(after)) && !sameJson(before, after);
}

function hasContent(results: unknown): boolean {
  if (results === undefined || results === null || results === '') return false;
  if (Array.isArray(results)) return results.length > 0;
  return typeof results !== 'object' || Object.keys(results).length > 0;
}

function differences(
  request: TrackedRequest,
  before: InterviewRequestAnswer | undefined,
  after: InterviewRequestAnswer,
  resultsChanged: boolean,
): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  if (after.status !== request.status) {
    events.push({ code: 'status_changed', values: { from: request.status, to: after.status } });
  }
  events.push(...callDifferences(before?.screening_calls ?? [], after.screening_calls));
  if (resultsChanged && hasContent(after.assessment_results)) {
    const again = hasContent(before?.assessment_results);
    events.push({ code: again ? 'results_changed' : 'results_arrived', values: null });
  }
  return events;
}

/** More events at once become one summary: nobody reads them, and a misbehaving service must not fill the disk. */
const MOST_CALL_EVENTS = 50;

function callDifferences(
  before: readonly ScreeningCallAnswer[],
  after: readonly ScreeningCallAnswer[],
): HistoryEvent[] {
  const known = new Map(before.map((call, index) => [call.id ?? `#${index}`, call]));
  const events = after.flatMap((call, index): HistoryEvent[] => {
    const earlier = known.get(call.id ?? `#${index}`);
    if (earlier && sameJson(earlier, call)) return [];
    const values = {
      number: index + 1,
      status: call.status ?? null,
      minutes: call.duration_minutes ?? null,
    };
    return [{ code: earlier ? 'call_changed' : 'call_appeared', values }];
  });
  if (events.length <= MOST_CALL_EVENTS) return events;
  return [{ code: 'calls_changed', values: { count: events.length } }];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const SHORTEST_MS = 3 * SECOND;
const LONGEST_MS = 6 * HOUR;

/**
 * How long until a request is refreshed automatically, ms: a quarter of the time since anything changed, so that new
 * requests are read often and old ones rarely; each failure doubles it. ±20% jitter spreads requests that came together.
 * `random` gives [0, 1).
 */
export function refreshDelayMs(sinceChangeMs: number, failures: number, random: () => number): number {
  const base = Math.max(SHORTEST_MS, sinceChangeMs / 4) * 2 ** Math.min(failures, 20);
  return Math.round(Math.min(LONGEST_MS, base) * (0.8 + 0.4 * random()));
}
/** Whether two values from JSON.parse are deeply equal. Not recursive, as deep nesting would overflow the stack. */
export function sameJson(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const inner = pairsToCompare(...pair);
    if (inner === undefined) return false;
    for (const innerPair of inner) pairs.push(innerPair);
  }
  return true;
}

/** The inner pairs still to compare if two values are equal on the outside; undefined if they are not. */
function pairsToCompare(a: unknown, b: unknown): [unknown, unknown][] | undefined {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) ? itemsToCompare(a, b) : undefined;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return undefined;
  const inner: [unknown, unknown][] = [];
  for (const name of names) {
    if (!Object.hasOwn(b, name)) return undefined;
    inner.push([Reflect.get(a, name), Reflect.get(b, name)]);
  }
  return inner;
}

function itemsToCompare(a: readonly unknown[], b: readonly unknown[]): [unknown, unknown][] | undefined {
  if (a.length !== b.length) return undefined;
  const inner: [unknown, unknown][] = [];
  for (const [index, item] of a.entries()) {
    // Skips equal numbers and strings, which make up most of a long list.
    if (!Object.is(item, b[index])) inner.push([item, b[index]]);
  }
  return inner;
}
