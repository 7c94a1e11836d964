/** No service is waited for longer than this, whatever its Retry-After says. */
export const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header: seconds or an HTTP date (RFC 9110 §10.2.3), as ms from `now`. Undefined when absent
 * or junk; a moment in the past is 0; absurd values are cut to a day.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}

function httpDate(value: string): number {
  // The three forms of RFC 9110 §5.6.7 all begin with a day's name; Date.parse alone would take far more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return Number.NaN;
  // The one without a zone (asctime) is in UTC, too; Date.parse alone would take this computer's zone.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
