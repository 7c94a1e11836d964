import type { Dispatcher } from 'undici';
import type { ClockReport } from '../../shared/diagnostics.ts';
import { judgeClock } from './judge-health.ts';

/** How long the service is waited for, ms. */
const PATIENCE_MS = 5000;

/** A `Date` header has whole seconds: what it stands for is half a second later, give or take as much. */
const HALF_SECOND = 500;

/**
 * Compares this computer's clock with the service's: a HEAD of its address, without a token, has every HTTP server say
 * the time (RFC 9110 §6.6.1), whatever else it answers.
 */
export async function measureClock(
  connection: Dispatcher,
  address: string,
  now: () => number = Date.now,
): Promise<ClockReport> {
  const { origin, pathname } = new URL(address);
  const asked = now();
  try {
    const response = await connection.request({
      origin,
      path: pathname,
      method: 'HEAD',
      headersTimeout: PATIENCE_MS,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answered = now();
    await response.body.dump();
    const { date } = response.headers;
    const theirs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(theirs)) return { state: 'look', unknown: 'no_date' };
    const aheadMs = Math.round((asked + answered) / 2 - (theirs + HALF_SECOND));
    const precisionMs = Math.round((answered - asked) / 2 + HALF_SECOND);
    return { state: judgeClock(aheadMs, precisionMs), aheadMs, precisionMs };
  } catch {
    // Why it cannot be reached is told elsewhere, where the submissions wait for it.
    return { state: 'look', unknown: 'unreachable' };
  }
}
