import type { OutboxRow } from '../../../shared/outbox.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { askToDiscard } from './ask-to-discard.tsx';
import { RowActions, RowButton } from './outbox-cells.tsx';
import { candidateColumn, jobColumn, type OutboxColumn } from './shared-columns.tsx';
import { useEdit } from './use-edit.ts';

/** Columns of submissions that were taken back before they were sent. */
export const draftColumns: readonly OutboxColumn[] = [
  candidateColumn,
  jobColumn(600),
  {
    id: 'when',
    header: 'Taken back',
    meta: { track: 'minmax(88px, 1fr)' },
    cell: (row) => <RelativeTime at={row.updatedAt} />,
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
