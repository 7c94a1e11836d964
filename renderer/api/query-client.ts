import { MutationCache, QueryClient } from '@tanstack/react-query';
import { dismissShellError, SHOW_ERROR_IN_SHELL, showErrorInShell } from './shell-error.ts';

/**
 * The cache over the main process. Answers come from this computer in milliseconds, so nothing is retried blindly,
 * nothing waits for a network, and whatever is shown again is asked again.
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
      // What a person just did shows at once, whether or not the change notice has arrived yet.
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
