import { modals } from '@mantine/modals';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { LibraryEntryForm } from './library-entry-form.tsx';

const MODAL_ID = 'library-entry';

/** Opens the dialog that adds an entry. */
export function addLibraryEntry(kind: LibraryKind, title: string): void {
  open(title, kind, undefined);
}

/** Opens the dialog that changes an entry. */
export function editLibraryEntry(entry: LibraryEntry): void {
  open(entry.name === '' ? 'Name this ID' : 'Edit entry', entry.kind, entry);
}

function open(title: string, kind: LibraryKind, entry: LibraryEntry | undefined): void {
  modals.open({
    modalId: MODAL_ID,
    title,
    children: <LibraryEntryForm kind={kind} entry={entry} onClose={() => modals.close(MODAL_ID)} />,
  });
}
