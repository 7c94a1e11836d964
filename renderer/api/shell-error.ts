import { Store, useStore } from '../store.ts';
import { type ApiError, toApiError } from './api-error.ts';

/** Meta of mutations that have no place of their own for an error, such as a button in the header. */
export const SHOW_ERROR_IN_SHELL = { showErrorIn: 'shell' } as const;

const problem = new Store<ApiError | null>(null);

/** Keeps an error for the shell to show until it is dismissed or something works again. */
export function showErrorInShell(cause: unknown): void {
  problem.set(toApiError(cause));
}

/** Forgets the reported error. */
export function dismissShellError(): void {
  problem.set(null);
}

/** The error the shell shows, if any. */
export function useShellError(): ApiError | null {
  return useStore(problem);
}
