import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { LibrarySnapshot } from '../../../shared/library.ts';
import { restoreLibrary } from '../../api/library.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';

/** The newest change of the Library is the one that can be undone. */
const LIBRARY_TOAST = 'library';

/** Long enough to read it, see what happened, and think again. */
const UNDO_MS = 12_000;

let told = 0;

/** Says what was changed in the Library and offers to put it back. */
export function sayLibraryChanged(
  workspace: WorkspaceAccess,
  title: string,
  snapshots: readonly LibrarySnapshot[],
): void {
  told += 1;
  showToast({
    id: LIBRARY_TOAST,
    workspaceId: workspace.id,
    title,
    message: snapshots.length > 0 && <UndoLibrary key={told} workspace={workspace} snapshots={snapshots} />,
    // A toast that takes the place of another begins its time anew only when the time is another one.
    autoClose: UNDO_MS + (told % 2),
  });
}

interface UndoLibraryProps {
  /** Whose Library it is: the toast outlives the page. */
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
