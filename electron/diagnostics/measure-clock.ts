import type { ClockReport } from '../../shared/diagnostics.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import { judgeClock } from './judge-health.ts';

/** How long the service is waited for, ms. */
const PATIENCE = { head: 5000, body: 5000, whole: 5000 };

/** A `Date` header has whole seconds: what it stands for is half a second later, give or take as much. */
const HALF_SECOND = 500;

/**
 * Compares this computer's clock with the service's: a HEAD of its address, without a token, has every HTTP server say
 * the time (RFC 9110 §6.6.1), whatever else it answers.
 */
export async function measureClock(
  connection: SingleUseConnections,
  address: string,
  now: () => number = Date.now,
): Promise<ClockReport> {
  const { origin, pathname } = new URL(address);
  const asked = now();
  try {
    const { date } = await connection.exchange(
      new URL(pathname, origin),
      { method: 'HEAD', headers: {} },
      PATIENCE,
    );
    const answered = now();
    const theirs = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(theirs)) return { state: 'look', unknown: 'no_date' };
    const aheadMs = Math.round((asked + answered) / 2 - (theirs + HALF_SECOND));
    const precisionMs = Math.round((answered - asked) / 2 + HALF_SECOND);
    return { state: judgeClock(aheadMs, precisionMs), aheadMs, precisionMs };
  } catch {
    // Why it cannot be reached is told elsewhere, where the submissions wait for it.
    return { state: 'look', unknown: 'unreachable' };
  }
}
