import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Result } from '../../../../shared/result.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { useLibrary } from '../../../api/library.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { decodeLibraryFile } from './decode-library-file.ts';
import { type LibraryFile, readLibraryFile } from './read-library-file.ts';
import { ReviewMerges } from './review-merges.tsx';

interface LibraryFileDialogProps {
  readonly file: File;
  readonly onClose: () => void;
}

/** The entries of the file to review, or why it cannot be read. */
export function LibraryFileDialog({ file, onClose }: LibraryFileDialogProps) {
  const read = useRead(file);
  const { data: mine, error, refetch } = useLibrary();
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
  return <ReviewMerges fileName={file.name} file={read.value} mine={mine} onClose={onClose} />;
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
