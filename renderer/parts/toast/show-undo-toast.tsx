import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { hideToast, showToast } from './show-toast.tsx';

const UNDO_MS = 10_000;

/** Shared ID, so that only the latest change can be undone. */
const CHANGED_TOAST = 'changed';

interface UndoToast {
  /** Its name is shown while another workspace is on screen. */
  readonly workspaceId: string;
  readonly title: string;
  readonly undo: () => Promise<unknown>;
}

let shown = 0;

/** Shows a toast about a change, with an Undo button. */
export function showUndoToast({ workspaceId, title, undo }: UndoToast): void {
  shown += 1;
  showToast({
    id: CHANGED_TOAST,
    workspaceId,
    title,
    // The key remounts the button, because the one it replaces may still be busy.
    message: <UndoButton key={shown} workspaceId={workspaceId} title={title} undo={undo} />,
    autoClose: UNDO_MS,
  });
}

function UndoButton({ workspaceId, title, undo }: UndoToast) {
  const run = useMutation({
    mutationFn: undo,
    onSuccess: () => hideToast(CHANGED_TOAST),
    onError: (error) =>
      showToast({
        id: CHANGED_TOAST,
        workspaceId,
        tone: 'problem',
        title: `Couldn't undo: ${title}`,
        message: toApiError(error).message,
      }),
  });
  return (
    <Button size="compact-sm" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
      Undo
    </Button>
  );
}
