import { Button, Loader } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Failure, fail } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { useStore } from '../../store.ts';
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
      {reading && <Reading session={session} name={reading.name} />}
      {choosing && (
        <ChooseSource
          refusal={refusal}
          onFiles={takeFiles}
          onPaste={(text) => {
            setRefusal(null);
            void session.open({ type: 'open_text', name: PASTED, text }).then(setRefusal);
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
  return session.open({ type: 'open_file', name: file.name, file });
}

/** Fewer rows are read before anybody could see how many they are. */
const SHOWN_FROM = 5000;

function Reading({ session, name }: { session: ImportSession; name: string }) {
  const rows = useStore(session.readSoFar);
  return (
    <EmptyState icon={<IconFileSpreadsheet size={22} stroke={1.5} aria-hidden />} title={`Reading ${name}`}>
      {rows < SHOWN_FROM ? (
        <Loader size="sm" type="dots" aria-hidden />
      ) : (
        <output>{countOf(rows, 'row')} so far</output>
      )}
      <Button size="xs" variant="default" onClick={session.close}>
        Cancel
      </Button>
    </EmptyState>
  );
}
