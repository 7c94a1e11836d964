import { keepPreviousData, type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import type { InsightsFilter, InsightsTable } from '../../shared/insights.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

/** Submissions in a period and their outcomes. */
export function useInsightsOverview(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('overview', filter), () => api.insights.overview({ filter }));
}

/** Durations and numbers of calls of accepted requests. */
export function useInsightsRequests(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('requests', filter), () => api.insights.requests({ filter }));
}

/** Screening calls in a period. */
export function useInsightsCalls(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('calls', filter), () => api.insights.calls({ filter }));
}

/** The distribution of a pinned field's values. */
export function useInsightsScore(filter: InsightsFilter, path: string) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('score', filter, path), () => api.insights.score({ filter, path }));
}

/** How often people and the service agree. */
export function useInsightsAgreement(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('agreement', filter), () => api.insights.agreement({ filter }));
}

function useInsights<Answer>(queryKey: QueryKey, queryFn: () => Promise<Answer>) {
  return useQuery({ queryKey, queryFn, placeholderData: keepPreviousData });
}

export function useExportTable() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (table: InsightsTable) => api.insights.exportTable(table),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
