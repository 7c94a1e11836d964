import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { AppState } from '../../shared/app-state.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { queries } from '../api/api.ts';
import { selectWorkspace, useAppState } from '../api/app-state.tsx';
import { showErrorInShell } from '../api/query-client.ts';
import { hideToast, showToast } from '../parts/toast.tsx';
import {
  hasUnsavedWork,
  type PendingSwitch,
  removePendingSwitch,
  setInitialPage,
  usePendingSwitches,
} from '../routes/unsaved-work.ts';

/** Carries out requests to switch workspaces. With unsaved typing or an open dialog it only offers the switch in a toast. */
export function PendingSwitches() {
  const [request] = usePendingSwitches();
  const state = useAppState();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!request) return;
    removePendingSwitch(request);
    const carryOut = ({ workspaces, currentWorkspace }: AppState): void => {
      const workspace = workspaces.find(({ id }) => id === request.workspaceId);
      if (!workspace) {
        showRemovedToast(request);
      } else if (workspace.id === currentWorkspace?.id) {
        if (request.path !== null) navigate(request.path);
      } else {
        const open = () => openWorkspace(client, workspace, request.path);
        if (hasUnsavedWork()) showOfferToast(workspace, request, () => void open().catch(showErrorInShell));
        else
          open().then(
            () => request.signedIn && showToast({ title: titleFor(workspace, request) }),
            showErrorInShell,
          );
      }
    };
    // A workspace added a moment ago may be missing from the cached state.
    if (state.workspaces.some(({ id }) => id === request.workspaceId)) carryOut(state);
    else client.fetchQuery({ ...queries.app.state(), staleTime: 0 }).then(carryOut, showErrorInShell);
  }, [request, state, client, navigate]);
  const shownId = state.currentWorkspace?.id;
  useEffect(() => {
    // The offer is obsolete once the workspace is shown for any reason.
    if (shownId !== undefined) hideToast(toastId(shownId));
  }, [shownId]);
  return null;
}

/** Switches to a workspace at `path`; forgets the path if the switch fails. */
async function openWorkspace(client: QueryClient, workspace: Workspace, path: string | null): Promise<void> {
  hideToast(toastId(workspace.id));
  const clearInitialPage = path === null ? undefined : setInitialPage(workspace.id, path);
  try {
    await selectWorkspace(client, workspace.id);
  } catch (error) {
    clearInitialPage?.();
    throw error;
  }
}

function showRemovedToast({ title }: PendingSwitch): void {
  showToast({
    id: 'workspace-removed',
    tone: 'problem',
    title: 'The workspace was removed',
    message: title,
  });
}

function showOfferToast(workspace: Workspace, request: PendingSwitch, onSwitch: () => void): void {
  showToast({
    id: toastId(workspace.id),
    title: titleFor(workspace, request),
    tone: request.signedIn === false ? 'problem' : 'done',
    message: (
      <Button size="compact-sm" variant="default" onClick={onSwitch}>
        Switch
      </Button>
    ),
    autoClose: false,
  });
}

function titleFor({ name }: Workspace, { title, signedIn }: PendingSwitch): string {
  if (signedIn !== undefined) return signedIn ? `Signed in to ${name}` : `Couldn't sign in to ${name}`;
  return title ?? `This is in ${name}`;
}

function toastId(workspaceId: string): string {
  return `workspace ${workspaceId}`;
}
