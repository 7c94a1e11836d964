import { Button, FileButton, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import classes from './choose-source.module.css';
import { ExpectedColumns } from './expected-columns.tsx';
import { PastImports } from './past-imports.tsx';

interface ChooseSourceProps {
  /** Why the last file could not be opened. */
  readonly refusal: Failure | null;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onPaste: (text: string) => void;
}

/** The start of an import: choose a file or paste rows. */
export function ChooseSource({ refusal, onFiles, onPaste }: ChooseSourceProps) {
  usePastedTable(onPaste);
  return (
    <>
      <ErrorNotice error={refusal && new ApiError(refusal.error, failureWords(refusal.error))} />
      <div className={classes['ways']}>
        <FileBox onFiles={onFiles} />
        <PasteBox onPaste={onPaste} />
      </div>
      <PastImports />
      <ExpectedColumns />
    </>
  );
}

function FileBox({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <section className={classes['drop']} aria-labelledby="import-file">
      <IconFileSpreadsheet size={28} stroke={1.5} className={classes['icon']} aria-hidden />
      <h2 id="import-file" className={classes['title']}>
        Drop an Excel, CSV or TSV file
      </h2>
      <p className={classes['lead']}>You see every row before anybody is called.</p>
      {/* No `accept` filter: an unsupported file gets an error that says what to do. */}
      <FileButton onChange={(file) => file && onFiles([file])}>
        {(props) => <Button {...props}>Choose a file</Button>}
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

/** Opens a table pasted anywhere on the page outside a field. */
function usePastedTable(onPaste: (text: string) => void): void {
  useWindowEvent('paste', ({ target, clipboardData }) => {
    const inField = target instanceof Element && target.closest('input, textarea') !== null;
    const text = clipboardData?.getData('text/plain') ?? '';
    if (!inField && /[\t\n]/.test(text.trim())) onPaste(text);
  });
}
