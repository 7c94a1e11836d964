import type { RequestRow } from '../../../shared/request.ts';

/** The loaded pages of the list. */
export interface ListOrder {
  /** Identifies the filter and sort order. */
  readonly key: string;
  /** Requests that match, on all pages. */
  readonly total: number;
  /** All tracked requests. */
  readonly all: number;
  /** Rows by the offset of their page. */
  readonly pages: ReadonlyMap<number, readonly RequestRow[]>;
}

/**
 * The order to show next. While somebody works with the list it keeps its order: rows must not move under the pointer or
 * the keyboard. It takes the fresh order when rows may move, when the filter or sort changes, and when the user scrolls
 * to rows that weren't loaded yet.
 */
export function nextOrder(shown: ListOrder | null, fresh: ListOrder, mayMove: boolean): ListOrder {
  if (!shown || shown.key !== fresh.key || mayMove) return fresh;
  if (hasFurtherPages(shown, fresh)) return fresh;
  return movedRows(shown, fresh) === 0 ? fresh : shown;
}

function hasFurtherPages(shown: ListOrder, fresh: ListOrder): boolean {
  return [...fresh.pages.keys()].some((offset) => !shown.pages.has(offset));
}

/** The number of rows that are new or have moved, on the pages both orders have loaded. */
export function movedRows(shown: ListOrder, fresh: ListOrder): number {
  const indexes = new Map<string, number>();
  for (const [offset, rows] of shown.pages) {
    rows.forEach((row, at) => {
      indexes.set(row.requestId, offset + at);
    });
  }
  let added = 0;
  const kept: number[] = [];
  for (const offset of [...fresh.pages.keys()].toSorted((one, other) => one - other)) {
    if (!shown.pages.has(offset)) continue;
    for (const { requestId } of fresh.pages.get(offset) ?? []) {
      const index = indexes.get(requestId);
      if (index === undefined) added += 1;
      else kept.push(index);
    }
  }
  const moved = added + kept.length - longestIncreasingSubsequence(kept);
  // No row was added or moved, but the list got shorter: its last rows are gone.
  return moved === 0 && fresh.total < shown.total && lostRows(shown, fresh) ? 1 : moved;
}

function lostRows(shown: ListOrder, fresh: ListOrder): boolean {
  return [...shown.pages].some(
    ([offset, rows]) => fresh.pages.has(offset) && (fresh.pages.get(offset)?.length ?? 0) < rows.length,
  );
}

/** The length of the longest increasing subsequence (patience sorting, O(n log n)). */
function longestIncreasingSubsequence(numbers: readonly number[]): number {
  // For each length, the lowest number that a subsequence of that length ends with.
  const ends: number[] = [];
  for (const number of numbers) ends[lowerBound(ends, number)] = number;
  return ends.length;
}

/** The index of the first of these sorted numbers that is not below `number`. */
function lowerBound(sorted: readonly number[], number: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? number) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Ids of rows that are shown but no longer on the fresh pages: they must be read one by one, as they may have changed. */
export function strayIds(shown: ListOrder, fresh: ListOrder): readonly string[] {
  if (shown === fresh) return [];
  const known = new Set([...fresh.pages.values()].flatMap((rows) => rows.map(({ requestId }) => requestId)));
  return [...shown.pages]
    .filter(([offset]) => fresh.pages.has(offset))
    .flatMap(([, rows]) => rows.map(({ requestId }) => requestId))
    .filter((id) => !known.has(id));
}
