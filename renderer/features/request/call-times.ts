import type { ScreeningCall } from '../../../shared/request.ts';
import { serviceTime } from '../../../shared/service-time.ts';

/** A call where it stands on the time line. */
export interface TimedCall {
  readonly call: ScreeningCall;
  /** ms since 1970 UTC; null where the service gave no time or one that cannot be read. */
  readonly at: number | null;
  /** ms from the end of this call (from its beginning, where its length is not known) to the next; null for the last. */
  readonly gapMs: number | null;
}

/** The calls in the order of their times; those without one at the end, as they came. */
export function callsInTime(calls: readonly ScreeningCall[]): readonly TimedCall[] {
  const read = calls.map((call) => ({ call, at: momentOf(call.timestamp) }));
  const timed = read.filter(({ at }) => at !== null).toSorted((a, b) => Number(a.at) - Number(b.at));
  const line = timed.map(({ call, at }, place) => ({
    call,
    at,
    gapMs: gapBetween({ call, at }, timed[place + 1]?.at),
  }));
  const untimed = read.filter(({ at }) => at === null).map((each) => ({ ...each, gapMs: null }));
  return [...line, ...untimed];
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
