import type { Count } from '../../../shared/insights.ts';

/** More bars than this nobody compares. */
export const MOST_BARS = 8;

/** The most frequent values, and all others as one: the service's list of statuses is open-ended. */
export function foldRest(counts: readonly Count[]): readonly Count[] {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  if (sorted.length <= MOST_BARS) return sorted;
  const rest = sorted.slice(MOST_BARS - 1);
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  return [...sorted.slice(0, MOST_BARS - 1), { value: `${rest.length} others`, count }];
}
