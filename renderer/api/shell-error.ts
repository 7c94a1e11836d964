import { Store, useStore } from '../store.ts';
import { type ApiError, toApiError } from './api-error.ts';

/** `meta` for mutations whose control has no room for an error, such as a button in the header. */
export const SHOW_ERROR_IN_SHELL = { showErrorIn: 'shell' } as const;

const shellError = new Store<ApiError | null>(null);

/** Shows an error in the shell until it is dismissed or the next such mutation starts. */
export function showErrorInShell(cause: unknown): void {
  shellError.set(toApiError(cause));
}

export function dismissShellError(): void {
  shellError.set(null);
}

export function useShellError(): ApiError | null {
  return useStore(shellError);
}
