import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { AppState } from '../../shared/app-state.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { isWorkspaceData, queryKeys } from './query-keys.ts';

const AppStateContext = createContext<AppState | null>(null);
// Of its own: it stays the same while numbers and sign-ins change, and pages that need it alone are not drawn anew.
const WorkspaceContext = createContext<Workspace | null>(null);

/** Gives everything below it the state that {@link useAppState} and {@link useCurrentWorkspace} read. */
export function AppStateProvider({ state, children }: { state: AppState; children: ReactNode }) {
  return (
    <AppStateContext value={state}>
      <WorkspaceContext value={state.currentWorkspace}>{children}</WorkspaceContext>
    </AppStateContext>
  );
}

/** The state of the app; only below an {@link AppStateProvider}. */
export function useAppState(): AppState {
  const state = useContext(AppStateContext);
  if (!state) throw new Error('useAppState needs an AppStateProvider');
  return state;
}

/** The workspace everything on screen belongs to; only where one is open. */
export function useCurrentWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useCurrentWorkspace needs an open workspace');
  return workspace;
}

/** Asks the main process for the state of the app; change notices keep it fresh. */
export function useAppStateQuery() {
  const client = useQueryClient();
  return useQuery({ queryKey: queryKeys.app, queryFn: () => readAppState(client) });
}

/** Another workspace's rows must never show under this one's name, not even for one frame. */
async function readAppState(client: QueryClient): Promise<AppState> {
  const state = await api.app.state();
  const before = client.getQueryData<AppState>(queryKeys.app);
  if (before && before.currentWorkspace?.id !== state.currentWorkspace?.id) {
    client.removeQueries({ predicate: (query) => isWorkspaceData(query.queryKey) });
  }
  return state;
}
