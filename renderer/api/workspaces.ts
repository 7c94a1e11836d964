import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ConnectionInput, Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';

/** Starts the embedded practice service and signs in to it. */
export function useOpenPractice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { id } = await api.workspaces.openPractice();
      await selectWorkspace(client, id);
    },
  });
}

/** Shows another workspace: a person's own choice. What is asked for without one is a pending switch (`routes/pending-switches`). */
export function useSelectWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => selectWorkspace(client, id),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Shows another workspace; resolves when the window knows. */
export async function selectWorkspace(client: QueryClient, id: string): Promise<void> {
  await api.workspaces.select({ id });
  await client.refetchQueries({ queryKey: queryKeys.app });
}

/**
 * Leads from the page of a connection to its workspace, in whose sign-in a person is then. For that page alone: who has
 * left it meanwhile is busy with something else, and is offered the workspace when its sign-in comes back.
 */
export function useGoToWorkspace() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ id }: Workspace): Promise<void> => {
    await selectWorkspace(client, id);
    navigate('/requests');
  };
}

/** Saves a new connection, or the changes to the one with this id; an empty secret keeps the stored one. */
export function useSaveConnection(id: string | null) {
  return useMutation({
    mutationFn: (connection: ConnectionInput) =>
      id ? api.workspaces.update({ ...connection, id }) : api.workspaces.connect(connection),
  });
}
