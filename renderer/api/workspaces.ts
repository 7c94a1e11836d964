import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ConnectionInput, Workspace } from '../../shared/workspace.ts';
import { api, queries } from './api.ts';
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

/**
 * Goes from the connection page to its workspace, where the sign-in is waiting. Call only while that page is shown: someone
 * who has left it is offered the switch when the sign-in returns.
 */
export function useGoToWorkspace() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ id }: Workspace): Promise<void> => {
    await selectWorkspace(client, id);
    navigate('/requests');
  };
}

/** Saves a new connection, or changes to an existing one; an empty secret keeps the stored one. */
export function useSaveConnection(id: string | null) {
  return useMutation({
    mutationFn: (connection: ConnectionInput) =>
      id ? api.workspaces.update({ ...connection, id }) : api.workspaces.connect(connection),
  });
}
