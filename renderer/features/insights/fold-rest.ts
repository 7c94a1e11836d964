import type { Count } from '../../../shared/insights.ts';

/** A value with its words. */
interface NamedCount extends Count {
  readonly name: string;
}

/** The most bars in one chart. */
export const MOST_BARS = 8;

/** The most frequent values, with all others combined into one: the service may have any number of statuses. */
export function foldRest(counts: readonly NamedCount[]): readonly NamedCount[] {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  if (sorted.length <= MOST_BARS) return sorted;
  const rest = sorted.slice(MOST_BARS - 1);
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  const others = `${rest.length} others`;
  return [...sorted.slice(0, MOST_BARS - 1), { value: others, name: others, count }];
}
