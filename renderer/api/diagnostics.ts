import { useMutation, useQuery } from '@tanstack/react-query';
import type { DiagnosticsChoice, ShownFolder } from '../../shared/diagnostics.ts';
import { api, queries } from './api.ts';

const PROGRESS_POLL_MS = 400;

/** Quick facts about this computer and Callboard's data on it. */
export function useHealth() {
  return useQuery(queries.diagnostics.health());
}

/** Progress or result of the database check. */
export function useDatabaseCheck() {
  return useQuery({
    ...queries.diagnostics.databaseCheck(),
    refetchInterval: ({ state }) => (state.data?.phase === 'running' ? PROGRESS_POLL_MS : false),
  });
}

export function useCheckDatabase() {
  return useMutation({ mutationFn: (thorough: boolean) => api.diagnostics.checkDatabase({ thorough }) });
}

export function useCancelDatabaseCheck() {
  return useMutation({ mutationFn: () => api.diagnostics.cancelDatabaseCheck() });
}

/** The diagnostics text. Generated each time the dialog opens and stable while it is open. */
export function useDiagnosticsText(choice: DiagnosticsChoice) {
  return useQuery({
    ...queries.diagnostics.text(choice),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useSaveDiagnostics() {
  return useMutation({ mutationFn: (text: string) => api.diagnostics.saveText({ text }) });
}

export const deleteLogs = () => api.diagnostics.deleteLogs();

/** Deletes one crash dump, or all if `name` is null. */
export const deleteCrashDumps = (name: string | null) => api.diagnostics.deleteCrashDumps({ name });

export function useShowFolder() {
  return useMutation({ mutationFn: (folder: ShownFolder) => api.diagnostics.showFolder({ folder }) });
}

export function useShowPutAside() {
  return useMutation({ mutationFn: (name: string) => api.diagnostics.showPutAside({ name }) });
}
