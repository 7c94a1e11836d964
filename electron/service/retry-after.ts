import { DAY_MS } from '../../shared/durations.ts';

/** The longest wait for a service, whatever its Retry-After says. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * A Retry-After header, seconds or an HTTP date (RFC 9110 §10.2.3), as ms from `now`. Undefined if absent or junk; 0 for a
 * moment in the past; at most a day.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}

function httpDate(value: string): number {
  // All three forms of RFC 9110 §5.6.7 begin with a weekday; Date.parse alone would accept far more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return Number.NaN;
  // The form without a zone (asctime) is in UTC too; Date.parse alone would take this computer's zone.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
