import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { RequestPage } from '../../../shared/ipc/request-calls.ts';
import { REQUEST_SORTS, type RequestRow, type RequestSort } from '../../../shared/request.ts';
import { MAX_AMONG, NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { PAGE_SIZE, type RequestQuery, requestPageQuery, useRequestTotal } from '../../api/requests.ts';
import { type GridSort, pageOffsets } from '../../parts/grid/grid-columns.ts';
import { useJobInAddress } from '../../routes/hash-location.ts';
import { requestPath } from '../../routes/paths.ts';
import { type ListState, listMemory, ofJob, toReview } from './list-state.ts';
import { IdleTimer, useRowsOnScreen } from './use-rows-on-screen.ts';
import { useSelection } from './use-selection.ts';

/** Columns that sort in descending order first: newest or best at the top. */
const DESCENDING_FIRST: ReadonlySet<string> = new Set([
  'updated',
  'accepted',
  'calls',
  'headline',
  'verdict',
]);

/** The list of tracked requests, or of those of a job: its view and query, its rows, and the selection among them. */
export function useRequestList(openRequestId: string | null, job: string | null) {
  const { memory, state, ...changes } = useListState(job);
  const { idle, movesAllowed, allowMoves, watch } = useIdle();
  const [choosing, setChoosing] = useState(false);
  const mayMove = movesAllowed || (idle && !choosing && openRequestId === null);
  const rows = usePagedRequests(state.query, mayMove);
  const { order, query, itemAt, onRange } = rows;
  const { checked, onRange: onRowsOnScreen } = useRowsOnScreen(itemAt);
  const selection = useSelection({ query, total: order?.total ?? 0, itemAt, memory });
  if (choosing !== selection.count > 0) setChoosing(selection.count > 0);

  const onRows = useCallback(
    (first: number, last: number) => {
      onRange(first, last);
      onRowsOnScreen(first, last);
    },
    [onRange, onRowsOnScreen],
  );
  const workspace = useWorkspace();
  const { among } = state.query.filter;
  const neighbourOf: NeighbourOf = async (requestId, step) =>
    among.includes(requestId)
      ? (among[among.indexOf(requestId) + step] ?? null)
      : findNeighbour(workspace, order, query, requestId, step);
  const review = useReview({ state, change: changes.change, openRequestId });
  const reveal = useOpenPlace(order, query, openRequestId);
  return {
    state,
    ...changes,
    watch,
    allowMoves,
    rows,
    selection,
    checked,
    onRows,
    reveal,
    neighbourOf,
    review,
    place: memory.place,
  };
}

/** Where a review is: the open request's place among those that are reviewed, from 1. */
export interface ReviewPlace {
  readonly at: number;
  readonly of: number;
}

interface ReviewOptions {
  readonly state: ListState;
  readonly change: (state: ListState) => void;
  readonly openRequestId: string | null;
}

/** What of a list is gone through; null: nothing. */
interface Reviewed {
  readonly list: ListState;
  readonly filter: RequestFilter | null;
}

/**
 * The requests of the list whose results wait for a verdict, gone through one by one in its order. Which they are is settled
 * when the review begins, so that a verdict takes nobody away before their turn; it ends when the request is closed.
 */
function useReview({ state, change, openRequestId }: ReviewOptions) {
  const { api } = useWorkspace();
  const [, navigate] = useLocation();
  const job = useJobInAddress();
  const { query } = state;
  const { among } = query.filter;
  const filter = toReview(query.filter);
  const waiting = useRequestTotal(filter ?? NO_FILTER).data ?? 0;
  const begin = useMutation({
    mutationFn: async ({ list, filter: wanted }: Reviewed) =>
      wanted
        ? (await api.requests.list({ ...list.query, filter: wanted, limit: MAX_AMONG })).rows.map(requestId)
        : [],
    meta: SHOW_ERROR_IN_SHELL,
  });
  const startIn = (reviewed: Reviewed) =>
    begin.mutate(reviewed, {
      // A callback of `mutate`, so that nothing opens once the list is left.
      onSuccess: (ids) => {
        const { list } = reviewed;
        const [first] = ids;
        if (first !== undefined) navigate(requestPath(first, job));
        const none = reviewed.filter ?? list.query.filter;
        const shown = first === undefined ? none : { ...list.query.filter, among: ids };
        change({ ...list, query: { ...list.query, filter: shown } });
      },
    });
  const end = useEffectEvent(() => {
    if (among.length > 0) change({ ...state, query: { ...query, filter: { ...query.filter, among: [] } } });
  });
  useEffect(() => {
    if (openRequestId === null) end();
  }, [openRequestId]);
  const at = openRequestId === null ? -1 : among.indexOf(openRequestId);
  const place: ReviewPlace | null = at === -1 ? null : { at: at + 1, of: among.length };
  return {
    waiting: filter === null ? 0 : waiting,
    start: () => startIn({ list: state, filter }),
    /** In another list than the one on screen. */
    startIn,
    isStarting: begin.isPending,
    place,
  };
}

/** Finds the next (1) or previous (-1) request in the list's order; null at either end or if the order is unknown. */
export type NeighbourOf = (requestId: string, step: 1 | -1) => Promise<string | null>;

export type RequestList = ReturnType<typeof useRequestList>;

/** The workspace's view, filter and sort order, remembered until the window closes, and ways to change them. */
function useListState(job: string | null) {
  const memory = listMemory(useCurrentWorkspace().id, job);
  const [state, setState] = useState(memory.state);
  const change = useCallback(
    (wanted: ListState) => {
      const next = ofJob(wanted, job);
      memory.state = next;
      memory.place.offset = 0;
      memory.place.active = 0;
      setState(next);
    },
    [memory, job],
  );
  const changeFilter = useCallback(
    (filter: RequestFilter) => change({ ...state, query: { ...state.query, filter } }),
    [change, state],
  );
  const changeSort = useCallback(
    ({ column, descending }: GridSort) => {
      const sort = sortOf(column);
      if (!sort) return;
      const descendingFirst = DESCENDING_FIRST.has(sort) || sort.startsWith('pin:');
      const isNew = sort !== state.query.sort;
      change({
        ...state,
        query: { ...state.query, sort, descending: isNew ? descendingFirst : descending },
      });
    },
    [change, state],
  );
  return { memory, state, change, changeFilter, changeSort };
}

/** The sort order of a column; null if the column doesn't sort. */
function sortOf(column: string): RequestSort | null {
  const known = REQUEST_SORTS.find((sort) => sort === column);
  if (known) return known;
  return column.startsWith('pin:') ? `pin:${column.slice('pin:'.length)}` : null;
}

/** The index of the open request in the list, which the grid scrolls to when another request is opened. */
function useOpenPlace(
  order: ListOrder | null,
  query: RequestQuery,
  openRequestId: string | null,
): number | undefined {
  const { api } = useWorkspace();
  const [place, setPlace] = useState<{ id: string; index: number } | null>(null);
  const findPlace = useEffectEvent(
    async (requestId: string) => placeShown(order, requestId) ?? api.requests.place({ requestId, ...query }),
  );
  const key = order?.key;
  useEffect(() => {
    if (openRequestId === null || key === undefined) return;
    let wanted = true;
    const show = (index: number | null) => {
      if (wanted && index !== null) setPlace({ id: openRequestId, index });
    };
    // A list that can't be scrolled to the request stays where it is.
    findPlace(openRequestId).then(show, () => undefined);
    return () => {
      wanted = false;
    };
  }, [openRequestId, key]);
  return place !== null && place.id === openRequestId ? place.index : undefined;
}

export function requestId(row: RequestRow): string {
  return row.requestId;
}

/**
 * The id of the next or previous request: in the order on screen if both are loaded, otherwise in the current order of
 * the database. null at either end, and if the filter excludes the request.
 */
export async function findNeighbour(
  { api }: WorkspaceAccess,
  order: ListOrder | null,
  query: RequestQuery,
  requestId: string,
  step: 1 | -1,
): Promise<string | null> {
  const index = placeShown(order, requestId);
  const neighbour = index === null ? undefined : rowShown(order, index + step);
  if (neighbour) return neighbour.requestId;
  const place = index ?? (await api.requests.place({ requestId, ...query }));
  if (place === null || place + step < 0) return null;
  const { rows } = await api.requests.list({ ...query, offset: place + step, limit: 1 });
  return rows[0]?.requestId ?? null;
}

/** The index of a request in the order on screen; null if its page isn't loaded. */
export function placeShown(order: ListOrder | null, requestId: string): number | null {
  for (const [offset, rows] of order?.pages ?? []) {
    const at = rows.findIndex((row) => row.requestId === requestId);
    if (at !== -1) return offset + at;
  }
  return null;
}

function rowShown(order: ListOrder | null, index: number): RequestRow | undefined {
  for (const [offset, rows] of order?.pages ?? []) {
    if (index >= offset && index < offset + rows.length) return rows[index - offset];
  }
  return undefined;
}

/** After this long without input, nobody is about to press a row, ms. */
const IDLE_AFTER_MS = 4000;
/** How long the effects of a person's own change may take to arrive, ms. */
const MOVES_ALLOWED_MS = 1500;
/** The grid counts as scrolled to its top within this, px. */
const AT_TOP_PX = 30;

const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Whether rows may change places without getting in anybody's way: the list is scrolled to its top and has had no input
 * for a while. `allowMoves` lets the effects of a person's own change show at once. `watch` is the ref of the list.
 */
export function useIdle() {
  const [idle, setIdle] = useState(true);
  const [movesAllowed, setMovesAllowed] = useState(false);
  const movesTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A ref, not an effect: the list leaves the page while a request fills a narrow window, and comes back as another element.
  const watch = useCallback((list: HTMLElement | null) => {
    if (!list) return;
    const atTop = () => (list.querySelector('[role="grid"]')?.scrollTop ?? 0) <= AT_TOP_PX;
    const timer = new IdleTimer(IDLE_AFTER_MS, () => setIdle(atTop()));
    const onInput = () => {
      setIdle(false);
      timer.restart();
    };
    for (const type of INPUT_EVENTS) {
      list.addEventListener(type, onInput, { capture: true, passive: true });
    }
    timer.restart();
    return () => {
      timer.cancel();
      for (const type of INPUT_EVENTS) list.removeEventListener(type, onInput, { capture: true });
    };
  }, []);

  useEffect(() => () => clearTimeout(movesTimer.current), []);
  const allowMoves = useCallback(() => {
    setMovesAllowed(true);
    clearTimeout(movesTimer.current);
    movesTimer.current = setTimeout(() => setMovesAllowed(false), MOVES_ALLOWED_MS);
  }, []);
  return { idle, movesAllowed, allowMoves, watch };
}

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
function usePagedRequests(wanted: RequestQuery, mayMove: boolean) {
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

  const strayed = useStrays(order, fresh);
  const { data: strays, isPlaceholderData } = useQuery(requestRowsQuery(workspace, strayed));
  // Whoever was erased goes at once.
  const isErased = strays !== undefined && !isPlaceholderData && strays.length < strayed.length;
  if (isErased && order !== fresh) setShown(fresh);

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
  return { key, total: first.total, all: first.all, isShared: first.isShared, pages: loaded };
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

/** The loaded pages of the list. */
export interface ListOrder {
  /** Identifies the filter and sort order. */
  readonly key: string;
  /** Requests that match, on all pages. */
  readonly total: number;
  /** All tracked requests. */
  readonly all: number;
  /** Whether colleagues have requests here, too. */
  readonly isShared: boolean;
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

/** Query options for a page after the first: not cached once scrolled past, because refetching takes milliseconds. */
function furtherPageQuery(workspace: WorkspaceAccess, query: RequestQuery, offset: number) {
  return { ...requestPageQuery(workspace, query, offset), gcTime: 0 };
}

/** Query options for rows by ID; at most 400. */
function requestRowsQuery({ queries }: WorkspaceAccess, requestIds: readonly string[]) {
  return {
    ...queries.requests.rows({ requestIds: [...requestIds] }),
    enabled: requestIds.length > 0,
    placeholderData: keepPreviousData,
  };
}
