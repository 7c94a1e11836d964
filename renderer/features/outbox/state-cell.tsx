import type { OutboxRow } from '../../../shared/outbox.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useHeldByOrganisation } from '../../api/policy.ts';
import { useSecondsLeft } from '../../parts/time/use-seconds-left.ts';
import { stateWords } from './state-words.ts';
import classes from './waiting-columns.module.css';

/** Where a waiting submission stands; the seconds before it goes out count down. */
export function StateCell({ row }: { row: OutboxRow }) {
  const { paused } = useAppState();
  const heldBack = useHeldByOrganisation();
  const left = useSecondsLeft(row.sendAfter);
  const now = left === 0 ? Date.now() : row.sendAfter - 1000 * left;
  const words = stateWords(row, { now, paused, heldBack });
  return (
    <span className={classes['state']} data-state={row.state} title={words} dir="auto">
      {words}
    </span>
  );
}
