import { Button, FileButton, Group, Skeleton, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { openDialog } from '../../parts/dialog.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { decodeLibraryFile, type LibraryFile, readLibraryFile } from './read-library-file.ts';
import { ReviewLibraryFile } from './review-library-file.tsx';

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
        <Button {...props} variant="default" leftSection={<IconUpload size={15} aria-hidden />}>
          Import from a file
        </Button>
      )}
    </FileButton>
  );
}

/** Opens the dialog that previews the changes of a file. */
function openLibraryFile(workspace: Workspace, file: File): void {
  openDialog({
    modalId: 'library-file',
    title: 'Import into the Library',
    size: 'xl',
    workspace,
    content: (close) => <LibraryFileDialog file={file} onClose={close} />,
  });
}

/** The entries of the file to review, or why it cannot be read. */
function LibraryFileDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const read = useRead(file);
  const { data: mine, error, refetch } = useQuery(useWorkspace().queries.library.list());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!read || !mine) return <Skeleton height={220} radius="md" />;
  if (!read.ok) {
    const { message, nextStep } = failureWords(read.error);
    return (
      <Stack gap="md">
        <Notice tone="problem" role="alert" title={`${file.name}: ${message}`}>
          {nextStep && <p>{nextStep}</p>}
        </Notice>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  return <ReviewLibraryFile fileName={file.name} file={read.value} mine={mine} onClose={onClose} />;
}

function useRead(file: File): Result<LibraryFile> | undefined {
  const [read, setRead] = useState<Result<LibraryFile>>();
  useEffect(() => {
    let stale = false;
    void decodeLibraryFile(file).then((text) => {
      if (!stale) setRead(text.ok ? readLibraryFile(text.value) : text);
    });
    return () => {
      stale = true;
    };
  }, [file]);
  return read;
}
