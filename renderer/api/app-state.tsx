import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { AppState } from '../../shared/app-state.ts';
import { NO_OUTBOX_COUNTS, type OutboxCounts } from '../../shared/outbox.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { api, queries, type WorkspaceAccess, workspaceAccess } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';

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
 * The access to the workspace that this page belongs to. Undos, toasts and pending calls that hold it keep acting on that
 * workspace after another one comes on screen.
 */
export function useWorkspace(): WorkspaceAccess {
  return workspaceAccess(useCurrentWorkspace().id);
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

/** Switches to another workspace at the person's request. For all other causes see `routes/pending-switches`. */
export function useSelectWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => selectWorkspace(client, id),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Switches to another workspace; resolves when the window has the new state. */
export async function selectWorkspace(client: QueryClient, id: string): Promise<void> {
  await api.workspaces.select({ id });
  await client.refetchQueries({ queryKey: queries.app.state().queryKey });
}

/** What the organisation's policy means for a workspace. */
interface PolicyStatus {
  /** Whether the policy defines the workspace. */
  readonly managed: boolean;
  /** Whether the policy forbids the workspace, so that nothing is sent. */
  readonly held: boolean;
  readonly mayEdit: boolean;
  readonly mayRemove: boolean;
  /** Whether the person may enter the client secret and nothing else. */
  readonly asksForSecret: boolean;
  readonly secretMissing: boolean;
}

/** Returns a function that gives the policy status of a workspace. */
export function usePolicyStatus(): (workspace: Workspace) => PolicyStatus {
  const { policy, managedWorkspaces } = useAppState();
  return ({ id, kind }) => {
    const managed = managedWorkspaces.managed.includes(id);
    const free = !managed && !policy.connectionsLocked;
    return {
      managed,
      held: managedWorkspaces.held.includes(id),
      mayEdit: kind === 'service' && free,
      mayRemove: kind === 'practice' || free,
      asksForSecret: managedWorkspaces.secretByPerson.includes(id),
      secretMissing: managedWorkspaces.secretMissing.includes(id),
    };
  };
}

/** Whether the organisation's policy forbids the current workspace. */
export function useHeldByOrganisation(): boolean {
  const { currentWorkspace, managedWorkspaces } = useAppState();
  return currentWorkspace !== null && managedWorkspaces.held.includes(currentWorkspace.id);
}
