import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestFilter, RequestSelection } from '../../shared/request-filter.ts';
import type { RequestQuery } from './query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Rows per page, small enough for one inline IPC message. */
export const PAGE_SIZE = 100;

/** Query options for one page of tracked requests. */
export function requestPageQuery({ api, keys }: WorkspaceAccess, query: RequestQuery, offset: number) {
  return {
    queryKey: keys.requestPage(query, offset),
    queryFn: () => api.requests.list({ ...query, offset, limit: PAGE_SIZE }),
  };
}

/** Query options for a page after the first: not cached once scrolled past, because refetching takes milliseconds. */
export function furtherPageQuery(workspace: WorkspaceAccess, query: RequestQuery, offset: number) {
  return { ...requestPageQuery(workspace, query, offset), gcTime: 0 };
}

/** Query options for rows by ID; at most 400. */
export function requestRowsQuery({ api, keys }: WorkspaceAccess, requestIds: readonly string[]) {
  return {
    queryKey: keys.requestRows(requestIds),
    queryFn: () => api.requests.rows({ requestIds: [...requestIds] }),
    enabled: requestIds.length > 0,
    placeholderData: keepPreviousData,
  };
}

/** The values that occur, with counts, for filters. */
export function useFilterValues() {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestFilterValues,
    queryFn: () => api.requests.filterValues(),
  });
}

/** For a filter without matches: how many requests each of its conditions hides. */
export function useHiddenBy(filter: RequestFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestHiddenBy(filter),
    queryFn: () => api.requests.hiddenBy({ filter }),
    placeholderData: keepPreviousData,
  });
}

export function useRequestTotal(filter: RequestFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.requestTotal(filter),
    queryFn: async () => (await api.requests.list({ filter, limit: 1 })).total,
  });
}

/** The saved views of the workspace, with their current counts. */
export function useViews() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.requestViews, queryFn: () => api.views.list() });
}

/** The pinned result fields, which are columns, filters and sort keys. */
export function usePins() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.requestPins, queryFn: () => api.pins.list() });
}

/** Progress of the backfill after a field was pinned or described; null when complete. */
export function useBackfillProgress() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.resultsReading, queryFn: () => api.pins.reading() });
}

/** Query options for the details of one tracked request. */
export function requestQuery({ api, keys }: WorkspaceAccess, requestId: string) {
  return {
    queryKey: keys.request(requestId),
    queryFn: () => api.requests.get({ requestId }),
  };
}

/** Polling interval while the request was submitted again and that submission is not accepted yet, ms. */
const RESUBMISSION_POLL_MS = 3000;

export function useRequest(requestId: string) {
  const workspace = useWorkspace();
  return useQuery({
    ...requestQuery(workspace, requestId),
    // Change notices name only this request, not the submissions linked to it.
    refetchInterval: ({ state }) =>
      state.data?.following.some(({ requestId }) => requestId === null) ? RESUBMISSION_POLL_MS : false,
  });
}

/** Refreshes the status of these requests from the service; without IDs, of all that are not finished. */
export function useRefreshRequests() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (requestIds?: string[]) => api.requests.refresh(requestIds ? { requestIds } : {}),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Rows per call while a selection is resolved. */
const IDS_PER_PAGE = 400;
/** The IPC contract's limit of IDs per call. */
export const MAX_IDS = 10_000;

/** The IDs between two positions of the list, inclusive and in order; at most {@link MAX_IDS}. */
export async function requestIdsBetween(
  { api }: WorkspaceAccess,
  query: RequestQuery,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = [];
  const total = Math.min(last - first + 1, MAX_IDS);
  while (ids.length < total) {
    const limit = Math.min(IDS_PER_PAGE, total - ids.length);
    const { rows } = await api.requests.list({ ...query, offset: first + ids.length, limit });
    ids.push(...rows.map(({ requestId }) => requestId));
    if (rows.length < limit) break;
  }
  return ids;
}

/** Resolves a selection to IDs, in the list's order; at most {@link MAX_IDS}. */
export async function resolveSelection(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<string[]> {
  if ('requestIds' in selection) return selection.requestIds;
  const { filter, except = [] } = selection;
  const excluded = new Set(except);
  const ids = await requestIdsBetween(workspace, { ...query, filter }, 0, MAX_IDS + excluded.size);
  return ids.filter((id) => !excluded.has(id));
}
