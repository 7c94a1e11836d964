import { useMutation, useQuery } from '@tanstack/react-query';
import type { FailureCode } from '../../shared/failures.ts';
import { ApiError, api, queries } from './api.ts';

/** The desktop's abilities and settings. They can change outside Callboard, so each focus of the window refetches them. */
export function useDesktop() {
  return useQuery({
    ...queries.desktop.state(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Not shown as errors, because the update state already says what the restart waits for. */
const REFUSALS: readonly FailureCode[] = ['sending_now', 'importing_now'];

/** Restarts into the downloaded version. */
export function useRestartToUpdate() {
  return useMutation({
    mutationFn: async () => {
      try {
        await api.updates.restart();
      } catch (error) {
        if (!(error instanceof ApiError && REFUSALS.includes(error.code))) throw error;
      }
    },
  });
}
