import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { PAGE_SIZE, requestPageQuery, requestRowsQuery } from '../../api/requests.ts';
import { type ListOrder, movedRows, nextOrder, strayIds } from './live-order.ts';

/** Pages are asked for this many rows before they come on screen: on the side that is scrolled to, and on the other. */
const AHEAD_ROWS = { scrolledTo: 150, other: 40 } as const;
/** Pages of one filter and sort that are kept, on screen or not. */
const KEPT_PAGES = 20;
/** As many rows as may be asked for by id at once. */
const MOST_STRAYS = 400;

const NO_PAGES: readonly number[] = [];
const NO_IDS: readonly string[] = [];

/**
 * The tracked requests that match, page by page: only the pages on screen, about to be, and the first are ever asked
 * for. While a new filter's first page is on its way the rows of the old one stay, and while it is asked no other is:
 * fast typing asks for what was typed last, not for every letter. The same goes for pages: while some are on their way
 * none is asked for, and then those of where the list is by then. Rows change in place at once; they change places
 * only when `mayMove` (see {@link nextOrder}) or when told to by `catchUp`.
 */
export function usePagedRequests(wanted: RequestQuery, mayMove: boolean) {
  const [asked, setAsked] = useState(wanted);
  const first = useQuery({ ...requestPageQuery(asked, 0), placeholderData: keepPreviousData });
  const answered = first.data !== undefined && !first.isPlaceholderData;
  if (asked !== wanted && (answered || first.error)) setAsked(wanted);

  const [shownQuery, setShownQuery] = useState(asked);
  if (shownQuery !== asked && answered) setShownQuery(asked);

  const [offsets, setOffsets] = useState(NO_PAGES);
  const wantedPages = useRef(offsets);
  const onTheWay = useRef(false);
  const firstSeen = useRef(0);
  // Not put together by `combine`: it compares each page with the one before it, row by row.
  const results = useQueries({ queries: offsets.map((offset) => requestPageQuery(shownQuery, offset)) });
  const pages = useSame(results.map(({ data }) => data));
  const error = first.error ?? results.find((result) => result.error)?.error ?? null;
  useForgottenPages(shownQuery, offsets);
  const waits = results.some(({ isPending, isError }) => isPending && !isError);
  useLayoutEffect(() => {
    onTheWay.current = waits;
    if (!waits) setOffsets(wantedPages.current);
  }, [waits]);
  const key = JSON.stringify(shownQuery);
  const fresh = useMemo(
    () => (first.data ? freshOrder(key, first.data, offsets, pages) : null),
    [key, first.data, offsets, pages],
  );
  const [shown, setShown] = useState<ListOrder | null>(null);
  const order = fresh ? nextOrder(shown, fresh, mayMove) : shown;
  if (order !== shown) setShown(order);

  const strays = useQuery(requestRowsQuery(useStrays(order, fresh))).data;
  const rows = useMemo(() => rowsOf(order, fresh, strays), [order, fresh, strays]);
  const itemAt = useCallback(
    (index: number) => rows.get(Math.floor(index / PAGE_SIZE) * PAGE_SIZE)?.[index % PAGE_SIZE],
    [rows],
  );
  const total = order?.total ?? 0;
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const { scrolledTo, other } = AHEAD_ROWS;
      const before = firstRow < firstSeen.current ? scrolledTo : other;
      const behind = firstRow > firstSeen.current ? scrolledTo : other;
      firstSeen.current = firstRow;
      const next = pageOffsets(firstRow - before, Math.min(lastRow + behind, total - 1));
      // Scrolling within the same pages draws nothing but the grid: even a state set to what it is costs a frame much.
      if (wantedPages.current.join() === next.join()) return;
      wantedPages.current = next;
      if (!onTheWay.current) setOffsets(next);
    },
    [total],
  );
  const moved = useMemo(
    () => (order && fresh && order !== fresh ? movedRows(order, fresh) : 0),
    [order, fresh],
  );
  return {
    /** What is shown; null while nothing is known yet. */
    order,
    error,
    retry: () => void first.refetch(),
    /** The filter and sort whose rows are shown. */
    query: shownQuery,
    /** Rows that would be elsewhere, or are new, in an order made now. */
    moved,
    catchUp: () => setShown(fresh),
    itemAt,
    onRange,
  };
}

function freshOrder(
  key: string,
  first: RequestPage,
  offsets: readonly number[],
  pages: readonly (RequestPage | undefined)[],
): ListOrder {
  const known = new Map<number, readonly RequestRow[]>([[0, first.rows]]);
  offsets.forEach((offset, at) => {
    const page = pages[at];
    if (page) known.set(offset, page.rows);
  });
  return { key, total: first.total, all: first.all, pages: known };
}

/** The same list for as long as its ids are the same. */
function useStrays(order: ListOrder | null, fresh: ListOrder | null): readonly string[] {
  const [kept, setKept] = useState(NO_IDS);
  const strays = order && fresh ? strayIds(order, fresh).slice(0, MOST_STRAYS) : NO_IDS;
  if (strays.join() === kept.join()) return kept;
  setKept(strays);
  return strays;
}

/** The rows in the order shown, each as it was read last. */
function rowsOf(
  order: ListOrder | null,
  fresh: ListOrder | null,
  strays: readonly RequestRow[] | undefined,
): ReadonlyMap<number, readonly RequestRow[]> {
  if (!order || !fresh) return new Map();
  if (order === fresh) return order.pages;
  const latest = new Map<string, RequestRow>();
  for (const row of strays ?? []) latest.set(row.requestId, row);
  for (const page of fresh.pages.values()) for (const row of page) latest.set(row.requestId, row);
  return new Map(
    [...order.pages].map(([offset, page]) => [offset, page.map((row) => latest.get(row.requestId) ?? row)]),
  );
}

/** The same list for as long as all in it is the same, so that rows are not drawn anew for nothing. */
function useSame<Value>(list: readonly Value[]): readonly Value[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((value, at) => value === list[at])) return kept;
  setKept(list);
  return list;
}

/** Lets the cache forget pages that were scrolled past, all but the latest: they are asked for anew in milliseconds. */
function useForgottenPages(query: RequestQuery, offsets: readonly number[]): void {
  const client = useQueryClient();
  const seen = useRef<{ query: RequestQuery; offsets: readonly number[] }>({ query, offsets: NO_PAGES });
  useEffect(() => {
    const before = seen.current.query === query ? seen.current.offsets : NO_PAGES;
    const latest = [...before.filter((offset) => !offsets.includes(offset)), ...offsets];
    seen.current = { query, offsets: latest.slice(-KEPT_PAGES) };
    for (const offset of latest.slice(0, -KEPT_PAGES)) {
      client.removeQueries({ queryKey: requestPageQuery(query, offset).queryKey, exact: true });
    }
  }, [client, query, offsets]);
}

/** The offsets of the pages that rows first to last lie on, without the first page: that one is always there. */
export function pageOffsets(first: number, last: number): readonly number[] {
  const offsets: number[] = [];
  for (
    let page = Math.max(1, Math.floor(first / PAGE_SIZE));
    page <= Math.floor(last / PAGE_SIZE);
    page += 1
  ) {
    offsets.push(page * PAGE_SIZE);
  }
  return offsets;
}
