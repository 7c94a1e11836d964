import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { AppState } from '../../shared/app-state.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { fetchAppState, useAppState } from '../api/app-state.tsx';
import { showErrorInShell } from '../api/shell-error.ts';
import { selectWorkspace } from '../api/workspaces.ts';
import { hideToast, showToast } from '../parts/toast/show-toast.tsx';
import { type PendingSwitch, removePendingSwitch, usePendingSwitches } from '../routes/pending-switches.ts';
import { hasUnsavedWork } from '../routes/unsaved-work.ts';
import { setInitialPage } from '../routes/workspace-pages.ts';

/**
 * Carries out what wants another workspace on screen. Nothing switches by itself while something typed is unsaved or a
 * dialog is open: it is offered then, and a person switches.
 */
export function PendingSwitches() {
  const [wish] = usePendingSwitches();
  const state = useAppState();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!wish) return;
    removePendingSwitch(wish);
    const carryOut = ({ workspaces, currentWorkspace }: AppState): void => {
      const workspace = workspaces.find(({ id }) => id === wish.workspaceId);
      if (!workspace) {
        sayRemoved(wish);
      } else if (workspace.id === currentWorkspace?.id) {
        if (wish.path !== null) navigate(wish.path);
      } else {
        const open = () => openAt(client, workspace, wish.path);
        if (hasUnsavedWork()) offer(workspace, wish, () => void open().catch(showErrorInShell));
        else
          open().then(
            () => wish.signedIn && showToast({ title: wordsFor(workspace, wish) }),
            showErrorInShell,
          );
      }
    };
    // One that was added a moment ago is not known here yet.
    if (state.workspaces.some(({ id }) => id === wish.workspaceId)) carryOut(state);
    else fetchAppState(client).then(carryOut, showErrorInShell);
  }, [wish, state, client, navigate]);
  const shownId = state.currentWorkspace?.id;
  useEffect(() => {
    // However it came on screen: nothing is left to offer.
    if (shownId !== undefined) hideToast(toastOf(shownId));
  }, [shownId]);
  return null;
}

/** Shows a workspace with a page of it; a page that it was not shown with is forgotten. */
async function openAt(client: QueryClient, workspace: Workspace, path: string | null): Promise<void> {
  hideToast(toastOf(workspace.id));
  const keepClosed = path === null ? undefined : setInitialPage(workspace.id, path);
  try {
    await selectWorkspace(client, workspace.id);
  } catch (error) {
    keepClosed?.();
    throw error;
  }
}

/** Whoever asked for it is told why nothing opens. */
function sayRemoved({ title }: PendingSwitch): void {
  showToast({
    id: 'workspace-removed',
    tone: 'problem',
    title: 'The workspace of this was removed',
    message: title,
  });
}

function offer(workspace: Workspace, wish: PendingSwitch, onSwitch: () => void): void {
  showToast({
    id: toastOf(workspace.id),
    title: wordsFor(workspace, wish),
    tone: wish.signedIn === false ? 'problem' : 'done',
    message: (
      <Button size="compact-sm" variant="default" onClick={onSwitch}>
        Switch
      </Button>
    ),
    autoClose: false,
  });
}

function wordsFor({ name }: Workspace, { title, signedIn }: PendingSwitch): string {
  if (signedIn !== undefined)
    return signedIn ? `Signed in to ${name}` : `The sign-in to ${name} did not work`;
  return title ?? `This is in ${name}`;
}

function toastOf(workspaceId: string): string {
  return `workspace ${workspaceId}`;
}
