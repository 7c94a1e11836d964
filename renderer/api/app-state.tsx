import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { AppState } from '../../shared/app-state.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

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

/**
 * Gives a workspace to what is drawn outside of its pages, as dialogs are: they keep the one they were opened in, whichever
 * is on screen by then.
 */
export function InWorkspace({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** The state of the app; only below an {@link AppStateProvider}. */
export function useAppState(): AppState {
  const state = useContext(AppStateContext);
  if (!state) throw new Error('useAppState needs an AppStateProvider');
  return state;
}

/** The workspace that a page or a dialog belongs to; only where one is open. */
export function useCurrentWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useCurrentWorkspace needs an open workspace');
  return workspace;
}

/**
 * The name of a workspace where another one is on screen: undefined in its own, null where it was removed. Also outside of
 * pages, where toasts and dialogs are.
 */
export function useOtherWorkspaceName(id: string): string | null | undefined {
  return useQuery({
    queryKey: queryKeys.app,
    queryFn: () => api.app.state(),
    select: ({ workspaces, currentWorkspace }) =>
      currentWorkspace?.id === id ? undefined : (workspaces.find((each) => each.id === id)?.name ?? null),
  }).data;
}

/** Asks the main process for the state of the app; change notices keep it fresh. */
export function useAppStateQuery() {
  return useQuery({ queryKey: queryKeys.app, queryFn: () => api.app.state() });
}

/** The state of the app as it is now, whatever is known of it here. */
export function fetchAppState(client: QueryClient): Promise<AppState> {
  return client.fetchQuery({ queryKey: queryKeys.app, queryFn: () => api.app.state(), staleTime: 0 });
}
