import { useLocation } from 'wouter';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { editFromOutboxPath } from '../../routes/paths.ts';
import { askToDiscard } from './ask-to-discard.tsx';
import { ProblemCell, RowActions, RowButton } from './outbox-cells.tsx';
import { candidateColumn, column, jobColumn } from './shared-columns.tsx';

/** Columns of what the service refused as it is. */
export const refusedColumns = column.columns([
  candidateColumn,
  jobColumn(860),
  column.display({
    id: 'problem',
    header: 'What the service said',
    meta: { track: 'minmax(120px, 2fr)' },
    cell: ({ row }) => <ProblemCell row={row.original} />,
  }),
  column.display({
    id: 'when',
    header: 'When',
    meta: { track: '88px', from: 640 },
    cell: ({ row }) => <RelativeTime at={row.original.updatedAt} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { track: 'minmax(160px, 232px)' },
    cell: ({ row }) => <RefusedActions row={row.original} />,
  }),
]);

function RefusedActions({ row }: { row: OutboxRow }) {
  const [, navigate] = useLocation();
  return (
    <RowActions>
      <RowButton onClick={() => navigate(editFromOutboxPath(row.id))}>Edit and submit again</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}
