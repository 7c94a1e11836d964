import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PinnedField } from '../../shared/assessment.ts';
import type { RequestFilter, SavedView } from '../../shared/request-filter.ts';
import type { WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';

/** Filter and order of tracked requests. */
export type RequestQuery = Pick<SavedView, 'filter' | 'sort' | 'descending'>;

/** Rows per page, small enough for one inline IPC message. */
export const PAGE_SIZE = 100;

/** Query options for one page of tracked requests. */
export function requestPageQuery({ queries }: WorkspaceAccess, query: RequestQuery, offset: number) {
  return queries.requests.list({ ...query, offset, limit: PAGE_SIZE });
}

export function useRequestTotal(filter: RequestFilter) {
  const { id, api } = useWorkspace();
  return useQuery({
    queryKey: [id, 'requests', 'total', filter],
    queryFn: async () => (await api.requests.list({ filter, limit: 1 })).total,
  });
}

/** Pins a result field as a column of Tracked requests, or unpins it. */
export function usePinField() {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ field, pinned }: { field: PinnedField; pinned: boolean }) =>
      pinned
        ? api.pins.pin({ path: field.path, label: field.label, kind: field.kind })
        : api.pins.unpin({ path: field.path }),
    onSuccess: (pins) => client.setQueryData(queries.pins.list().queryKey, pins),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
