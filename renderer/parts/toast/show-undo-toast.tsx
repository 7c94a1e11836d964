import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { forgetChange, rememberChange, type UndoableChange } from '../undo/undo-stack.ts';
import { CHANGED_TOAST } from './changed-toast.ts';
import { hideToast, showToast } from './show-toast.tsx';

const UNDO_MS = 10_000;

interface UndoToast {
  /** Its name is shown while another workspace is on screen. */
  readonly workspaceId: string;
  readonly title: string;
  /** What was changed, if the title isn't a name for it: `Verdict of Ada Lovelace`. */
  readonly what?: string;
  readonly undo: () => Promise<unknown>;
}

let shown = 0;

/** Shows a toast about a change, with an Undo button for the latest; Ctrl+Z or Cmd+Z undoes earlier ones, too. */
export function showUndoToast({ workspaceId, title, what = title, undo }: UndoToast): void {
  const change = { workspaceId, what, undo };
  rememberChange(change);
  shown += 1;
  showToast({
    id: CHANGED_TOAST,
    workspaceId,
    title,
    // The key remounts the button, because the one it replaces may still be busy.
    message: <UndoButton key={shown} title={title} change={change} />,
    autoClose: UNDO_MS,
  });
}

function UndoButton({ title, change }: { readonly title: string; readonly change: UndoableChange }) {
  const { workspaceId, undo } = change;
  const run = useMutation({
    mutationFn: () => {
      forgetChange(change);
      return undo();
    },
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
