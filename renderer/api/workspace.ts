import type { Workspace } from '../../shared/workspace.ts';
import {
  createWorkspaceApi,
  createWorkspaceQueries,
  type WorkspaceApi,
  type WorkspaceQueries,
} from './api.ts';
import { useCurrentWorkspace } from './app-state.tsx';

/** The API client and queries of one workspace. */
export interface WorkspaceAccess {
  readonly id: Workspace['id'];
  readonly api: WorkspaceApi;
  readonly queries: WorkspaceQueries;
}

const cache = new Map<string, WorkspaceAccess>();

/** The access to a workspace. The object is stable, so it can be an effect's dependency. */
export function workspaceAccess(id: string): WorkspaceAccess {
  let access = cache.get(id);
  if (!access) {
    const api = createWorkspaceApi((channel, input) => window.callboard.call(channel, input), id);
    access = { id, api, queries: createWorkspaceQueries(api, id) };
    cache.set(id, access);
  }
  return access;
}

/**
 * The access to the workspace that this page belongs to. Undos, toasts and pending calls that hold it keep acting on that
 * workspace after another one comes on screen.
 */
export function useWorkspace(): WorkspaceAccess {
  return workspaceAccess(useCurrentWorkspace().id);
}
