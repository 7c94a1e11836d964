import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Workspace } from '../../shared/workspace.ts';
import { useAppState } from '../api/app-state.tsx';
import { reportProblem } from '../api/standing-problem.ts';
import { selectWorkspace } from '../api/workspaces.ts';
import { hideToast, showToast } from '../parts/toast/show-toast.ts';
import { ToastButton } from '../parts/toast/toast-button.tsx';
import { isInTheMiddle } from '../places/in-the-middle.ts';
import { openWith } from '../places/workspace-pages.ts';
import { takeWish, useWorkspaceWishes, type WorkspaceWish } from '../places/workspace-wishes.ts';

/**
 * Carries out what wants another workspace on screen. Nothing switches by itself while something typed is unsaved or a
 * dialog is open: it is offered then, and a person switches.
 */
export function WorkspaceWishes() {
  const [wish] = useWorkspaceWishes();
  const { workspaces, currentWorkspace } = useAppState();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!wish) return;
    takeWish(wish);
    const workspace = workspaces.find(({ id }) => id === wish.workspaceId);
    if (!workspace) return sayRemoved(wish);
    if (workspace.id === currentWorkspace?.id) {
      if (wish.path !== null) navigate(wish.path);
      return;
    }
    const open = async (): Promise<void> => {
      hideToast(toastOf(workspace));
      const keepClosed = wish.path === null ? undefined : openWith(workspace.id, wish.path);
      try {
        await selectWorkspace(client, workspace.id);
      } catch (error) {
        keepClosed?.();
        throw error;
      }
    };
    if (isInTheMiddle()) return offer(workspace, wish, () => void open().catch(reportProblem));
    open().then(() => wish.signedIn && showToast({ title: wordsFor(workspace, wish) }), reportProblem);
  }, [wish, workspaces, currentWorkspace, client, navigate]);
  return null;
}

/** Whoever asked for it is told why nothing opens. */
function sayRemoved({ title }: WorkspaceWish): void {
  showToast({ tone: 'problem', title: 'The workspace of this was removed', message: title });
}

function offer(workspace: Workspace, wish: WorkspaceWish, onSwitch: () => void): void {
  showToast({
    id: toastOf(workspace),
    title: wordsFor(workspace, wish),
    tone: wish.signedIn === false ? 'problem' : 'done',
    message: <ToastButton label="Switch" busy={false} onClick={onSwitch} />,
    closesAfter: false,
  });
}

function wordsFor({ name }: Workspace, { title, signedIn }: WorkspaceWish): string {
  if (signedIn !== undefined)
    return signedIn ? `Signed in to ${name}` : `The sign-in to ${name} did not work`;
  return title ?? `This is in ${name}`;
}

function toastOf({ id }: Workspace): string {
  return `workspace ${id}`;
}
