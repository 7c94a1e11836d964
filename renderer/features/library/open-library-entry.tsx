import { modals } from '@mantine/modals';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { LibraryEntryForm } from './library-entry-form.tsx';

interface LibraryEntryDialog {
  readonly kind: LibraryKind;
  readonly title: string;
  /** The entry to change; a new one without it. */
  readonly entry?: LibraryEntry;
}

const MODAL_ID = 'library-entry';

/** Opens the dialog that adds or changes an entry. */
export function openLibraryEntry({ kind, title, entry }: LibraryEntryDialog): void {
  modals.open({
    modalId: MODAL_ID,
    title,
    children: <LibraryEntryForm kind={kind} entry={entry} onClose={() => modals.close(MODAL_ID)} />,
  });
}
