import type { HistoryEventKind } from '../../shared/request.ts';
import {
  type InterviewRequestAnswer,
  REQUEST_STATUS,
  type ScreeningCallAnswer,
} from '../../shared/service-interface.ts';
import { serviceTime } from '../../shared/service-time.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { readStatusAnswer } from '../service/read-answer.ts';
import { type CountedCall, countedCall, screeningCallsOf } from './read-results.ts';
import { refreshDelayMs } from './refresh-schedule.ts';
import { sameJson } from './same-json.ts';

/** What tracking keeps of a request. Times are UTC ms. */
export interface TrackedRequest {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly submissionId: string;
  readonly status: string;
  /** The last answer that could be read, letter by letter. */
  readonly answer: string | null;
  readonly problem: string | null;
  readonly acceptedAt: number;
  readonly refreshedAt: number | null;
  readonly changedAt: number;
  readonly completedAt: number | null;
  readonly nextRefreshAt: number | null;
  readonly refreshFailures: number;
}

export interface RequestEvent {
  readonly kind: HistoryEventKind;
  readonly summary: string;
  readonly detail: string | null;
}

/** What is stored in one transaction: the request after a refresh, what the grid shows of it, its new history. */
export interface RequestChange {
  readonly request: TrackedRequest;
  readonly calls: readonly CountedCall[];
  readonly lastCallStatus: string | null;
  readonly hasResults: boolean;
  readonly history: readonly RequestEvent[];
  /** When that was, UTC ms. */
  readonly at: number;
  /** False when nothing of it is different in the list but when it was read, and the headline of its results. */
  readonly changed: boolean;
  /** Whether the answer differs from the stored one in any letter, and whether its calls and its results do. */
  readonly answerChanged: boolean;
  readonly callsChanged: boolean;
  readonly resultsChanged: boolean;
}

/** A request after a status read ended: pure, whatever came back. Nothing that was known is lost by a bad answer. */
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
  // The same text letter by letter, as most reads bring, is not compared again.
  const before = raw === request.answer ? answer : storedAnswer(request);
  // What an answer that can no longer be read has left in the list may be anything.
  const unknown = request.answer !== null && before === undefined;
  const resultsChanged = unknown || haveResultsChanged(before?.assessment_results, answer.assessment_results);
  const callsChanged = unknown || !sameJson(before?.screening_calls ?? [], answer.screening_calls);
  const changes = differences(request, before, answer, resultsChanged);
  const changedAt = changes.length > 0 ? now : request.changedAt;
  const problem =
    leftOut === undefined ? null : `A part of the service's answer could not be read (${leftOut}).`;
  const history =
    problem === null || problem === request.problem ? changes : [...changes, problemEvent(problem, raw)];
  const finished = answer.status === REQUEST_STATUS.completed;
  const completedAt = finished ? (request.completedAt ?? now) : null;
  return {
    request: {
      ...request,
      status: answer.status,
      answer: raw,
      problem,
      refreshedAt: now,
      changedAt,
      completedAt,
      nextRefreshAt: finished ? null : now + refreshDelayMs(now - changedAt, 0, random),
      refreshFailures: 0,
    },
    ...summaryOf(answer),
    history,
    at: now,
    changed:
      history.length > 0 ||
      callsChanged ||
      request.problem !== problem ||
      request.completedAt !== completedAt,
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
  const problem = problemWords(outcome);
  // Offline, signed out or asked to slow down says nothing about this request: no problem of its own, and it is looked
  // at again as soon as that works. A service that was there and gave no answer is asked more rarely, too.
  const failed = problem !== null || (outcome.name === 'no_answer' && outcome.reached);
  const failures = failed ? request.refreshFailures + 1 : request.refreshFailures;
  const isNew = problem !== null && problem !== request.problem;
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
    ...summaryOf(storedAnswer(request)),
    history: isNew ? [problemEvent(problem, detail)] : [],
    at: now,
    changed: isNew,
    answerChanged: false,
    callsChanged: false,
    resultsChanged: false,
  };
}

function problemEvent(summary: string, detail: string | null): RequestEvent {
  return { kind: 'refresh_problem', summary, detail: detail?.slice(0, 4096) ?? null };
}

/** No more than this of an ID is shown in a sentence. */
const SHOWN_ID_LENGTH = 80;

function problemWords(outcome: Exclude<ReadOutcome, { name: 'read' }>): string | null {
  switch (outcome.name) {
    case 'unreadable':
      return `The service's answer could not be read (${outcome.reason}).`;
    case 'other_request':
      return `The service answered with another request: ${outcome.named.slice(0, SHOWN_ID_LENGTH)}. Nothing of that answer was taken over.`;
    case 'not_found':
      return 'The service says that it does not know this request.';
    case 'refused':
      return `The service did not give the status: HTTP ${outcome.httpStatus}.`;
    case 'sign_in_needed':
    case 'slow_down':
    case 'no_answer':
      return null;
  }
}

/** The stored answer as data; undefined before the first. */
export function storedAnswer(request: Pick<TrackedRequest, 'answer'>): InterviewRequestAnswer | undefined {
  if (request.answer === null) return undefined;
  return readStatusAnswer(request.answer).answer;
}

function summaryOf(answer: InterviewRequestAnswer | undefined) {
  const calls = answer?.screening_calls ?? [];
  return {
    calls: screeningCallsOf(answer).map(countedCall),
    lastCallStatus: latestCall(calls)?.status ?? null,
    hasResults: hasContent(answer?.assessment_results),
  };
}

/** The call with the latest time; where times are missing, the last in the list. */
function latestCall(calls: readonly ScreeningCallAnswer[]): ScreeningCallAnswer | undefined {
  const time = (call: ScreeningCallAnswer): number => serviceTime(call.timestamp) || 0;
  return calls.reduce<ScreeningCallAnswer | undefined>(
    (latest, call) => (latest && time(latest) > time(call) ? latest : call),
    undefined,
  );
}

/** The first answers have empty results where none were before: nothing that is shown or searched is made of them. */
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
): RequestEvent[] {
  const events: RequestEvent[] = [];
  if (after.status !== request.status) {
    const summary = `Status changed from ${request.status} to ${after.status}`;
    events.push({ kind: 'status_changed', summary, detail: null });
  }
  events.push(...callDifferences(before?.screening_calls ?? [], after.screening_calls));
  if (resultsChanged && hasContent(after.assessment_results)) {
    const again = hasContent(before?.assessment_results);
    const summary = again ? 'Assessment results changed' : 'Assessment results arrived';
    events.push({ kind: 'results_received', summary, detail: null });
  }
  return events;
}

/** More at once are no history that anybody reads, and a service that is out of its mind must not fill the disk. */
const MOST_CALL_EVENTS = 50;

function callDifferences(
  before: readonly ScreeningCallAnswer[],
  after: readonly ScreeningCallAnswer[],
): RequestEvent[] {
  const known = new Map(before.map((call, index) => [call.id ?? `#${index}`, call]));
  const events = after.flatMap((call, index): RequestEvent[] => {
    const earlier = known.get(call.id ?? `#${index}`);
    if (earlier && sameJson(earlier, call)) return [];
    const status = call.status ?? 'no status';
    const detail = call.duration_minutes == null ? null : `${call.duration_minutes} min`;
    const summary = earlier
      ? `Screening call ${index + 1}: ${status}`
      : `Screening call ${index + 1} appeared: ${status}`;
    return [{ kind: 'call_changed', summary, detail }];
  });
  if (events.length <= MOST_CALL_EVENTS) return events;
  return [{ kind: 'call_changed', summary: `${events.length} screening calls changed`, detail: null }];
}
