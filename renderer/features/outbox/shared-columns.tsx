import type { OutboxRow } from '../../../shared/outbox.ts';
import { gridColumns } from '../../parts/grid/grid-columns.ts';
import { CandidateCell, JobCell } from './outbox-cells.tsx';

/** Makes the columns of the Outbox's grids. */
export const column = gridColumns<OutboxRow>();

/** Who is called; the same in every grid of the Outbox. */
export const candidateColumn = column.display({
  id: 'candidate',
  header: 'Candidate',
  meta: { track: 'minmax(120px, 1.3fr)' },
  cell: ({ row }) => <CandidateCell row={row.original} />,
});

/** For which job, where the grid is at least `from` pixels wide. */
export const jobColumn = (from: number) =>
  column.display({
    id: 'job',
    header: 'Job description',
    meta: { track: 'minmax(100px, 1fr)', from },
    cell: ({ row }) => <JobCell row={row.original} />,
  });
