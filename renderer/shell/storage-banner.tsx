import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StorageNotice } from '../../shared/storage-notice.ts';
import { storageWords } from '../../shared/words/storage-words.ts';
import { useAppState } from '../api/app-state.tsx';
import { Notice } from '../parts/notice/notice.tsx';

/** These end when their cause ends: until then, nobody may miss that nothing is stored. */
const LASTING: ReadonlySet<StorageNotice['code']> = new Set(['folder_lost', 'folder_taken', 'not_writable']);

/** What became of the files in the data folder. */
export function StorageBanner() {
  const { storageNotice } = useAppState();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (!storageNotice) return null;
  const words = storageWords(storageNotice);
  if (LASTING.has(storageNotice.code)) {
    return (
      <Notice tone="problem" role="alert" title="Nothing can be stored right now">
        {words}
      </Notice>
    );
  }
  if (dismissed === words) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <Button size="xs" variant="default" onClick={() => setDismissed(words)}>
          Got it
        </Button>
      }
    >
      {words}
    </Notice>
  );
}
