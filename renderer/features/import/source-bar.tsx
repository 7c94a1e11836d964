import { Button, NativeSelect } from '@mantine/core';
import { IconArrowBackUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { EncodingSelect } from './encoding-select.tsx';
import { hasEdits, type OpenImport } from './import-state.ts';
import { candidateRows } from './reading/source-rows.ts';
import type { TextEncoding } from './reading/text-encodings.ts';
import classes from './review.module.css';

interface SourceBarProps {
  readonly open: OpenImport;
  readonly columnsShown: boolean;
  readonly onShowColumns: (shown: boolean) => void;
  readonly onSheet: (sheet: number) => void;
  readonly onEncoding: (encoding: TextEncoding) => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What is under review, and the ways to read it otherwise or to leave it. */
export function SourceBar({
  open,
  columnsShown,
  onShowColumns,
  onSheet,
  onEncoding,
  onUndo,
  onClose,
}: SourceBarProps) {
  const { source, undo, run } = open;
  const last = undo.at(-1);
  return (
    <div className={classes['sourceBar']}>
      <IconFileSpreadsheet size={18} stroke={1.5} className={classes['icon']} aria-hidden />
      <div className={classes['name']}>
        <ClippedText strong>{source.name}</ClippedText>
      </div>
      <span className={classes['about']}>{countOf(candidateRows(source).length, 'row')}</span>
      {source.sheets.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Sheet"
          className={classes['sheet']}
          disabled={run !== null}
          value={source.sheet}
          onChange={(event) => {
            const sheet = Number(event.currentTarget.value);
            leaveEdits(open, 'Read the other sheet', () => onSheet(sheet));
          }}
        >
          {source.sheets.map((name, at) => (
            <option key={name} value={at}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {source.letters && (
        <EncodingSelect letters={source.letters} disabled={run !== null} onChoose={onEncoding} />
      )}
      <div className={classes['first']} />
      {last && run === null && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          title={`Undo: ${last.what} (Ctrl+Z)`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-expanded={columnsShown}
        onClick={() => onShowColumns(!columnsShown)}
      >
        Columns
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={run !== null}
        onClick={() => leaveEdits(open, 'Start over', onClose)}
      >
        Start over
      </Button>
    </div>
  );
}

/** Asks before corrections are lost, where there are any. */
export function leaveEdits(open: OpenImport, confirm: string, leave: () => void): void {
  if (!hasEdits(open)) {
    leave();
    return;
  }
  askToConfirm({
    title: `${confirm}?`,
    body: 'The corrections you made here will be gone. What is in the queue stays there.',
    confirm,
    run: async () => leave(),
  });
}
