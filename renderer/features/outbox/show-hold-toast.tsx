import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { undoSendHeld } from '../../api/outbox.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { Countdown } from '../../parts/time/countdown.tsx';
import { isToastShown, showToast } from '../../parts/toast/show-toast.tsx';

/** All toasts about the hold question share this id: only the latest is shown. */
const HOLD_TOAST = 'hold-answer';

/** With less time left than this, nobody could press Undo, ms. */
const SHORTEST_UNDO_MS = 500;

/** How long the toast stays that says that they are in the queue, ms. */
const QUEUED_MS = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a countdown until these submissions are sent, with Undo. */
export function showSentNowToast(
  workspace: WorkspaceAccess,
  ids: readonly string[],
  sendAfter: number,
): void {
  const left = sendAfter - Date.now();
  clearTimeout(timer);
  if (left < SHORTEST_UNDO_MS) {
    showQueuedToast(workspace, ids.length);
    return;
  }
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    tone: 'busy',
    title: (
      <>
        {countOf(ids.length, 'submission')} {ids.length === 1 ? 'goes' : 'go'} out in{' '}
        <Countdown until={sendAfter} from={Math.round(left / 1000)} />
      </>
    ),
    message: <UndoSendButton workspace={workspace} ids={ids} />,
    autoClose: false,
  });
  timer = setTimeout(() => isToastShown(HOLD_TOAST) && showQueuedToast(workspace, ids.length), left);
}

/** Confirms that these submissions wait until their calling hours begin. */
export function showKeptToast(workspace: WorkspaceAccess, count: number): void {
  replaceToast(
    workspace,
    `${countOf(count, 'submission')} ${count === 1 ? 'keeps' : 'keep'} waiting for calling hours`,
  );
}

function showQueuedToast(workspace: WorkspaceAccess, count: number): void {
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    // Not done yet: the service may still refuse them.
    tone: 'busy',
    autoClose: QUEUED_MS,
    title: `${countOf(count, 'submission')} ${count === 1 ? 'is' : 'are'} in the queue`,
  });
}

/** Ends the countdown; a message means that something went wrong. */
function replaceToast(workspace: WorkspaceAccess, title: ReactNode, message?: string): void {
  clearTimeout(timer);
  showToast({
    id: HOLD_TOAST,
    workspaceId: workspace.id,
    title,
    ...(message !== undefined && { tone: 'problem', message }),
  });
}

interface UndoSendButtonProps {
  /** The workspace of these submissions, not the current one: the toast outlives the page. */
  readonly workspace: WorkspaceAccess;
  readonly ids: readonly string[];
}

function UndoSendButton({ workspace, ids }: UndoSendButtonProps) {
  const undo = useMutation({
    mutationFn: () => undoSendHeld(workspace, ids),
    onSuccess: (undone) => {
      const sent = ids.length - undone;
      const title = `${countOf(undone, 'submission')} ${undone === 1 ? 'keeps' : 'keep'} waiting`;
      const tooLate = `${countOf(sent, 'other')} had already been sent.`;
      replaceToast(workspace, title, sent > 0 ? tooLate : undefined);
    },
    onError: (error) => replaceToast(workspace, "Couldn't undo", toApiError(error).message),
  });
  return (
    <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}
