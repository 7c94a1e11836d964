import type { OutboxRow } from '../../../shared/outbox.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useHeldByOrganisation } from '../../api/policy.ts';
import { Reason } from '../../parts/service-answer/reason.tsx';
import { useSecondsLeft } from '../../parts/time/use-seconds-left.ts';
import { DraftCell, HappenedCell, ProblemCell } from './outbox-cells.tsx';
import classes from './reason-cell.module.css';
import { causeOf, stateWords } from './state-words.ts';

/** Why a submission is not accepted, since when, and what comes next. */
export function ReasonCell({ row }: { row: OutboxRow }) {
  switch (row.state) {
    case 'unconfirmed':
      return <HappenedCell row={row} />;
    case 'rejected':
      return <ProblemCell row={row} />;
    case 'draft':
      return <DraftCell row={row} />;
    default:
      return <StateCell row={row} />;
  }
}

/** The state of a waiting submission; the seconds until it's sent count down. */
function StateCell({ row }: { row: OutboxRow }) {
  const { paused, reachable, unreachableSince, session } = useAppState();
  const heldBack = useHeldByOrganisation();
  const left = useSecondsLeft(row.sendAfter);
  const now = left === 0 ? Date.now() : row.sendAfter - 1000 * left;
  const words = stateWords(row, {
    now,
    paused,
    heldBack,
    reachable,
    unreachableSince,
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
