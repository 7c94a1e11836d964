import { useMutation } from '@tanstack/react-query';
import type { ConnectionInput } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './standing-problem.ts';

/** Starts the embedded practice service and signs in to it. */
export function useOpenPractice() {
  return useMutation({ mutationFn: () => api.workspaces.openPractice() });
}

/** Makes another workspace the current one. */
export function useSelectWorkspace() {
  return useMutation({
    mutationFn: (id: string) => api.workspaces.select({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Saves a new connection, or the changes to the one with this id; an empty secret keeps the stored one. */
export function useSaveConnection(id: string | null) {
  return useMutation({
    mutationFn: (connection: ConnectionInput) =>
      id ? api.workspaces.update({ ...connection, id }) : api.workspaces.connect(connection),
  });
}
