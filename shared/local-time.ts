import { DAY_MS, HOUR_MS } from './durations.ts';
import type { PeriodUnit } from './insights.ts';

/** A time span with a constant UTC offset. */
export interface OffsetSpan {
  readonly from: number;
  readonly until: number;
  /** Local time minus UTC, ms. */
  readonly offset: number;
}

/** The local UTC offset at a moment, ms. */
function localOffset(at: number): number {
  return -new Date(at).getTimezoneOffset() * 60_000;
}

/** Splits a time range at changes of the UTC offset. */
export function offsetSpans(from: number, until: number, offsetAt = localOffset): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  for (let start = from; start < until; ) {
    const offset = offsetAt(start);
    const end = endOfOffset(start, until, offset, offsetAt);
    spans.push({ from: start, until: end, offset });
    start = end;
  }
  return spans;
}

/** Shorter than the time between any two clock changes. */
const STEP_MS = 4 * DAY_MS;

function endOfOffset(start: number, until: number, offset: number, offsetAt: (at: number) => number): number {
  for (let at = start; at < until; at += STEP_MS) {
    const next = Math.min(until, at + STEP_MS);
    if (offsetAt(next) !== offset) return Math.min(until, changeBetween(at, next, offset, offsetAt));
  }
  return until;
}

/** The first minute with a different offset, by binary search. */
function changeBetween(
  from: number,
  until: number,
  offset: number,
  offsetAt: (at: number) => number,
): number {
  let same = Math.floor(from / 60_000);
  let other = Math.ceil(until / 60_000);
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetAt(middle * 60_000) === offset) same = middle;
    else other = middle;
  }
  return other * 60_000;
}

/** Consecutive periods of local time that cover a time range. */
interface Periods {
  readonly unit: PeriodUnit;
  /** The start of each period and the end of the last one, UTC ms. */
  readonly edges: readonly number[];
}

/**
 * Splits a time range into hours, days, weeks (from Monday), months or years of local time, depending on its length.
 */
export function periodsOver(from: number, until: number): Periods {
  const unit = unitFor(until - from);
  const edges = [startOf(unit, from)];
  for (let edge = edges[0] ?? from; edge < until; ) {
    edge = next(unit, edge);
    edges.push(edge);
  }
  return { unit, edges };
}

function unitFor(length: number): PeriodUnit {
  if (length <= 2 * DAY_MS) return 'hour';
  if (length <= 62 * DAY_MS) return 'day';
  if (length <= 400 * DAY_MS) return 'week';
  return length <= 3700 * DAY_MS ? 'month' : 'year';
}

function startOf(unit: PeriodUnit, at: number): number {
  const date = new Date(at);
  if (unit === 'hour') return date.setMinutes(0, 0, 0);
  const day = unit === 'week' ? date.getDate() - ((date.getDay() + 6) % 7) : date.getDate();
  if (unit === 'year') return new Date(date.getFullYear(), 0, 1).getTime();
  return new Date(date.getFullYear(), date.getMonth(), unit === 'month' ? 1 : day).getTime();
}

function next(unit: PeriodUnit, start: number): number {
  // An hour is always an hour, even when clocks change; longer periods may vary.
  if (unit === 'hour') return start + HOUR_MS;
  const date = new Date(start);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (unit === 'year') return new Date(year + 1, 0, 1).getTime();
  if (unit === 'month') return new Date(year, month + 1, 1).getTime();
  return new Date(year, month, day + (unit === 'week' ? 7 : 1)).getTime();
}
