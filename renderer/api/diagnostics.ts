import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DiagnosticsChoice, ShownFolder } from '../../shared/diagnostics.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace } from './workspace.ts';

/** How often a check that runs is asked how far it is, ms. */
const PROGRESS_EVERY_MS = 400;

/** What can be said at once about this computer and what Callboard keeps on it. */
export function useHealth() {
  return useQuery({ queryKey: queryKeys.health, queryFn: () => api.diagnostics.health() });
}

/** This computer's clock against the service's: asked once when it is shown, and when `refetch` is called. */
export function useClock() {
  const workspace = useWorkspace();
  const query = useQuery({
    queryKey: workspace.keys.clock,
    queryFn: () => workspace.api.diagnostics.clock(),
    enabled: false,
  });
  const { refetch } = query;
  useEffect(() => {
    void refetch();
  }, [refetch]);
  return query;
}

/** The check of the database: how far it is, or how it ended. */
export function useDatabaseCheck() {
  return useQuery({
    queryKey: queryKeys.databaseCheck,
    queryFn: () => api.diagnostics.databaseCheck(),
    refetchInterval: ({ state }) => (state.data?.phase === 'running' ? PROGRESS_EVERY_MS : false),
  });
}

export function useCheckDatabase() {
  return useMutation({ mutationFn: (thorough: boolean) => api.diagnostics.checkDatabase({ thorough }) });
}

export function useCancelDatabaseCheck() {
  return useMutation({ mutationFn: () => api.diagnostics.cancelDatabaseCheck() });
}

/** The text of the diagnostics as it would be copied. Made anew each time it is opened, and then left as it is. */
export function useDiagnosticsText(choice: DiagnosticsChoice) {
  return useQuery({
    queryKey: queryKeys.diagnosticsText(choice.includeAddresses),
    queryFn: () => api.diagnostics.text(choice),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useSaveDiagnostics() {
  return useMutation({ mutationFn: (text: string) => api.diagnostics.saveText({ text }) });
}

export const deleteLogs = () => api.diagnostics.deleteLogs();

/** The crash dump of this name, or all. */
export const deleteCrashDumps = (name: string | null) => api.diagnostics.deleteCrashDumps({ name });

export function useShowFolder() {
  return useMutation({ mutationFn: (folder: ShownFolder) => api.diagnostics.showFolder({ folder }) });
}

export function useShowPutAside() {
  return useMutation({ mutationFn: (name: string) => api.diagnostics.showPutAside({ name }) });
}
