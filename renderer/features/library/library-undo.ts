import type { LibrarySnapshot } from '../../../shared/library.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { CHANGED_TOAST, showToast, showUndoToast } from '../../parts/toast.tsx';

/** Shows what changed in the Library, with Undo if anything did. */
export function showLibraryUndo(
  workspace: WorkspaceAccess,
  title: string,
  snapshots: readonly LibrarySnapshot[],
): void {
  const workspaceId = workspace.id;
  if (snapshots.length === 0) showToast({ id: CHANGED_TOAST, workspaceId, title });
  else
    showUndoToast({
      workspaceId,
      title,
      undo: () => workspace.api.library.restore({ snapshots: [...snapshots] }),
    });
}
