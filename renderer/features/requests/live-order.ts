import type { RequestRow } from '../../../shared/request.ts';

/** The rows of the list as far as they are known: which filter and sort they belong to, and page by page the rows. */
export interface ListOrder {
  /** The filter and sort, as a key. */
  readonly key: string;
  /** Rows that match, over all pages. */
  readonly total: number;
  /** Tracked requests, whether they match or not. */
  readonly all: number;
  /** Rows by the offset of their page. */
  readonly pages: ReadonlyMap<number, readonly RequestRow[]>;
}

/**
 * The order to show next. A list that is being worked with keeps its order while the world behind it changes: rows
 * must not move under a pointer or a keyboard. It follows when nobody would notice (`mayMove`), when there is another
 * filter or sort, and when the person scrolls on to rows that were not there yet.
 */
export function nextOrder(shown: ListOrder | null, fresh: ListOrder, mayMove: boolean): ListOrder {
  if (!shown || shown.key !== fresh.key || mayMove) return fresh;
  if (hasFurtherPages(shown, fresh)) return fresh;
  return movedRows(shown, fresh) === 0 ? fresh : shown;
}

function hasFurtherPages(shown: ListOrder, fresh: ListOrder): boolean {
  return [...fresh.pages.keys()].some((offset) => !shown.pages.has(offset));
}

/** How many rows of the pages that both have are new there or stand elsewhere by now. */
export function movedRows(shown: ListOrder, fresh: ListOrder): number {
  const places = new Map<string, number>();
  for (const [offset, rows] of shown.pages) {
    rows.forEach((row, at) => {
      places.set(row.requestId, offset + at);
    });
  }
  let moved = 0;
  const kept: number[] = [];
  for (const offset of [...fresh.pages.keys()].toSorted((one, other) => one - other)) {
    if (!shown.pages.has(offset)) continue;
    for (const { requestId } of fresh.pages.get(offset) ?? []) {
      const place = places.get(requestId);
      if (place === undefined) moved += 1;
      else kept.push(place);
    }
  }
  moved += kept.length - longestRise(kept);
  // Fewer rows than before and none of them elsewhere: the last ones are gone.
  return moved === 0 && fresh.total < shown.total && fewerShown(shown, fresh) ? 1 : moved;
}

function fewerShown(shown: ListOrder, fresh: ListOrder): boolean {
  return [...shown.pages].some(
    ([offset, rows]) => fresh.pages.has(offset) && (fresh.pages.get(offset)?.length ?? 0) < rows.length,
  );
}

/** The length of the longest run of ever higher numbers that is left when others are taken out. */
function longestRise(numbers: readonly number[]): number {
  // For each length, the lowest number that a run of it ends with.
  const ends: number[] = [];
  for (const number of numbers) ends[firstNotBelow(ends, number)] = number;
  return ends.length;
}

/** The place of the first of these rising numbers that is not below `number`; behind the last if all are. */
function firstNotBelow(rising: readonly number[], number: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? number) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Ids that are shown but not among the rows that were asked for anew: they have gone elsewhere, and may have changed. */
export function strayIds(shown: ListOrder, fresh: ListOrder): readonly string[] {
  if (shown === fresh) return [];
  const known = new Set([...fresh.pages.values()].flatMap((rows) => rows.map(({ requestId }) => requestId)));
  return [...shown.pages]
    .filter(([offset]) => fresh.pages.has(offset))
    .flatMap(([, rows]) => rows.map(({ requestId }) => requestId))
    .filter((id) => !known.has(id));
}
