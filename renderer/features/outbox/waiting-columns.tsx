import type { OutboxRow } from '../../../shared/outbox.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useHeldByOrganisation } from '../../api/policy.ts';
import { Reason } from '../../parts/service-answer/reason.tsx';
import { useSecondsLeft } from '../../parts/time/use-seconds-left.ts';
import { candidateColumn, jobColumn, type OutboxColumn, REASON_TRACK } from './shared-columns.tsx';
import { causeOf, stateWords } from './state-words.ts';
import { WaitingActions } from './waiting-actions.tsx';
import classes from './waiting-columns.module.css';

/** Room for all actions side by side if the grid is wide, otherwise for one and the menu (waiting-actions.tsx). */
const ACTIONS_TRACK = 'clamp(108px, calc((100% - 760px) * 1000), 270px)';

/** Columns of submissions that are sent automatically as soon as possible. */
export const waitingColumns: readonly OutboxColumn[] = [
  candidateColumn,
  jobColumn(760),
  {
    id: 'state',
    header: 'State',
    meta: { track: REASON_TRACK },
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

/** The state of a waiting submission; the seconds until it's sent count down. */
function StateCell({ row }: { row: OutboxRow }) {
  const { paused, reachable, session } = useAppState();
  const heldBack = useHeldByOrganisation();
  const left = useSecondsLeft(row.sendAfter);
  const now = left === 0 ? Date.now() : row.sendAfter - 1000 * left;
  const words = stateWords(row, {
    now,
    paused,
    heldBack,
    reachable,
    session: session?.phase ?? 'signed_out',
  });
  const cause = causeOf(row);
  if (cause) return <Reason problem={cause} candidateName={row.candidateName} next={words} />;
  return (
    <span className={classes['state']} data-state={row.state} title={words} dir="auto">
      {words}
    </span>
  );
}
