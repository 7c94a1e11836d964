import { type DescribedField, describedValue, goodnessOf } from './described-field.ts';
import type { HistoryEntry } from './history-event.ts';
import type { Json, Verdict } from './request.ts';

/** Whether a person's first verdict agrees with the service. */
export interface Agreement {
  readonly verdict: Exclude<Verdict, 'none'>;
  /** Whether the headline is in the better half of its described scale: that counts as a yes of the service. */
  readonly isBetterHalf: boolean;
  /** null for a maybe, with which neither half agrees. */
  readonly agrees: boolean | null;
}

/**
 * How the verdict that was given before the results could be seen compares with them; null if there is none, or if no
 * description says which values of the headline are better.
 */
export function agreementOf(
  history: readonly HistoryEntry[],
  results: Json | undefined,
  described: readonly DescribedField[],
): Agreement | null {
  const verdict = verdictBeforeResults(history);
  const field = described.find(({ headline }) => headline);
  const scaled = field && describedValue(results, field)?.scaled;
  if (verdict === null || !scaled || scaled.better === null) return null;
  const isBetterHalf = goodnessOf(scaled) >= 0.5;
  return { verdict, isBetterHalf, agrees: verdict === 'maybe' ? null : (verdict === 'yes') === isBetterHalf };
}

/** The first verdict with a reason; null if the results could be seen then. `history`: newest first. */
export function verdictBeforeResults(history: readonly HistoryEntry[]): Agreement['verdict'] | null {
  for (const { code, values } of history.toReversed()) {
    if (code !== 'verdict_set' || values.reason === undefined || values.verdict === 'none') continue;
    return values.seen === false ? values.verdict : null;
  }
  return null;
}
