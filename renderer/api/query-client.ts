import { MutationCache, QueryClient } from '@tanstack/react-query';
import { dismissShellError, SHOW_ERROR_IN_SHELL, showErrorInShell } from './shell-error.ts';

/**
 * The query cache. The main process answers in milliseconds, so queries are not retried, ignore the network state and refetch
 * on every mount.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 0, refetchOnReconnect: false },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onMutate: (_, mutation) => {
        if (showsInShell(mutation.meta)) dismissShellError();
      },
      onError: (error, _variables, _result, mutation) => {
        if (showsInShell(mutation.meta)) showErrorInShell(error);
      },
      // Shows the effect of the person's action without waiting for its change notice.
      onSettled: () => {
        void client.invalidateQueries();
      },
    }),
  });
  return client;
}

function showsInShell(meta: Record<string, unknown> | undefined): boolean {
  return meta?.['showErrorIn'] === SHOW_ERROR_IN_SHELL.showErrorIn;
}
