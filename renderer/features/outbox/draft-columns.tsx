import type { OutboxRow } from '../../../shared/outbox.ts';
import { askToDiscard } from './ask-to-discard.tsx';
import { DraftCell, RowActions, RowButton } from './outbox-cells.tsx';
import { candidateColumn, jobColumn, type OutboxColumn } from './shared-columns.tsx';
import { useEdit } from './use-edit.ts';

/** Columns of submissions that were taken back before they were sent. */
export const draftColumns: readonly OutboxColumn[] = [
  candidateColumn,
  jobColumn(600),
  {
    id: 'when',
    header: 'Taken back',
    meta: { track: 'minmax(120px, 1.8fr)' },
    cell: (row) => <DraftCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: '124px' },
    cell: (row) => <DraftActions row={row} />,
  },
];

function DraftActions({ row }: { row: OutboxRow }) {
  const edit = useEdit(row);
  return (
    <RowActions>
      <RowButton onClick={edit.start}>Edit</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}
