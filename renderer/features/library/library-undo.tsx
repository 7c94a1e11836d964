import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { LibrarySnapshot } from '../../../shared/library.ts';
import { restoreLibrary } from '../../api/library.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';

/** One toast for all changes: only the latest can be undone. */
const LIBRARY_TOAST = 'library';

/** Long enough to read the toast and change one's mind. */
const UNDO_MS = 12_000;

let shown = 0;

/** Shows what changed in the Library, with Undo. */
export function showLibraryUndo(
  workspace: WorkspaceAccess,
  title: string,
  snapshots: readonly LibrarySnapshot[],
): void {
  shown += 1;
  showToast({
    id: LIBRARY_TOAST,
    workspaceId: workspace.id,
    title,
    message: snapshots.length > 0 && <UndoLibrary key={shown} workspace={workspace} snapshots={snapshots} />,
    // A toast that replaces another only restarts its timer if the duration differs.
    autoClose: UNDO_MS + (shown % 2),
  });
}

interface UndoLibraryProps {
  /** Passed in, because the toast outlives the page. */
  readonly workspace: WorkspaceAccess;
  readonly snapshots: readonly LibrarySnapshot[];
}

function UndoLibrary({ workspace, snapshots }: UndoLibraryProps) {
  const undo = useMutation({
    mutationFn: () => restoreLibrary(workspace, snapshots),
    onSuccess: () => hideToast(LIBRARY_TOAST),
  });
  return (
    <>
      <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        Undo
      </Button>
      <ErrorNotice error={undo.error} />
    </>
  );
}
