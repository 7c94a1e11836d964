import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { PAGE_SIZE, requestPageQuery, requestRowsQuery } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { FurtherPages, type KnownPages } from './further-pages.ts';
import { type ListOrder, movedRows, nextOrder, strayIds } from './live-order.ts';

/** Pages are asked for this many rows before they come on screen: on the side that is scrolled to, and on the other. */
const AHEAD_ROWS = { scrolledTo: 150, other: 40 } as const;
/** As many rows as may be asked for by id at once. */
const MOST_STRAYS = 400;

const NO_PAGES: KnownPages['pages'] = new Map();
const NO_IDS: readonly string[] = [];

/**
 * The tracked requests that match, page by page: only the pages on screen, about to be, and the first are ever asked
 * for. While a new filter's first page is on its way the rows of the old one stay, and while it is asked no other is:
 * fast typing asks for what was typed last, not for every letter. Rows change in place at once; they change places
 * only when `mayMove` (see {@link nextOrder}) or when told to by `catchUp`. Pages that come while the list is scrolled
 * ({@link FurtherPages}) are there for `itemAt` before React hears of them.
 */
export function usePagedRequests(wanted: RequestQuery, mayMove: boolean) {
  const workspace = useWorkspace();
  const [asked, setAsked] = useState(wanted);
  const first = useQuery({ ...requestPageQuery(workspace, asked, 0), placeholderData: keepPreviousData });
  const answered = first.data !== undefined && !first.isPlaceholderData;
  if (asked !== wanted && (answered || first.error)) setAsked(wanted);

  const [shownQuery, setShownQuery] = useState(asked);
  if (shownQuery !== asked && answered) setShownQuery(asked);

  const client = useQueryClient();
  const [further] = useState(() => new FurtherPages(client, workspace));
  useLayoutEffect(() => {
    further.follow(shownQuery);
    return () => further.leave();
  }, [further, shownQuery]);
  const known = useSyncExternalStore(further.subscribeKnown, further.getKnown);
  const pages = known.query === shownQuery ? known.pages : NO_PAGES;
  const error = first.error ?? (known.query === shownQuery ? known.error : null);
  const key = JSON.stringify(shownQuery);
  const fresh = useMemo(
    () => (first.data ? freshOrder(key, first.data, pages) : null),
    [key, first.data, pages],
  );
  const [shown, setShown] = useState<ListOrder | null>(null);
  const order = fresh ? nextOrder(shown, fresh, mayMove) : shown;
  if (order !== shown) setShown(order);
  const inStep = order === fresh;
  useLayoutEffect(() => {
    further.inStep = inStep;
  }, [further, inStep]);

  const strays = useQuery(requestRowsQuery(workspace, useStrays(order, fresh))).data;
  const rows = useMemo(() => rowsOf(order, fresh, strays), [order, fresh, strays]);
  const itemAt = useCallback(
    (index: number) => {
      const offset = Math.floor(index / PAGE_SIZE) * PAGE_SIZE;
      const page = rows.get(offset) ?? further.at(shownQuery, offset)?.rows;
      return page?.[index - offset];
    },
    [rows, shownQuery, further],
  );
  const total = order?.total ?? 0;
  const seen = useRef({ first: 0, last: 0, way: 0 });
  const onRange = useCallback(
    (first: number, last: number) => {
      const before = seen.current;
      // Rows that are drawn beyond both edges, or no more, are no way to anywhere.
      const way =
        Math.sign(first - before.first) === Math.sign(last - before.last) ? first - before.first : before.way;
      seen.current = { first, last, way };
      const { scrolledTo, other } = AHEAD_ROWS;
      const [above, below] = [way < 0 ? scrolledTo : other, way > 0 ? scrolledTo : other];
      further.want(pageOffsets(first - above, Math.min(last + below, total - 1)));
    },
    [further, total],
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
    /** Calls back when `itemAt` has further rows. */
    arrivals: further.subscribeArrivals,
    onRange,
  };
}

function freshOrder(key: string, first: RequestPage, further: KnownPages['pages']): ListOrder {
  const known = new Map<number, readonly RequestRow[]>([[0, first.rows]]);
  for (const [offset, { rows }] of further) known.set(offset, rows);
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
