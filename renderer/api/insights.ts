import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { InsightsFilter, InsightsTable } from '../../shared/insights.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

/** How far the submissions of each job description came. */
export function useInsightsFunnel(filter: InsightsFilter) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.insights.funnel({ filter }), placeholderData: keepPreviousData });
}

/** How long requests took to their first call and to their assessment. */
export function useInsightsTimes(filter: InsightsFilter) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.insights.times({ filter }), placeholderData: keepPreviousData });
}

/** Screening calls by hour of the week. */
export function useInsightsHours(filter: InsightsFilter) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.insights.hours({ filter }), placeholderData: keepPreviousData });
}

/** How often people and the service agree. */
export function useInsightsAgreement(filter: InsightsFilter) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.insights.agreement({ filter }), placeholderData: keepPreviousData });
}

export function useExportTable() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (table: InsightsTable) => api.insights.exportTable(table),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
