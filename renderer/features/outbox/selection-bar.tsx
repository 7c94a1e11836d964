import { Button } from '@mantine/core';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { askToDiscardAll } from './ask-to-discard.tsx';
import { askToSendAllAgain } from './ask-to-send-again.tsx';
import { sharedCauses } from './causes.ts';
import type { RowSelection } from './row-selection.ts';
import classes from './selection-bar.module.css';

/** Bulk decisions for the selected rows, and buttons that select all rows with the same cause. */
export function SelectionBar({ rows, selection }: { rows: readonly OutboxRow[]; selection: RowSelection }) {
  const { chosen, chooseOnly } = selection;
  const causes = sharedCauses(rows).filter((cause) => !isSelection(cause.rows, selection));
  if (chosen.length === 0 && causes.length === 0) return null;
  return (
    <div className={classes['bar']}>
      {chosen.length > 0 && <ChosenActions selection={selection} />}
      {causes.map(({ words, rows: same }) => (
        <Button
          key={words}
          size="compact-sm"
          variant="subtle"
          className={classes['cause']}
          onClick={() => chooseOnly(same)}
        >
          Select all {formatNumber(same.length)}: {words}
        </Button>
      ))}
    </div>
  );
}

/** Whether exactly these rows are selected. */
function isSelection(rows: readonly OutboxRow[], { chosen, isChosen }: RowSelection): boolean {
  return rows.length === chosen.length && rows.every(isChosen);
}

function ChosenActions({ selection: { chosen, chooseAll } }: { selection: RowSelection }) {
  const count = formatNumber(chosen.length);
  const again = chosen.filter(maySendAgain);
  const arrived = chosen.length - again.length;
  return (
    <>
      <span className={classes['count']}>{count} selected:</span>
      {again.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => askToSendAllAgain(again)}>
          Send {formatNumber(again.length)} again
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => askToDiscardAll(chosen)}>
        Discard {count}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => chooseAll(false)}>
        Clear selection
      </Button>
      {arrived > 0 && <span className={classes['leftOut']}>{leftOutWords(arrived)}</span>}
    </>
  );
}

function leftOutWords(arrived: number): string {
  return arrived === 1
    ? "1 won't be sent again: the service has already accepted it."
    : `${formatNumber(arrived)} won't be sent again: the service has already accepted them.`;
}
