import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { AppState } from '../../shared/app-state.ts';
import { NO_OUTBOX_COUNTS, type OutboxCounts } from '../../shared/outbox.ts';
import type { PolicyState } from '../../shared/policy.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { queries } from './api.ts';

const AppStateContext = createContext<AppState | null>(null);
// A separate context: pages that need only the workspace don't re-render when counts or the session change.
const WorkspaceContext = createContext<Workspace | null>(null);

/** Provides the state for {@link useAppState} and {@link useCurrentWorkspace}. */
export function AppStateProvider({ state, children }: { state: AppState; children: ReactNode }) {
  return (
    <AppStateContext value={state}>
      <WorkspaceContext value={state.currentWorkspace}>{children}</WorkspaceContext>
    </AppStateContext>
  );
}

/** Provides a workspace to a dialog, which keeps the one it was opened in even when another comes on screen. */
export function InWorkspace({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** The state of the app; throws outside an {@link AppStateProvider}. */
export function useAppState(): AppState {
  const state = useContext(AppStateContext);
  if (!state) throw new Error('useAppState needs an AppStateProvider');
  return state;
}

/** How many submissions are in each part of the Outbox of a workspace; by default of the current one. */
export function useOutboxCounts(workspaceId?: string): OutboxCounts {
  const { currentWorkspace, outboxCounts } = useAppState();
  return outboxCounts[workspaceId ?? currentWorkspace?.id ?? ''] ?? NO_OUTBOX_COUNTS;
}

/** The workspace that a page or dialog belongs to; throws where none is open. */
export function useCurrentWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useCurrentWorkspace needs an open workspace');
  return workspace;
}

/**
 * The name of a workspace that is not on screen: undefined if it is, null if it was removed. Works without a provider, for
 * toasts and dialogs.
 */
export function useOtherWorkspaceName(id: string): string | null | undefined {
  return useQuery({
    ...queries.app.state(),
    select: ({ workspaces, currentWorkspace }) =>
      currentWorkspace?.id === id
        ? undefined
        : (workspaces.find((workspace) => workspace.id === id)?.name ?? null),
  }).data;
}

/** The organisation's policy; works without a provider, for dialogs. Undefined until the state of the app is known. */
export function usePolicyInDialog(): PolicyState | undefined {
  return useQuery({ ...queries.app.state(), select: ({ policy }) => policy }).data;
}

/** Queries the state of the app; change notices invalidate it. */
export function useAppStateQuery() {
  return useQuery(queries.app.state());
}

/** Fetches the current state of the app, bypassing the cache. */
export function fetchAppState(client: QueryClient): Promise<AppState> {
  return client.fetchQuery({ ...queries.app.state(), staleTime: 0 });
}
