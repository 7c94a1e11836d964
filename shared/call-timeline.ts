import type { ScreeningCall } from './request.ts';
import { serviceTime } from './service-time.ts';

export interface TimedCall {
  readonly call: ScreeningCall;
  /** UTC ms; null if the service gave no time, or an unreadable one. */
  readonly at: number | null;
  /** ms from the end of this call (its start, if it has no length) to the next call; null for the last. */
  readonly gapMs: number | null;
}

/** The calls in chronological order; those without a time come last, in their original order. */
export function callTimeline(calls: readonly ScreeningCall[]): readonly TimedCall[] {
  const read = calls.map((call) => ({ call, at: momentOf(call.timestamp) }));
  const timed = read.filter(({ at }) => at !== null).toSorted((a, b) => Number(a.at) - Number(b.at));
  const ordered = timed.map((each, index) => ({ ...each, gapMs: gapBetween(each, timed[index + 1]?.at) }));
  const untimed = read.filter(({ at }) => at === null).map((each) => ({ ...each, gapMs: null }));
  return [...ordered, ...untimed];
}

/** The latest call; one without a readable time only if none has one. */
export function lastCall(calls: readonly ScreeningCall[]): ScreeningCall | undefined {
  const timeline = callTimeline(calls);
  return (timeline.findLast(({ at }) => at !== null) ?? timeline.at(-1))?.call;
}

function momentOf(timestamp: string | null): number | null {
  const at = serviceTime(timestamp);
  return Number.isNaN(at) ? null : at;
}

function gapBetween(
  { call, at }: { call: ScreeningCall; at: number | null },
  next: number | null | undefined,
) {
  if (at === null || next === null || next === undefined) return null;
  return Math.max(0, next - at - Math.max(0, call.durationMinutes ?? 0) * 60_000);
}
