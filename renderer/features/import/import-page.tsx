import { Button, FileButton, Group, Loader, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { api } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { showSavedFile } from '../../parts/export.tsx';
import { countOf, shortId } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { useJobNames } from '../../parts/matching.ts';
import { Notice } from '../../parts/notice.tsx';
import { EmptyState, Page } from '../../parts/page.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import { useStore } from '../../store.ts';
import { fieldNoun } from './cell-questions.tsx';
import classes from './import-page.module.css';
import type { ImportSession } from './import-session.ts';
import { isOver, type OpenImport } from './import-state.ts';
import { fieldsAsked } from './match-headers.ts';
import { PastImports, QueueOutcome } from './queue-outcome.tsx';
import { Review, useImport } from './review.tsx';

/** Imports a spreadsheet: choose it, review every row, queue those that are ready. */
export function ImportPage() {
  const { session, state } = useImport();
  const { open, reading, refusal } = state;
  const over = useMemo(() => open !== null && isOver(open), [open]);
  const choosing = over || (!open && !reading);
  const job = useJobInAddress();
  const jobName = useJobNames();
  const chosen = open?.mapping.jobDescriptionId;
  const shownJob = choosing ? job : chosen?.from === 'constant' ? chosen.value : null;
  useEffect(() => (choosing ? session.prepareReader() : undefined), [session, choosing]);
  return (
    <Page
      title="Import"
      aside={shownJob && <Dim>for {jobName(shownJob) ?? shortId(shownJob)}</Dim>}
      layout={open && !over ? 'fill' : 'flow'}
    >
      {refusal && <Refusal refusal={refusal} onClose={() => session.setRefusal(null)} />}
      {open && over && <Ended open={open} session={session} />}
      {open && !over && <Review key={`${open.id} ${open.source.sheet}`} open={open} session={session} />}
      {reading && <Reading session={session} name={reading.name} />}
      {choosing && <ChooseSource onTake={(content) => session.take(content, job)} again={over} />}
    </Page>
  );
}

/** The result of a file whose rows are all in the queue, above the choice of the next one. */
function Ended({ open, session }: { open: OpenImport; session: ImportSession }) {
  const show = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that queued the last rows is gone.
    if (document.activeElement === document.body) show.current?.focus();
  }, []);
  return <QueueOutcome open={open} left={0} showButton={show} onUndo={session.undo} />;
}

function Refusal({ refusal, onClose }: { refusal: Failure; onClose: () => void }) {
  const { message, nextStep } = failureWords(refusal.error);
  const close = (
    <Button variant="default" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Notice tone="problem" role="alert" title={message} actions={close}>
      {nextStep}
    </Notice>
  );
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
      <Button variant="default" onClick={session.close}>
        Cancel
      </Button>
    </EmptyState>
  );
}

interface ChooseSourceProps {
  readonly onTake: (content: readonly File[] | string) => void;
  /** The result of another file stands above. */
  readonly again: boolean;
}

/** The start of an import: choose a file or paste rows. */
function ChooseSource({ onTake, again }: ChooseSourceProps) {
  return (
    <>
      <div className={classes['ways']}>
        <FileBox onFiles={onTake} variant={again ? 'default' : 'filled'} />
        <PasteBox onPaste={onTake} />
      </div>
      <ExpectedColumns />
      <PastImports />
    </>
  );
}

interface FileBoxProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly variant: 'default' | 'filled';
}

function FileBox({ onFiles, variant }: FileBoxProps) {
  return (
    <section className={classes['drop']} aria-labelledby="import-file">
      <IconFileSpreadsheet size={28} stroke={1.5} className={classes['icon']} aria-hidden />
      <h2 id="import-file" className={classes['title']}>
        Drop an Excel, CSV or TSV file
      </h2>
      <Dim component="p" fz="sm" mb={12}>
        You see every row before anybody is called.
      </Dim>
      {/* No `accept` filter: an unsupported file gets an error that says what to do. */}
      <FileButton onChange={(file) => file && onFiles([file])}>
        {(props) => (
          <Button variant={variant} {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </section>
  );
}

function PasteBox({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className={classes['paste']}
      onSubmit={(event) => {
        event.preventDefault();
        onPaste(text);
      }}
    >
      <Textarea
        label="Or paste from a spreadsheet"
        description="Copy the cells, with the column names on top."
        rows={5}
        spellCheck={false}
        dir="auto"
        classNames={{ input: classes['pasted'] ?? '' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''} className={classes['go']}>
        Review pasted rows
      </Button>
    </form>
  );
}

/** Names the columns that an import reads. */
function ExpectedColumns() {
  const noticeAsked = useQuery(useWorkspace().queries.rules.get()).data?.notice.asked ?? false;
  const columns = new Intl.ListFormat('en-GB').format(fieldsAsked(noticeAsked).map(fieldNoun));
  return (
    <Group gap="8px 16px" justify="space-between">
      <Dim fz="sm" maw={760}>
        Columns: {columns}, in any order and by their usual names in 25 languages. Others can become notes and
        tags.
      </Dim>
      <SampleButton noticeAsked={noticeAsked} />
    </Group>
  );
}

function SampleButton({ noticeAsked }: { noticeAsked: boolean }) {
  const save = useMutation({ mutationFn: api.imports.saveSample, meta: SHOW_ERROR_IN_SHELL });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { withNotice: noticeAsked },
          {
            onSuccess: ({ path }) => {
              if (path !== null) showSavedFile({ title: 'Sample file saved', path });
            },
          },
        )
      }
    >
      Save a sample file
    </Button>
  );
}
