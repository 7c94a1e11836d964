import { useSyncExternalStore } from 'react';
import { type ApiError, toApiError } from './api-error.ts';

/** Meta of mutations that have no place of their own for an error, such as a button in the header. */
export const SHOW_ERROR_IN_SHELL = { showErrorIn: 'shell' } as const;

const listeners = new Set<() => void>();
let problem: ApiError | null = null;

function set(next: ApiError | null): void {
  problem = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps an error for the shell to show until it is dismissed or something works again. */
export function reportProblem(cause: unknown): void {
  set(toApiError(cause));
}

/** Forgets the reported error. */
export function dismissProblem(): void {
  if (problem) set(null);
}

/** The error the shell shows, if any. */
export function useStandingProblem(): ApiError | null {
  return useSyncExternalStore(subscribe, () => problem);
}
