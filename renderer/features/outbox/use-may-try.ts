import type { OutboxRow } from '../../../shared/outbox.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useHeldByOrganisation } from '../../api/policy.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { refusalOf } from './state-words.ts';

/** Whether anything may be sent at all, as far as rules say. */
export function useMayTryAny(): boolean {
  const { doNotCallLocked } = useAppState();
  const heldBack = useHeldByOrganisation();
  return !heldBack && doNotCallLocked === null;
}

/** Gives whether a waiting submission may be tried now: what a rule would refuse again is not offered. */
export function useMayTry(): (row: OutboxRow) => boolean {
  const mayTryAny = useMayTryAny();
  const now = useNow();
  return (row) => mayTryAny && refusalOf(row, now) === undefined;
}
