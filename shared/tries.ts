import { z } from 'zod';
import { DAY_MS } from './durations.ts';

/** How often one person may be tried: `most` times within any `withinDays` days. */
export const triesRule = z.object({
  most: z.int().min(1).max(100),
  withinDays: z.int().min(1).max(365),
});
export type TriesRule = Readonly<z.output<typeof triesRule>>;

/** A send that reached or may have reached the service. */
export interface Try {
  /** UTC ms. */
  readonly at: number;
  /** Whether its outcome is still to come: it may turn out to have reached nobody. */
  readonly sending: boolean;
}

/** Why nobody may be tried now. */
export interface TriesUsed extends TriesRule {
  /** How many there were within these days. */
  readonly tries: number;
  /** When the next one is allowed, UTC ms. */
  readonly nextAt: number;
}

/** When these count at `at` (UTC ms): a send under way is a try of now, whatever the clock said when it began. */
export function timesAt(tries: readonly Try[], at: number): readonly number[] {
  return tries.map((each) => (each.sending ? Math.max(each.at, at) : each.at));
}

/**
 * Whether one more try at `at` (UTC ms) is too many after those at `times`; null if it is not. Tries later than that, from
 * before the clock was set back, count as well.
 */
export function triesUsed(
  { most, withinDays }: TriesRule,
  times: readonly number[],
  at: number,
): TriesUsed | null {
  const window = withinDays * DAY_MS;
  const within = times.filter((time) => time > at - window).sort((one, other) => one - other);
  const leaving = within.at(-most);
  if (leaving === undefined) return null;
  return { most, withinDays, tries: within.length, nextAt: leaving + window };
}
