import { parseJson } from './parse-json.ts';
import { readStatusAnswer } from './read-answer.ts';
import type { Json, ScreeningCall } from './request.ts';
import type { InterviewRequestAnswer } from './service-interface.ts';
import { serviceTime } from './service-time.ts';

/** A screening call as Insights counts it. */
export interface CountedCall {
  /** UTC ms; null if the answer has no readable time. */
  readonly startedAt: number | null;
  readonly durationMinutes: number | null;
  readonly status: string | null;
}

export function countedCall({ timestamp, durationMinutes, status }: ScreeningCall): CountedCall {
  const time = serviceTime(timestamp);
  return { startedAt: Number.isNaN(time) ? null : time, durationMinutes, status };
}

/** Parses the stored answer; undefined if there is none yet. */
export function storedAnswer(stored: string | null): InterviewRequestAnswer | undefined {
  return stored === null ? undefined : readStatusAnswer(stored).answer;
}

/** The screening calls of an answer, in order. */
export function screeningCallsOf(answer: InterviewRequestAnswer | undefined): ScreeningCall[] {
  return (answer?.screening_calls ?? []).map((call) => ({
    id: call.id ?? null,
    timestamp: call.timestamp ?? null,
    durationMinutes: call.duration_minutes ?? null,
    status: call.status ?? null,
  }));
}

/** The assessment results of an answer, in any shape; undefined if it has none. */
export function resultsOf(answer: InterviewRequestAnswer | undefined): Json | undefined {
  return toJson(answer?.assessment_results);
}

/** The assessment results of a stored answer, which was validated on arrival; undefined if there is none yet. */
export function resultsIn(stored: string | null): Json | undefined {
  return partsIn(stored).results;
}

/** The same, with the last call's time as the service sent it. */
export function partsIn(stored: string | null): {
  readonly results: Json | undefined;
  readonly lastCallAt: string | null;
} {
  const answer = stored === null ? undefined : parseJson(stored);
  if (!isObject(answer)) return { results: undefined, lastCallAt: null };
  const calls = answer['screening_calls'];
  const lastCall: unknown = Array.isArray(calls) ? calls.at(-1) : undefined;
  const timestamp = isObject(lastCall) ? lastCall['timestamp'] : undefined;
  return {
    results: toJson(answer['assessment_results']),
    lastCallAt: typeof timestamp === 'string' ? timestamp : null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Deeper levels would overflow the stack. */
const MAX_DEPTH = 200;
const TOO_DEEP = '(nested too deeply to be shown: see the raw answer)';

/** Narrows parsed JSON to {@link Json} without a cast. */
function toJson(value: unknown, depth = 0): Json | undefined {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  if (typeof value !== 'object') return undefined;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((each) => toJson(each, depth + 1) ?? null);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, toJson(each, depth + 1) ?? null]),
  );
}
