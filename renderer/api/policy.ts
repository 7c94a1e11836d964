import { useMutation } from '@tanstack/react-query';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { useAppState } from './app-state.tsx';

/** How a workspace stands under the organisation's policy. */
export interface PolicyStatus {
  /** Set by the policy. */
  readonly managed: boolean;
  /** Not allowed by it: nothing is sent. */
  readonly held: boolean;
  /** Whether its connection can be edited here. */
  readonly mayEdit: boolean;
  readonly mayRemove: boolean;
  /** Whether the person enters its client secret, and nothing else. */
  readonly asksForSecret: boolean;
  readonly secretMissing: boolean;
}

/** Answers how each workspace stands under the organisation's policy. */
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

/** Whether the organisation's policy does not allow the open workspace. */
export function useHeldByOrganisation(): boolean {
  const { currentWorkspace, managedWorkspaces } = useAppState();
  return currentWorkspace !== null && managedWorkspaces.held.includes(currentWorkspace.id);
}

/** Stores the client secret of a managed workspace and begins the sign-in. */
export function useEnterSecret(id: string) {
  return useMutation({ mutationFn: (clientSecret: string) => api.managed.enterSecret({ id, clientSecret }) });
}

/** Has the organisation's policy read again. */
export function useReadPolicy() {
  return useMutation({ mutationFn: () => api.managed.readPolicy() });
}
