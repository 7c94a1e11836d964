import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys, type RequestFilter } from './query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from './standing-problem.ts';

/** Rows per page: never more than one inline IPC message carries (design: reference/performance.md §4). */
export const PAGE_SIZE = 100;

/** Query options of one page of tracked requests. */
export function requestPageQuery(filter: RequestFilter, offset: number) {
  return {
    queryKey: queryKeys.requestPage(filter, offset),
    queryFn: () => api.requests.list({ ...filter, offset, limit: PAGE_SIZE }),
  };
}

/** The statuses there are, with their numbers. */
export function useRequestStatuses() {
  return useQuery({ queryKey: queryKeys.requestStatuses, queryFn: () => api.requests.statuses() });
}

/** Everything about one tracked request. */
export function useRequest(requestId: string) {
  return useQuery({
    queryKey: queryKeys.request(requestId),
    queryFn: () => api.requests.get({ requestId }),
  });
}

/** Reads the status of these from the service now; without ids, of all that are not finished. */
export function useRefreshRequests() {
  return useMutation({
    mutationFn: (requestIds?: string[]) => api.requests.refresh(requestIds ? { requestIds } : {}),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
