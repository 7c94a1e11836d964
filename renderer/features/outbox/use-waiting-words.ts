import { useAppState, useHeldByOrganisation } from '../../api/app-state.tsx';
import { useSecondsLeft } from '../../parts/time.tsx';
import { stateWords, type WaitingSubmission } from './state-words.ts';

/** What a waiting submission waits for; the seconds until it's sent count down. */
export function useWaitingWords(submission: WaitingSubmission): string {
  const { paused, reachable, unreachableSince, session, doNotCallLocked, sendWait } = useAppState();
  const heldBack = useHeldByOrganisation();
  const left = useSecondsLeft(submission.sendAfter);
  const now = left === 0 ? Date.now() : submission.sendAfter - 1000 * left;
  return stateWords(submission, {
    now,
    paused,
    heldBack,
    isListLocked: doNotCallLocked !== null,
    reachable,
    unreachableSince,
    session: session?.phase ?? 'signed_out',
    sendWait,
  });
}
