import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestSort } from '../../shared/request.ts';
import type { RequestFilter, RequestSelection } from '../../shared/request-filter.ts';
import type { WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';

/** Filter and order of tracked requests. */
export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/** Rows per page, small enough for one inline IPC message. */
export const PAGE_SIZE = 100;

/** Query options for one page of tracked requests. */
export function requestPageQuery({ queries }: WorkspaceAccess, query: RequestQuery, offset: number) {
  return queries.requests.list({ ...query, offset, limit: PAGE_SIZE });
}

/** Query options for a page after the first: not cached once scrolled past, because refetching takes milliseconds. */
export function furtherPageQuery(workspace: WorkspaceAccess, query: RequestQuery, offset: number) {
  return { ...requestPageQuery(workspace, query, offset), gcTime: 0 };
}

/** Query options for rows by ID; at most 400. */
export function requestRowsQuery({ queries }: WorkspaceAccess, requestIds: readonly string[]) {
  return {
    ...queries.requests.rows({ requestIds: [...requestIds] }),
    enabled: requestIds.length > 0,
    placeholderData: keepPreviousData,
  };
}

/** The values that occur, with counts, for filters. */
export function useFilterValues() {
  return useQuery(useWorkspace().queries.requests.filterValues());
}

/** For a filter without matches: how many requests each of its conditions hides. */
export function useHiddenBy(filter: RequestFilter) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.requests.hiddenBy({ filter }), placeholderData: keepPreviousData });
}

export function useRequestTotal(filter: RequestFilter) {
  const { id, api } = useWorkspace();
  return useQuery({
    queryKey: [id, 'requests', 'total', filter],
    queryFn: async () => (await api.requests.list({ filter, limit: 1 })).total,
  });
}

/** The saved views of the workspace, with their current counts. */
export function useViews() {
  return useQuery(useWorkspace().queries.views.list());
}

/** The pinned result fields, which are columns, filters and sort keys. */
export function usePins() {
  return useQuery(useWorkspace().queries.pins.list());
}

/** Progress of the backfill after a field was pinned or described; null when complete. */
export function useBackfillProgress() {
  return useQuery(useWorkspace().queries.pins.reading());
}

/** Query options for the details of one tracked request. */
export function requestQuery({ queries }: WorkspaceAccess, requestId: string) {
  return queries.requests.get({ requestId });
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
