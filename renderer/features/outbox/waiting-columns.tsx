import { candidateColumn, jobColumn, type OutboxColumn } from './shared-columns.tsx';
import { StateCell } from './state-cell.tsx';
import { WaitingActions } from './waiting-actions.tsx';
import classes from './waiting-columns.module.css';

/** Room for every action side by side where the grid is wide, else for one and the menu (waiting-actions.tsx). */
const ACTIONS_TRACK = 'clamp(108px, calc((100% - 760px) * 1000), 270px)';

/** Columns of what goes out by itself as soon as it can. */
export const waitingColumns: readonly OutboxColumn[] = [
  candidateColumn,
  jobColumn(600),
  {
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(140px, 1.8fr)' },
    cell: (row) => <StateCell row={row} />,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    meta: { track: '64px', from: 700, align: 'end' },
    cell: (row) => <span className={classes['number']}>{row.attempts}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: ACTIONS_TRACK },
    cell: (row) => <WaitingActions row={row} />,
  },
];
