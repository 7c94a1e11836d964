const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const SHORTEST_MS = 3 * SECOND;
const LONGEST_MS = 6 * HOUR;

/**
 * How long until a request is refreshed automatically, ms: a quarter of the time since anything changed, so that new
 * requests are read often and old ones rarely; each failure doubles it. ±20% jitter spreads requests that came together.
 * `random` gives [0, 1).
 */
export function refreshDelayMs(sinceChangeMs: number, failures: number, random: () => number): number {
  const base = Math.max(SHORTEST_MS, sinceChangeMs / 4) * 2 ** Math.min(failures, 20);
  return Math.round(Math.min(LONGEST_MS, base) * (0.8 + 0.4 * random()));
}
