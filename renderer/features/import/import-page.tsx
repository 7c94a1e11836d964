import { Button, Loader } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Failure, fail } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { ChooseSource } from './choose-source.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import type { ImportSession } from './import-session.ts';
import { checkSize } from './reading/decode-text.ts';
import { Review } from './review.tsx';
import { leaveEdits } from './source-bar.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useImport } from './use-review.ts';

/** Imports a spreadsheet: choose it, review every row, queue those that are ready. */
export function ImportPage() {
  const { session, state } = useImport();
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const { open, reading } = state;
  const takeFiles = (files: readonly File[]) => {
    const take = () => void openFiles(session, files).then(setRefusal);
    setRefusal(null);
    if (open?.run) return;
    if (open) leaveEdits(open, 'Open the other file', take);
    else take();
  };
  const over = useFileDrop(takeFiles);
  const choosing = !open && !reading;
  useEffect(() => void session.restore(), [session]);
  useEffect(() => (choosing ? session.prepareReader() : undefined), [session, choosing]);
  return (
    <Page title="Import" layout={open ? 'fill' : 'flow'}>
      {over && <DropOverlay busy={open?.run != null} />}
      {open && refusal && (
        <Notice
          tone="problem"
          role="alert"
          title={failureWords(refusal.error).message}
          actions={
            <Button size="xs" variant="default" onClick={() => setRefusal(null)}>
              Close
            </Button>
          }
        >
          {failureWords(refusal.error).nextStep}
        </Notice>
      )}
      {open && <Review key={`${open.id} ${open.source.sheet}`} open={open} session={session} />}
      {reading && <Reading name={reading.name} onCancel={session.close} />}
      {choosing && (
        <ChooseSource
          refusal={refusal}
          onFiles={takeFiles}
          onPaste={(text) => {
            setRefusal(null);
            const input = async () => ({ type: 'open_text', name: PASTED, text }) as const;
            void session.open(PASTED, input).then(setRefusal);
          }}
        />
      )}
    </Page>
  );
}

const PASTED = 'Pasted rows';

/** Errors: `several_files`, and those of opening a file. */
async function openFiles(session: ImportSession, files: readonly File[]): Promise<Failure | null> {
  const [file, another] = files;
  if (!file || another) {
    return fail('several_files');
  }
  const size = checkSize(file.size);
  if (!size.ok) return size;
  return session.open(file.name, async () => ({
    type: 'open_bytes',
    name: file.name,
    bytes: new Uint8Array(await readable(file)),
  }));
}

async function readable(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new Error("Couldn't read this file. Check that it still exists and that you may open it.", {
      cause,
    });
  }
}

function Reading({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <EmptyState icon={<IconFileSpreadsheet size={22} stroke={1.5} aria-hidden />} title={`Reading ${name}`}>
      <Loader size="sm" type="dots" aria-hidden />
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </EmptyState>
  );
}
