import { type DescribedField, describedValue, goodnessOf } from './described-field.ts';
import { type HistoryEntry, isOwn } from './history-event.ts';
import type { Json, Verdict } from './request.ts';

/** Whether a person's first verdict agrees with the service. */
export interface Agreement {
  readonly verdict: Exclude<Verdict, 'none'>;
  /** Whether the headline is in the better half of its described scale: that counts as a yes of the service. */
  readonly isBetterHalf: boolean;
  /** null for a maybe, with which neither half agrees. */
  readonly agrees: boolean | null;
  /** Whether the results had been in view before they were covered, so that they may have made up the person's mind. */
  readonly wasSeen: boolean;
}

/**
 * How the verdict that was given while the results were out of view compares with them; null if there is none, or if no
 * description says which values of the headline are better.
 */
export function agreementOf(
  history: readonly HistoryEntry[],
  results: Json | undefined,
  described: readonly DescribedField[],
): Agreement | null {
  const given = verdictWithoutResults(history);
  const field = described.find(({ headline }) => headline);
  const scaled = field && describedValue(results, field)?.scaled;
  if (given === null || !scaled || scaled.better === null) return null;
  const { verdict } = given;
  const isBetterHalf = goodnessOf(scaled) >= 0.5;
  return {
    ...given,
    isBetterHalf,
    agrees: verdict === 'maybe' ? null : (verdict === 'yes') === isBetterHalf,
  };
}

/** One's own first verdict with a reason; null if the results were in view then. `history`: newest first. */
export function verdictWithoutResults(
  history: readonly HistoryEntry[],
): Pick<Agreement, 'verdict' | 'wasSeen'> | null {
  for (const { code, values } of history.filter(isOwn).toReversed()) {
    if (code !== 'verdict_set' || values.reason === undefined || values.verdict === 'none') continue;
    const wasSeen = values.covered === true;
    return !values.seen || wasSeen ? { verdict: values.verdict, wasSeen } : null;
  }
  return null;
}
