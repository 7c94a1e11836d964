import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { Bridge } from '../../shared/ipc/bridge.ts';
import { Store, useStore } from '../store.ts';
import { type ApiError, toApiError } from './api.ts';

/** What a page was about is there no more: somebody erased it, a colleague perhaps. */
const GONE: ReadonlySet<FailureCode> = new Set(['request_not_tracked', 'submission_not_found']);

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
    queryCache: new QueryCache({
      // Otherwise the answer before the error stays on screen.
      onError: (error, query) => {
        if (GONE.has(toApiError(error).failure.error.code)) query.setState({ data: undefined });
      },
    }),
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

/** `meta` for mutations whose control has no room for an error, such as a button in the header. */
export const SHOW_ERROR_IN_SHELL = { showErrorIn: 'shell' } as const;

/** A submission that an error is about: once it changes, the error is out of date. */
interface About {
  readonly workspaceId: string;
  readonly id: string;
}

interface ShellError {
  readonly error: ApiError;
  readonly about: About | null;
}

const shellError = new Store<ShellError | null>(null);

/** Shows an error in the shell until it is dismissed or the next such mutation starts. */
export function showErrorInShell(cause: unknown): void {
  shellError.set({ error: toApiError(cause), about: null });
}

/** The same, and no longer than the submission and the rules stay as they are, and its workspace is on screen. */
export function showErrorAbout({ workspaceId, id }: About, cause: unknown): void {
  shellError.set({ error: toApiError(cause), about: { workspaceId, id } });
}

export function dismissShellError(): void {
  shellError.set(null);
}

/** Dismisses an error whose cause a change may have ended. Returns the function that unsubscribes. */
export function dismissOnChange(bridge: Pick<Bridge, 'onChange'>): () => void {
  return bridge.onChange(({ topic, workspaceId, ids }) => {
    const about = shellError.get()?.about;
    if (!about) return;
    const isSame = (workspaceId ?? about.workspaceId) === about.workspaceId;
    const isChanged = topic === 'outbox' && isSame && (ids?.includes(about.id) ?? true);
    if (isChanged || topic === 'settings' || topic === 'do_not_call') dismissShellError();
  });
}

/** The error to show at `now` (UTC ms) while this workspace is on screen. */
export function useShellError(workspaceId: string | undefined, now: number): ApiError | null {
  const shown = useStore(shellError);
  if (!shown) return null;
  const { error, about } = shown;
  if (about && (about.workspaceId !== workspaceId || endOf(error.failure.error) <= now)) return null;
  return error;
}

/** When the cause of a refusal ends by itself, UTC ms. */
function endOf({ values }: AppError): number {
  return (values && 'until' in values ? values.until : null) ?? Infinity;
}
