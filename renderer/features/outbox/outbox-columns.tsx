import type { OutboxRow } from '../../../shared/outbox.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { CandidateCell, JobCell } from './outbox-cells.tsx';
import { ReasonCell } from './reason-cell.tsx';
import { OutboxActions } from './row-actions.tsx';
import { SelectAllCheckbox, SelectCheckbox } from './selection-cells.tsx';

export type OutboxColumn = GridColumn<OutboxRow>;

/** Why a submission is not accepted gets the most room. */
export const REASON_TRACK = 'minmax(200px, 3.6fr)';

/** Room for all actions side by side if the grid is wide, otherwise for two lines of them or a menu. */
const ACTIONS_TRACK = 'clamp(176px, calc((100% - 860px) * 1000), 284px)';

const candidateColumn: OutboxColumn = {
  id: 'candidate',
  header: 'Candidate',
  meta: { track: 'minmax(120px, 1.2fr)' },
  cell: (row) => <CandidateCell row={row} />,
};

const jobColumn: OutboxColumn = {
  id: 'job',
  header: 'Job description',
  meta: { track: 'minmax(100px, 1fr)', from: 800 },
  cell: (row) => <JobCell row={row} />,
};

/** The columns of every grid of the Outbox, so that those of all groups line up. */
export const outboxColumns: readonly OutboxColumn[] = [
  {
    id: 'select',
    header: () => <SelectAllCheckbox />,
    meta: { track: '16px' },
    cell: (row) => <SelectCheckbox row={row} />,
  },
  candidateColumn,
  jobColumn,
  {
    id: 'reason',
    header: 'What happened',
    meta: { track: REASON_TRACK },
    cell: (row) => <ReasonCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: ACTIONS_TRACK },
    cell: (row) => <OutboxActions row={row} />,
  },
];
