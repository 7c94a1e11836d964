import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailureCode } from '../../shared/failures.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { queryKeys } from './query-keys.ts';

/** Where Callboard stands with newer versions of itself; change notices keep it fresh. */
export function useUpdates() {
  return useQuery({ queryKey: queryKeys.updates, queryFn: () => api.updates.state() });
}

/** Looks for a newer version now. */
export function useCheckForUpdates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.check(),
    onSuccess: (state) => client.setQueryData(queryKeys.updates, state),
  });
}

/** Begins to fetch the version that was found. */
export function useDownloadUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.download(),
    onSuccess: (state) => client.setQueryData(queryKeys.updates, state),
  });
}

/** The state says what the restart waits for, so these are no errors to show. */
const REFUSALS: readonly FailureCode[] = ['sending_now', 'importing_now'];

/** Restarts into the version that is ready; while something is being sent, the state says what it waits for. */
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
