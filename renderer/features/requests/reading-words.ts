import type { PinnedField } from '../../../shared/assessment.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { countOf } from '../../parts/text/count-of.ts';

/** The share that has been read, in whole percent, rounded down. */
function readingShare({ read, of }: BackfillProgress): string {
  return `${of === 0 ? 0 : Math.floor((100 * read) / of)}%`;
}

/** How the list is incomplete while results are still being read; null once all have been read. */
export function readingWords(
  reading: BackfillProgress | null,
  pins: readonly PinnedField[],
  { sort, filter }: Pick<RequestQuery, 'sort' | 'filter'>,
): string | null {
  if (!reading) return null;
  const { paths } = reading;
  const share = readingShare(reading);
  const columns = pins.filter(({ path }) => paths.includes(path));
  const sorted = columns.find(({ path }) => sort === `pin:${path}`);
  const filtered = columns.find(({ path }) => filter.pinned.some((pinned) => pinned.path === path));
  if (filtered) return `Some may be missing: ${share} of results read for ${filtered.label}`;
  if (sorted) return `Not sorted by ${sorted.label} yet: ${share} of results read`;
  if (sort === 'headline') return `The order may change: ${share} of results read for Assessment`;
  const [first, ...others] = columns.map(({ label }) => label);
  const fields = others.length === 0 ? (first ?? 'Assessment') : countOf(columns.length, 'column');
  return `Reading results for ${fields}: ${share}`;
}
