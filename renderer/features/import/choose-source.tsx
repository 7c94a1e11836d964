import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import type { Failure, Result } from '../../../shared/result.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import classes from './choose-source.module.css';
import { ExpectedColumns } from './expected-columns.tsx';
import { type ImportSource, sourceFromText } from './import-source.ts';
import { readFile } from './read-file.ts';
import { useFileDrop } from './use-file-drop.ts';

interface ChooseSourceProps {
  readonly onSource: (source: ImportSource) => void;
}

/** Where the rows come from: a file, or the clipboard. */
export function ChooseSource({ onSource }: ChooseSourceProps) {
  const [refusal, setRefusal] = useState<Failure['error'] | null>(null);
  const take = (result: Result<ImportSource>) => {
    if (result.ok) return onSource(result.value);
    setRefusal(result.error);
  };
  const takeFiles = (files: readonly File[]) => {
    setRefusal(null);
    void readFile(files).then(take);
  };
  const over = useFileDrop(takeFiles);
  return (
    <>
      {refusal && (
        <Notice tone="problem" role="alert" title={refusal.message}>
          {refusal.nextStep}
        </Notice>
      )}
      <div className={classes['ways']}>
        <FileBox over={over} onFiles={takeFiles} />
        <PasteBox onPaste={(text) => take(sourceFromText('Pasted rows', text, null))} />
      </div>
      <ExpectedColumns />
    </>
  );
}

function FileBox({ over, onFiles }: { over: boolean; onFiles: (files: readonly File[]) => void }) {
  return (
    <section className={classes['drop']} data-over={over || undefined} aria-labelledby="import-file">
      <IconFileSpreadsheet size={28} stroke={1.5} className={classes['icon']} aria-hidden />
      <h2 id="import-file" className={classes['title']}>
        {over ? 'Drop it here' : 'Drop a CSV or TSV file'}
      </h2>
      <p className={classes['lead']}>You see every row before anybody is called.</p>
      {/* Everything is offered: what cannot be read is told, with what to do. */}
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
