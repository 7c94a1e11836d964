import type { ClockReport } from '../../shared/diagnostics.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import { judgeClock } from './judge-health.ts';

/** Timeouts for the service, ms. */
const TIMEOUTS = { head: 5000, body: 5000, whole: 5000 };

/** A `Date` header is truncated to seconds, so on average it is half a second behind. */
const HALF_SECOND_MS = 500;

/**
 * Compares this computer's clock with the `Date` header of a HEAD request to the service, without a token. Every HTTP
 * server sends it with any status (RFC 9110 §6.6.1).
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
      TIMEOUTS,
    );
    const answered = now();
    const theirs = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(theirs)) return { state: 'look', unknown: 'no_date' };
    const aheadMs = Math.round((asked + answered) / 2 - (theirs + HALF_SECOND_MS));
    const precisionMs = Math.round((answered - asked) / 2 + HALF_SECOND_MS);
    return { state: judgeClock(aheadMs, precisionMs), aheadMs, precisionMs };
  } catch {
    // The queue reports why the service is unreachable.
    return { state: 'look', unknown: 'unreachable' };
  }
}
