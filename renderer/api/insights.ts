import { keepPreviousData, type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import type { InsightsFilter, InsightsTable } from '../../shared/insights.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

/** How far the submissions of each job description came. */
export function useInsightsFunnel(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('funnel', filter), () => api.insights.funnel({ filter }));
}

/** How long requests took to their first call and to their assessment. */
export function useInsightsTimes(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('times', filter), () => api.insights.times({ filter }));
}

/** Screening calls by hour of the week. */
export function useInsightsHours(filter: InsightsFilter) {
  const { api, keys } = useWorkspace();
  return useInsights(keys.insightsOf('hours', filter), () => api.insights.hours({ filter }));
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
