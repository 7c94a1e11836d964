import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { furtherPageQuery, PAGE_SIZE, requestPageQuery, requestRowsQuery } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { pageOffsets } from '../../parts/grid/page-offsets.ts';
import { type ListOrder, movedRows, nextOrder, strayIds } from './live-order.ts';

/** A page is requested when its first row is this close to the screen. */
const PREFETCH_ROWS = 60;
/** The most rows one call reads by id. */
const MOST_STRAYS = 400;

const NO_OFFSETS: readonly number[] = [];
const NO_IDS: readonly string[] = [];

/**
 * The tracked requests that match, loaded in pages: the first, and those on or near the screen. The old rows stay until
 * a new query's first page arrives, and only one query is in flight at a time, so fast typing doesn't send one per
 * letter. Rows are updated in place at once, but move only if `mayMove` (see {@link nextOrder}) or after `catchUp`.
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
    (from: number, to: number) =>
      want(pageOffsets(PAGE_SIZE, from - PREFETCH_ROWS, Math.min(to + PREFETCH_ROWS, total - 1))),
    [want, total],
  );
  const moved = useMemo(
    () => (order && fresh && order !== fresh ? movedRows(order, fresh) : 0),
    [order, fresh],
  );
  return {
    /** The order on screen; null until the first page arrives. */
    order,
    error: first.error ?? error,
    retry: () => void first.refetch(),
    /** The query whose rows are shown. */
    query: shownQuery,
    /** The number of rows that are new or would move if the list were sorted again now. */
    moved,
    catchUp: () => setShown(fresh),
    itemAt,
    onRange,
  };
}

/**
 * The pages after the first that are on or near the screen. While some are loading no others are requested, so pages
 * that are scrolled past in the meantime are never loaded.
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
  const loaded = new Map<number, readonly RequestRow[]>([[0, first.rows]]);
  offsets.forEach((offset, at) => {
    const page = pages.get(at);
    if (page) loaded.set(offset, page.rows);
  });
  return { key, total: first.total, all: first.all, pages: loaded };
}

/** The stray ids; the same array until they change, as it is a query key. */
function useStrays(order: ListOrder | null, fresh: ListOrder | null): readonly string[] {
  const [kept, setKept] = useState(NO_IDS);
  const strays = order && fresh ? strayIds(order, fresh).slice(0, MOST_STRAYS) : NO_IDS;
  if (strays.join() === kept.join()) return kept;
  setKept(strays);
  return strays;
}

/** The rows in the order on screen, each in its latest version. */
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
