import { Button, NativeSelect } from '@mantine/core';
import { IconArrowBackUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { useActions } from '../../parts/shortcuts.ts';
import { ClippedText } from '../../parts/text.tsx';
import { leaveEdits } from './import-session.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';

interface SourceBarProps {
  readonly open: OpenImport;
  readonly columnsShown: boolean;
  readonly onShowColumns: (shown: boolean) => void;
  readonly onSheet: (sheet: number) => void;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** The file under review, with its sheet, Undo and Start over. */
export function SourceBar(props: SourceBarProps) {
  const { open, columnsShown, onShowColumns, onUndo, onClose } = props;
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
      {source.sheets.length > 1 && <SheetSelect {...props} />}
      <div className={classes['first']} />
      {last && run === null && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          title={`Undo: ${last.step} (Ctrl+Z)`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
      <Button variant="default" aria-expanded={columnsShown} onClick={() => onShowColumns(!columnsShown)}>
        Columns
      </Button>
      <Button variant="default" disabled={run !== null} onClick={startOver}>
        Start over
      </Button>
    </div>
  );
}

function SheetSelect({ open, onSheet }: Pick<SourceBarProps, 'open' | 'onSheet'>) {
  const { source, run } = open;
  return (
    <NativeSelect
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
