import { useAppState, useHeldByOrganisation } from '../../api/app-state.tsx';
import { useSecondsLeft } from '../../parts/time.tsx';
import { type Circumstances, stateWords, type WaitingSubmission } from './state-words.ts';

/** What a waiting submission waits for; the seconds until it's sent count down. */
export function useWaitingWords(submission: WaitingSubmission): string {
  return stateWords(submission, useCircumstances(submission));
}

/** What decides when a waiting submission is sent; changes every second while its last minute counts down. */
export function useCircumstances({ sendAfter }: WaitingSubmission): Circumstances {
  const { paused, reachable, unreachableSince, session, doNotCallLocked, sendWait } = useAppState();
  const heldBack = useHeldByOrganisation();
  const left = useSecondsLeft(sendAfter);
  return {
    now: left === 0 ? Date.now() : sendAfter - 1000 * left,
    paused,
    heldBack,
    isListLocked: doNotCallLocked !== null,
    reachable,
    unreachableSince,
    session: session?.phase ?? 'signed_out',
    sendWait,
  };
}
