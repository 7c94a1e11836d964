import type { OutboxRow } from '../../../shared/outbox.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { CandidateCell, JobCell } from './outbox-cells.tsx';

export type OutboxColumn = GridColumn<OutboxRow>;

/** Why a submission is not accepted gets the most room. */
export const REASON_TRACK = 'minmax(200px, 3fr)';

/** The candidate; the same in every grid of the Outbox. */
export const candidateColumn: OutboxColumn = {
  id: 'candidate',
  header: 'Candidate',
  meta: { track: 'minmax(120px, 1.3fr)' },
  cell: (row) => <CandidateCell row={row} />,
};

/** The job description, shown if the grid is at least `from` px wide. */
export const jobColumn = (from: number): OutboxColumn => ({
  id: 'job',
  header: 'Job description',
  meta: { track: 'minmax(100px, 1fr)', from },
  cell: (row) => <JobCell row={row} />,
});
