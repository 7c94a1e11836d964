/** The longest delay between two attempts, ms. */
export const LONGEST_BACKOFF_MS = 15 * 60 * 1000;

const FIRST_BACKOFF_MS = 1000;

/**
 * How long to wait before the next attempt, ms: full jitter (a random part of a span that doubles with every failure), so
 * that many installations do not come back at the same moment. `random` gives [0, 1).
 */
export function backoffMs(failures: number, random: () => number): number {
  const span = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(Math.max(0, failures), 30));
  return Math.round(span * random());
}

/** Resolves when all of these promises have settled, however they ended, or after `ms`. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown> | undefined>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([Promise.allSettled(work), timeout.promise]);
  clearTimeout(timer);
}
