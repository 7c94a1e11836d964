import { modals } from '@mantine/modals';
import { LibraryFileDialog } from './library-file-dialog.tsx';

const MODAL_ID = 'library-file';

/** Opens the dialog that shows what a file would change. */
export function openLibraryFile(file: File): void {
  modals.open({
    modalId: MODAL_ID,
    title: 'Import into the Library',
    size: 'xl',
    children: <LibraryFileDialog file={file} onClose={() => modals.close(MODAL_ID)} />,
  });
}
