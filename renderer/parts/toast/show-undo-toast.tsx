import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { hideToast, showToast } from './show-toast.tsx';

/** How long a change can be taken back from its toast, ms. */
const UNDO_MS = 10_000;

/** The one toast about what was changed last: the newest takes the place of the one before. */
const CHANGED_TOAST = 'changed';

interface UndoToast {
  /** Whose change it was: named where another workspace is on screen. */
  readonly workspaceId: string;
  readonly title: string;
  /** Puts everything back. */
  readonly undo: () => Promise<unknown>;
}

let shown = 0;

/** Says what was done and offers to take it back. */
export function showUndoToast({ workspaceId, title, undo }: UndoToast): void {
  shown += 1;
  showToast({
    id: CHANGED_TOAST,
    workspaceId,
    title,
    // A button of its own each time: another one may still be busy.
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
        title: `Not undone: ${title}`,
        message: toApiError(error).message,
      }),
  });
  return (
    <Button size="compact-sm" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
      Undo
    </Button>
  );
}
