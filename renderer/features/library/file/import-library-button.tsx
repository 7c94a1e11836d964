import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCurrentWorkspace } from '../../../api/app-state.tsx';
import { openLibraryFile } from './open-library-file.tsx';

/** Chooses a Library file and shows what it would change; nothing is changed before that is agreed to. */
export function ImportLibraryButton() {
  const workspace = useCurrentWorkspace();
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => {
    // The same file once more is a choice, too.
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
