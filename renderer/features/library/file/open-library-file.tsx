import { modals } from '@mantine/modals';
import type { Workspace } from '../../../../shared/workspace.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { WorkspaceDialog } from '../../../parts/workspace/workspace-dialog.tsx';
import { LibraryFileDialog } from './library-file-dialog.tsx';

const MODAL_ID = 'library-file';

/** Opens the dialog that previews the changes of a file. */
export function openLibraryFile(workspace: Workspace, file: File): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Import into the Library',
    size: 'xl',
    children: (
      <WorkspaceDialog workspace={workspace}>
        <LibraryFileDialog file={file} onClose={() => modals.close(MODAL_ID)} />
      </WorkspaceDialog>
    ),
  });
}
