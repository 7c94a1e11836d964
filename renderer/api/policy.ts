import { useMutation } from '@tanstack/react-query';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { useAppState } from './app-state.tsx';

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

/** Stores the client secret of a managed workspace and starts the sign-in. */
export function useEnterSecret(id: string) {
  return useMutation({ mutationFn: (clientSecret: string) => api.managed.enterSecret({ id, clientSecret }) });
}

export function useReadPolicy() {
  return useMutation({ mutationFn: () => api.managed.readPolicy() });
}
