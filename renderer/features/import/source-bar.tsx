import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { candidateRows } from './import-source.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';

interface SourceBarProps {
  readonly open: OpenImport;
  readonly columnsShown: boolean;
  readonly onShowColumns: (shown: boolean) => void;
  readonly onClose: () => void;
}

/** What is under review, and the ways to read it otherwise or to leave it. */
export function SourceBar({ open, columnsShown, onShowColumns, onClose }: SourceBarProps) {
  const { source, corrections, run } = open;
  const about = [countOf(candidateRows(source).length, 'row'), source.encoding].filter(Boolean).join(' · ');
  const close = () => {
    if (corrections.size === 0) return onClose();
    askToConfirm({
      title: 'Start over?',
      body: 'The corrections you made here will be gone. What is in the queue stays there.',
      confirm: 'Start over',
      run: async () => onClose(),
    });
  };
  return (
    <div className={classes['bar']}>
      <IconFileSpreadsheet size={18} stroke={1.5} className={classes['icon']} aria-hidden />
      <div className={classes['name']}>
        <ClippedText strong>{source.name}</ClippedText>
      </div>
      <span className={classes['about']}>{about}</span>
      <Button
        size="xs"
        variant="default"
        className={classes['first']}
        aria-expanded={columnsShown}
        onClick={() => onShowColumns(!columnsShown)}
      >
        Columns
      </Button>
      <Button size="xs" variant="default" disabled={run !== null} onClick={close}>
        Start over
      </Button>
    </div>
  );
}
