import type { OutboxRow } from '../../../shared/outbox.ts';
import { Reason } from '../../parts/service-answer/reason.tsx';
import { DraftCell, HappenedCell, ProblemCell } from './outbox-cells.tsx';
import classes from './reason-cell.module.css';
import { causeOf } from './state-words.ts';
import { useWaitingWords } from './use-waiting-words.ts';

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
  const words = useWaitingWords(row);
  const cause = causeOf(row);
  if (cause) return <Reason problem={cause} candidateName={row.candidateName} next={words} />;
  return (
    <span className={classes['state']} data-state={row.state} title={words} dir="auto">
      {words}
    </span>
  );
}
