import { Button, NativeSelect } from '@mantine/core';
import { IconArrowBackUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { countOf } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { useActions } from '../../parts/shortcuts.ts';
import { ClippedText } from '../../parts/text.tsx';
import type { FileDecoding } from './decode-text.ts';
import { leaveEdits } from './import-session.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';
import { candidateRows } from './source-rows.ts';
import {
  ENCODING_GROUPS,
  encodingGroup,
  encodingName,
  TEXT_ENCODINGS,
  type TextEncoding,
} from './text-encodings.ts';

interface SourceBarProps {
  readonly open: OpenImport;
  readonly columnsShown: boolean;
  readonly onShowColumns: (shown: boolean) => void;
  readonly onSheet: (sheet: number) => void;
  readonly onEncoding: (encoding: TextEncoding) => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** The file under review, with its sheet, encoding, Undo and Start over. */
export function SourceBar(props: SourceBarProps) {
  const { open, columnsShown, onShowColumns, onEncoding, onUndo, onClose } = props;
  const { source, undo, run } = open;
  const last = undo.at(-1);
  const startOver = () => leaveEdits(open, 'Start over', onClose);
  useActions(
    run === null
      ? [
          {
            id: 'import.start-over',
            name: 'Start over',
            group: 'This import',
            keywords: 'close file another',
            run: startOver,
          },
          ...(last
            ? [{ id: 'import.undo', name: `Undo: ${last.step}`, group: 'This import', run: onUndo }]
            : []),
        ]
      : [],
  );
  return (
    <div className={classes['sourceBar']}>
      <IconFileSpreadsheet size={18} stroke={1.5} className={classes['icon']} aria-hidden />
      <div className={classes['name']}>
        <ClippedText strong>{source.name}</ClippedText>
      </div>
      <Dim flex="none">{countOf(candidateRows(source).length, 'row')}</Dim>
      {source.sheets.length > 1 && <SheetSelect {...props} />}
      {source.decoding && (
        <EncodingSelect decoding={source.decoding} disabled={run !== null} onChoose={onEncoding} />
      )}
      <div className={classes['first']} />
      {last && run === null && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          title={`Undo: ${last.step} (Ctrl+Z)`}
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
      <Button size="xs" variant="default" disabled={run !== null} onClick={startOver}>
        Start over
      </Button>
    </div>
  );
}

function SheetSelect({ open, onSheet }: Pick<SourceBarProps, 'open' | 'onSheet'>) {
  const { source, run } = open;
  return (
    <NativeSelect
      size="xs"
      aria-label="Sheet"
      className={classes['sheet']}
      disabled={run !== null}
      value={source.sheet}
      onChange={(event) => {
        const sheet = Number(event.currentTarget.value);
        leaveEdits(open, 'Switch sheets', () => onSheet(sheet));
      }}
    >
      {source.sheets.map((name, at) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

interface EncodingSelectProps {
  readonly decoding: FileDecoding;
  readonly disabled: boolean;
  readonly onChoose: (encoding: TextEncoding) => void;
}

/** Selects the file's text encoding; likely ones come first, with sample names. */
function EncodingSelect({ decoding, disabled, onChoose }: EncodingSelectProps) {
  const { encoding, mixed, candidates } = decoding;
  const likely = new Set(candidates.map((each) => each.encoding));
  const others = ENCODING_GROUPS.map((group) => ({
    group,
    encodings: TEXT_ENCODINGS.filter((each) => encodingGroup(each) === group && !likely.has(each)),
  })).filter(({ encodings }) => encodings.length > 0);
  return (
    <NativeSelect
      size="xs"
      aria-label="Text encoding"
      title={mixed ? `${encodingName(encoding)}; some lines are UTF-8` : encodingName(encoding)}
      className={classes['encoding']}
      disabled={disabled}
      value={encoding}
      onChange={(event) => {
        const chosen = TEXT_ENCODINGS.find((each) => each === event.currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {candidates.length > 0 && (
        <optgroup label="Likely">
          {candidates.map(({ encoding: likelyOne, sample }) => (
            <option key={likelyOne} value={likelyOne}>
              {sample === '' ? encodingName(likelyOne) : `${encodingName(likelyOne)}: ${sample}`}
            </option>
          ))}
        </optgroup>
      )}
      {others.map(({ group, encodings }) => (
        <optgroup key={group} label={group}>
          {encodings.map((other) => (
            <option key={other} value={other}>
              {encodingName(other)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
