import { modals } from '@mantine/modals';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { openDialog } from '../../parts/dialog/open-dialog.ts';
import { WorkspaceDialog } from '../../parts/workspace/workspace-dialog.tsx';
import { LibraryEntryForm } from './library-entry-form.tsx';

const MODAL_ID = 'library-entry';

/** Opens the dialog that adds an entry. */
export function addLibraryEntry(workspace: Workspace, kind: LibraryKind, title: string): void {
  open(workspace, title, kind, undefined);
}

/** Opens the dialog that changes an entry. */
export function editLibraryEntry(workspace: Workspace, entry: LibraryEntry): void {
  open(workspace, entry.name === '' ? UNNAMED[entry.kind] : 'Edit entry', entry.kind, entry);
}

const UNNAMED: Readonly<Record<LibraryKind, string>> = {
  job_description: 'Name this ID',
  questionnaire: 'Name or describe this questionnaire',
};

function open(workspace: Workspace, title: string, kind: LibraryKind, entry: LibraryEntry | undefined): void {
  const typed = {};
  openDialog({
    modalId: MODAL_ID,
    title,
    children: (
      <WorkspaceDialog workspace={workspace}>
        <LibraryEntryForm kind={kind} entry={entry} typed={typed} onClose={() => modals.close(MODAL_ID)} />
      </WorkspaceDialog>
    ),
  });
}
