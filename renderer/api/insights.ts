import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { InsightsFilter, InsightsTable } from '../../shared/insights.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

/** Submissions in a period and their outcomes. */
export function useInsightsOverview(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('overview', filter),
    queryFn: () => api.insights.overview({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** Durations and numbers of calls of accepted requests. */
export function useInsightsRequests(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('requests', filter),
    queryFn: () => api.insights.requests({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** Screening calls in a period. */
export function useInsightsCalls(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('calls', filter),
    queryFn: () => api.insights.calls({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** The distribution of a pinned field's values. */
export function useInsightsScore(filter: InsightsFilter, path: string) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('score', filter, path),
    queryFn: () => api.insights.score({ filter, path }),
    placeholderData: keepPreviousData,
  });
}

/** Saves a table to a file that the person chooses. */
export function useExportTable() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (table: InsightsTable) => api.insights.exportTable(table),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
