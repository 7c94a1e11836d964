import { toApiError } from '../../api/api-error.ts';
import { CHANGED_TOAST } from '../toast/changed-toast.ts';
import { showToast } from '../toast/show-toast.tsx';
import { forgetChange, latestChange } from './undo-stack.ts';

/** Undoes follow each other: the next key press undoes the change before. */
let undone: Promise<void> = Promise.resolve();

/** Undoes the latest change in this workspace, and says what it was or why it can't be undone. */
export function undoLatest(workspaceId: string): Promise<void> {
  undone = undone.then(() => undoOne(workspaceId));
  return undone;
}

async function undoOne(workspaceId: string): Promise<void> {
  const toast = { id: CHANGED_TOAST, workspaceId };
  const change = latestChange(workspaceId);
  if (!change) {
    showToast({ ...toast, title: 'Nothing to undo' });
    return;
  }
  // Whatever happens: a second press must not try the same again.
  forgetChange(change);
  try {
    const left = await change.undo();
    showToast({
      ...toast,
      title: `Undid: ${change.what}`,
      message: typeof left === 'string' ? left : undefined,
    });
  } catch (error) {
    const { message, nextStep } = toApiError(error);
    showToast({
      ...toast,
      tone: 'problem',
      title: `Couldn't undo: ${change.what}`,
      message: [message, nextStep].filter((words) => words !== undefined).join(' '),
    });
  }
}
