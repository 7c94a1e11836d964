import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { InsightsFilter, InsightsTable } from '../../shared/insights.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

// The old numbers stay while new ones are counted.

/** What was submitted in a time and what became of it. */
export function useInsightsOverview(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('overview', filter),
    queryFn: () => api.insights.overview({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** How long accepted requests took, and how many calls. */
export function useInsightsRequests(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('requests', filter),
    queryFn: () => api.insights.requests({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** The screening calls. */
export function useInsightsCalls(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('calls', filter),
    queryFn: () => api.insights.calls({ filter }),
    placeholderData: keepPreviousData,
  });
}

/** How the values of a pinned field lie. */
export function useInsightsScore(filter: InsightsFilter, path: string) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.insightsOf('score', filter, path),
    queryFn: () => api.insights.score({ filter, path }),
    placeholderData: keepPreviousData,
  });
}

/** Saves a table to a file of the person's choice. */
export function useExportTable() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (table: InsightsTable) => api.insights.exportTable(table),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
