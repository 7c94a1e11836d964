import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCurrentWorkspace } from '../../../api/app-state.tsx';
import { openLibraryFile } from './open-library-file.tsx';

/** Lets the user choose a Library file, and opens a preview of its changes. */
export function ImportLibraryButton() {
  const workspace = useCurrentWorkspace();
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => {
    // Without a reset, choosing the same file again would not fire `change`.
    reset.current?.();
    if (file) openLibraryFile(workspace, file);
  };
  return (
    <FileButton
      resetRef={reset}
      accept=".json,.csv,application/json,text/csv"
      onChange={take}
      inputProps={{ 'aria-label': 'Library file' }}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={15} aria-hidden />}>
          Import from a file
        </Button>
      )}
    </FileButton>
  );
}
