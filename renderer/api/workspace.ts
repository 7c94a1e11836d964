import type { Workspace } from '../../shared/workspace.ts';
import { createWorkspaceApi, type WorkspaceApi } from './api.ts';
import { useCurrentWorkspace } from './app-state.tsx';
import { type WorkspaceKeys, workspaceKeys } from './query-keys.ts';

/** One workspace as this window reaches it: what can be asked about it, and the names of what is cached of it. */
export interface WorkspaceAccess {
  readonly id: Workspace['id'];
  readonly api: WorkspaceApi;
  readonly keys: WorkspaceKeys;
}

const known = new Map<string, WorkspaceAccess>();

/** The access to a workspace; the same one at every call, so that it can stand among an effect's dependencies. */
export function workspaceAccess(id: string): WorkspaceAccess {
  let access = known.get(id);
  if (!access) {
    const api = createWorkspaceApi((channel, input) => window.callboard.call(channel, input), id);
    access = { id, api, keys: workspaceKeys(id) };
    known.set(id, access);
  }
  return access;
}

/**
 * The access to the workspace whose page this is. What a page keeps of it (an undo, a toast, an answer on its way) stays
 * with that workspace, whichever is on screen by then.
 */
export function useWorkspace(): WorkspaceAccess {
  return workspaceAccess(useCurrentWorkspace().id);
}
