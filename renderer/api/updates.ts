import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailureCode } from '../../shared/failures.ts';
import { ApiError, api, queries } from './api.ts';

/** The state of Callboard's updates; change notices invalidate it. */
export function useUpdates() {
  return useQuery(queries.updates.state());
}

export function useCheckForUpdates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.check(),
    onSuccess: (state) => client.setQueryData(queries.updates.state().queryKey, state),
  });
}

export function useDownloadUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.download(),
    onSuccess: (state) => client.setQueryData(queries.updates.state().queryKey, state),
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
