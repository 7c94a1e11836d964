import { useLocation } from 'wouter';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { editFromOutboxPath } from '../../routes/paths.ts';
import { askToDiscard } from './ask-to-discard.tsx';
import { ProblemCell, RowActions, RowButton } from './outbox-cells.tsx';
import { candidateColumn, jobColumn, type OutboxColumn, REASON_TRACK } from './shared-columns.tsx';

/** Columns of refused submissions. */
export const refusedColumns: readonly OutboxColumn[] = [
  candidateColumn,
  jobColumn(860),
  {
    id: 'problem',
    header: 'What the service said',
    meta: { track: REASON_TRACK },
    cell: (row) => <ProblemCell row={row} />,
  },
  {
    id: 'when',
    header: 'When',
    meta: { track: '88px', from: 800 },
    cell: (row) => <RelativeTime at={row.updatedAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: 'clamp(160px, calc((100% - 860px) * 1000), 232px)' },
    cell: (row) => <RefusedActions row={row} />,
  },
];

function RefusedActions({ row }: { row: OutboxRow }) {
  const [, navigate] = useLocation();
  return (
    <RowActions>
      <RowButton onClick={() => navigate(editFromOutboxPath(row.id))}>Edit and submit again</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}
