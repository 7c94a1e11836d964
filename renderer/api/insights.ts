import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** How the screenings of the last days went, null for all time; the old numbers stay while new ones are counted. */
export function useInsights(sinceDays: number | null) {
  return useQuery({
    queryKey: queryKeys.insightsOf(sinceDays),
    queryFn: () => api.insights.summary({ sinceDays }),
    placeholderData: keepPreviousData,
  });
}
