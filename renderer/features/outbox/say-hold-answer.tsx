import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { undoSendHeld } from '../../api/outbox.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { Countdown } from '../../parts/time/countdown.tsx';
import { isToastShown, showToast } from '../../parts/toast/show-toast.tsx';

/** The one toast about the answer that was given last. */
const ANSWER_TOAST = 'hold-answer';

/** With less time left to undo than this nobody could press the button, ms. */
const SHORTEST_WINDOW_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that these go out and, until they do, offers to take that back. */
export function saySentNow(workspace: WorkspaceAccess, ids: readonly string[], sendAfter: number): void {
  const left = sendAfter - Date.now();
  clearTimeout(timer);
  if (left < SHORTEST_WINDOW_MS) {
    sayQueued(workspace, ids.length);
    return;
  }
  showToast({
    id: ANSWER_TOAST,
    workspaceId: workspace.id,
    title: (
      <>
        {countOf(ids.length, 'submission')} {ids.length === 1 ? 'goes' : 'go'} out in{' '}
        <Countdown until={sendAfter} from={Math.round(left / 1000)} />
      </>
    ),
    message: <UndoSendButton workspace={workspace} ids={ids} />,
    autoClose: false,
  });
  timer = setTimeout(() => isToastShown(ANSWER_TOAST) && sayQueued(workspace, ids.length), left);
}

/** Says that so many wait until their hours begin. */
export function sayKept(workspace: WorkspaceAccess, count: number): void {
  clearTimeout(timer);
  const title = `${countOf(count, 'submission')} ${count === 1 ? 'keeps' : 'keep'} waiting for calling hours`;
  showToast({ id: ANSWER_TOAST, workspaceId: workspace.id, title });
}

function sayQueued(workspace: WorkspaceAccess, count: number): void {
  showToast({
    id: ANSWER_TOAST,
    workspaceId: workspace.id,
    title: `${countOf(count, 'submission')} ${count === 1 ? 'is' : 'are'} in the queue`,
  });
}

interface UndoSendButtonProps {
  /** Whose submissions they are: the toast outlives the page. */
  readonly workspace: WorkspaceAccess;
  readonly ids: readonly string[];
}

function UndoSendButton({ workspace, ids }: UndoSendButtonProps) {
  const undo = useMutation({
    mutationFn: () => undoSendHeld(workspace, ids),
    onSuccess: (undone) => {
      clearTimeout(timer);
      const gone = ids.length - undone;
      showToast({
        id: ANSWER_TOAST,
        workspaceId: workspace.id,
        tone: gone > 0 ? 'problem' : 'done',
        title: `${countOf(undone, 'submission')} ${undone === 1 ? 'keeps' : 'keep'} waiting`,
        ...(gone > 0 && { message: `${countOf(gone, 'other')} had gone out already.` }),
      });
    },
    onError: (error) => {
      clearTimeout(timer);
      showToast({
        id: ANSWER_TOAST,
        workspaceId: workspace.id,
        tone: 'problem',
        title: 'This was not taken back',
        message: toApiError(error).message,
      });
    },
  });
  return (
    <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}
