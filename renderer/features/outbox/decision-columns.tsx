import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { askForRequestId } from './ask-for-request-id.tsx';
import { askToDiscard } from './ask-to-discard.tsx';
import { askToSendAgain } from './ask-to-send-again.tsx';
import { HappenedCell, HasArrived, RowActions, RowButton } from './outbox-cells.tsx';
import { SelectAllCheckbox, SelectCheckbox } from './selection-cells.tsx';
import { candidateColumn, jobColumn, type OutboxColumn, REASON_TRACK } from './shared-columns.tsx';

/** Columns of unconfirmed submissions. */
export const decisionColumns: readonly OutboxColumn[] = [
  {
    id: 'select',
    header: () => <SelectAllCheckbox />,
    meta: { track: '16px' },
    cell: (row) => <SelectCheckbox row={row} />,
  },
  candidateColumn,
  jobColumn(980),
  {
    id: 'problem',
    header: 'What happened',
    meta: { track: REASON_TRACK },
    cell: (row) => <HappenedCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Your decision',
    meta: { track: 'clamp(176px, calc((100% - 860px) * 1000), 276px)' },
    cell: (row) => <DecisionActions row={row} />,
  },
];

function DecisionActions({ row }: { row: OutboxRow }) {
  return (
    <RowActions>
      <RowButton onClick={() => askForRequestId(row)}>Enter request ID</RowButton>
      {maySendAgain(row) ? (
        <RowButton onClick={() => askToSendAgain(row)}>Send again</RowButton>
      ) : (
        <HasArrived />
      )}
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}
