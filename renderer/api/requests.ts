import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestFilter, RequestSelection } from '../../shared/request-filter.ts';
import type { RequestQuery } from './query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Rows per page: never more than one inline IPC message carries (design: reference/performance.md §4). */
export const PAGE_SIZE = 100;

/** Query options of one page of tracked requests. */
export function requestPageQuery({ api, keys }: WorkspaceAccess, query: RequestQuery, offset: number) {
  return {
    queryKey: keys.requestPage(query, offset),
    queryFn: () => api.requests.list({ ...query, offset, limit: PAGE_SIZE }),
  };
}

/** The same for a page behind the first: those that were scrolled past are not kept, they are asked for anew in milliseconds. */
export function furtherPageQuery(workspace: WorkspaceAccess, query: RequestQuery, offset: number) {
  return { ...requestPageQuery(workspace, query, offset), gcTime: 0 };
}

/** Query options of some rows, wherever they are by now; at most 400. */
export function requestRowsQuery({ api, keys }: WorkspaceAccess, requestIds: readonly string[]) {
  return {
    queryKey: keys.requestRows(requestIds),
    queryFn: () => api.requests.rows({ requestIds: [...requestIds] }),
    enabled: requestIds.length > 0,
    placeholderData: keepPreviousData,
  };
}

/** What there is to filter by, with numbers. */
export function useFilterValues() {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestFilterValues,
    queryFn: () => api.requests.filterValues(),
  });
}

/** For a filter that shows nothing: how many each of its parts hides. */
export function useHiddenBy(filter: RequestFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestHiddenBy(filter),
    queryFn: () => api.requests.hiddenBy({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** How many requests match. */
export function useRequestTotal(filter: RequestFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestTotal(filter),
    queryFn: async () => (await api.requests.list({ filter, limit: 1 })).total,
  });
}

/** The saved views of the workspace, with how many match now. */
export function useViews() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.requestViews, queryFn: () => api.views.list() });
}

/** Fields of the results that are columns, filters and sort keys. */
export function usePins() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.requestPins, queryFn: () => api.pins.list() });
}

/** How far stored results are read for what was pinned or described; null where all are. */
export function useResultsReading() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.resultsReading, queryFn: () => api.pins.reading() });
}

/** Query options of everything about one tracked request. */
export function requestQuery({ api, keys }: WorkspaceAccess, requestId: string) {
  return {
    queryKey: keys.request(requestId),
    queryFn: () => api.requests.get({ requestId }),
  };
}

/** How often a request is asked for again while a second try of it has no request of its own, ms. */
const FOLLOW_SECOND_TRY_MS = 3000;

/** Everything about one tracked request. */
export function useRequest(requestId: string) {
  const workspace = useWorkspace();
  return useQuery({
    ...requestQuery(workspace, requestId),
    // Its change notices tell of this request alone, and not of the submissions linked to it.
    refetchInterval: ({ state }) =>
      state.data?.following.some((each) => each.requestId === null) ? FOLLOW_SECOND_TRY_MS : false,
  });
}

/** Reads the status of these from the service now; without ids, of all that are not finished. */
export function useRefreshRequests() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (requestIds?: string[]) => api.requests.refresh(requestIds ? { requestIds } : {}),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Ids asked for at a time while a selection is read out. */
const IDS_PER_PAGE = 400;
/** As many ids as one call takes. */
export const MAX_IDS = 10_000;

/** The ids from one place of the list to another, both included, in its order; at most {@link MAX_IDS}. */
export async function requestIdsBetween(
  { api }: WorkspaceAccess,
  query: RequestQuery,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = [];
  const wanted = Math.min(last - first + 1, MAX_IDS);
  while (ids.length < wanted) {
    const limit = Math.min(IDS_PER_PAGE, wanted - ids.length);
    const { rows } = await api.requests.list({ ...query, offset: first + ids.length, limit });
    ids.push(...rows.map(({ requestId }) => requestId));
    if (rows.length < limit) break;
  }
  return ids;
}

/** The ids that a selection stands for, in the list's order; at most {@link MAX_IDS}. */
export async function resolveSelection(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<string[]> {
  if ('requestIds' in selection) return selection.requestIds;
  const { filter, except = [] } = selection;
  const left = new Set(except);
  const ids = await requestIdsBetween(workspace, { ...query, filter }, 0, MAX_IDS + left.size);
  return ids.filter((id) => !left.has(id));
}
