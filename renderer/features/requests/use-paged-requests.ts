import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { furtherPageQuery, PAGE_SIZE, requestPageQuery, requestRowsQuery } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { type ListOrder, movedRows, nextOrder, strayIds } from './live-order.ts';

/** Pages are asked for this many rows before they come on screen. */
const AHEAD_ROWS = 60;
/** As many rows as may be asked for by id at once. */
const MOST_STRAYS = 400;

const NO_OFFSETS: readonly number[] = [];
const NO_IDS: readonly string[] = [];

/**
 * The tracked requests that match, page by page: only the pages on screen, about to be, and the first are ever asked
 * for. While a new filter's first page is on its way the rows of the old one stay, and while it is asked no other is:
 * fast typing asks for what was typed last, not for every letter. Rows change in place at once; they change places
 * only when `mayMove` (see {@link nextOrder}) or when told to by `catchUp`.
 */
export function usePagedRequests(wanted: RequestQuery, mayMove: boolean) {
  const workspace = useWorkspace();
  const [asked, setAsked] = useState(wanted);
  const first = useQuery({ ...requestPageQuery(workspace, asked, 0), placeholderData: keepPreviousData });
  const answered = first.data !== undefined && !first.isPlaceholderData;
  if (asked !== wanted && (answered || first.error)) setAsked(wanted);

  const [shownQuery, setShownQuery] = useState(asked);
  if (shownQuery !== asked && answered) setShownQuery(asked);

  const { offsets, pages, error, want } = useFurtherPages(shownQuery);
  const key = JSON.stringify(shownQuery);
  const fresh = useMemo(
    () => (first.data ? freshOrder(key, first.data, offsets, pages) : null),
    [key, first.data, offsets, pages],
  );
  const [shown, setShown] = useState<ListOrder | null>(null);
  const order = fresh ? nextOrder(shown, fresh, mayMove) : shown;
  if (order !== shown) setShown(order);

  const strays = useQuery(requestRowsQuery(workspace, useStrays(order, fresh))).data;
  const rows = useMemo(() => rowsOf(order, fresh, strays), [order, fresh, strays]);
  const itemAt = useCallback(
    (index: number) => {
      const offset = Math.floor(index / PAGE_SIZE) * PAGE_SIZE;
      return rows.get(offset)?.[index - offset];
    },
    [rows],
  );
  const total = order?.total ?? 0;
  const onRange = useCallback(
    (from: number, to: number) => want(pageOffsets(from - AHEAD_ROWS, Math.min(to + AHEAD_ROWS, total - 1))),
    [want, total],
  );
  const moved = useMemo(
    () => (order && fresh && order !== fresh ? movedRows(order, fresh) : 0),
    [order, fresh],
  );
  return {
    /** What is shown; null while nothing is known yet. */
    order,
    error: first.error ?? error,
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

/**
 * The pages behind the first one, as far as they are wanted. While some are on their way none is asked for, and then
 * those that are wanted by then: what is scrolled past meanwhile is never asked for.
 */
function useFurtherPages(query: RequestQuery) {
  const workspace = useWorkspace();
  const [wanted, setWanted] = useState(NO_OFFSETS);
  const [offsets, setOffsets] = useState(NO_OFFSETS);
  const { pages, pending, error } = useQueries({
    queries: offsets.map((offset) => furtherPageQuery(workspace, query, offset)),
    combine: pagesOf,
  });
  if (offsets !== wanted && !pending) setOffsets(wanted);
  const want = useCallback(
    (next: readonly number[]) => setWanted((before) => (before.join() === next.join() ? before : next)),
    [],
  );
  return { offsets, pages, error, want };
}

function pagesOf(results: readonly UseQueryResult<RequestPage>[]) {
  return {
    // Not an array, which TanStack Query would compare row by row with the one before.
    pages: new Map(results.map(({ data }, at) => [at, data])),
    pending: results.some(({ isPending }) => isPending),
    error: results.find((result) => result.error)?.error ?? null,
  };
}

function freshOrder(
  key: string,
  first: RequestPage,
  offsets: readonly number[],
  pages: ReadonlyMap<number, RequestPage | undefined>,
): ListOrder {
  const known = new Map<number, readonly RequestRow[]>([[0, first.rows]]);
  offsets.forEach((offset, at) => {
    const page = pages.get(at);
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

/** The offsets of the pages that rows first to last lie on, without the first page: that one is always there. */
function pageOffsets(first: number, last: number): readonly number[] {
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
