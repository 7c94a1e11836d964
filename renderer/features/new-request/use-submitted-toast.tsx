import { useQueryClient } from '@tanstack/react-query';
import type { AppState } from '../../../shared/app-state.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Submission } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Countdown } from '../../parts/time/countdown.tsx';
import { formatPlanned } from '../../parts/time/format-time.ts';
import { isToastShown, showToast } from '../../parts/toast/show-toast.tsx';
import { SUBMITTED_TOAST, UndoButton, WhereLink } from './undo-button.tsx';

/** With less time than this, ms, the toast offers no Undo: nobody could click it. */
const SHORTEST_WINDOW_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows that a submission is queued, with Undo for as long as it can be taken back. Reads settings and state from the
 * cache, so that their changes do not re-render the form.
 */
export function useSubmittedToast(): (submission: Submission) => void {
  const client = useQueryClient();
  return (submission) => {
    const undoSeconds = client.getQueryData<Settings>(queryKeys.settings)?.undoSeconds ?? 0;
    const state = client.getQueryData<AppState>(queryKeys.app);
    const obstacle = state ? obstacleOf(state) : null;
    clearTimeout(timer);
    const now = Date.now();
    const windowEnd = Math.min(submission.sendAfter, now + 1000 * undoSeconds);
    if (windowEnd - now < SHORTEST_WINDOW_MS) return showQueued(submission);
    const planned = submission.sendAfter - windowEnd > 1000;
    showToast({
      id: SUBMITTED_TOAST,
      workspaceId: submission.workspaceId,
      title: planned ? (
        `${submission.candidateName} goes out ${formatPlanned(submission.sendAfter, now)}${openingThere(submission, now)}`
      ) : obstacle ? (
        `${submission.candidateName} goes out ${obstacle}`
      ) : (
        <>
          {submission.candidateName} goes out in{' '}
          <Countdown until={windowEnd} from={Math.round((windowEnd - now) / 1000)} />
        </>
      ),
      message: <UndoButton submission={submission} />,
      autoClose: false,
    });
    timer = setTimeout(() => isToastShown(SUBMITTED_TOAST) && showQueued(submission), windowEnd - now);
  };
}

/** The candidate's local time, for a submission that waits for calling hours. */
function openingThere({ callingHold }: Submission, now: number): string {
  if (!callingHold) return '';
  const { until, timeZone } = callingHold;
  return ` (${clockIn(timeZone, until, now)} in ${cityOf(timeZone)})`;
}

/** When sending can start, if something keeps all submissions back; the end of a sentence. */
function obstacleOf({ paused, session, reachable }: AppState): string | null {
  if (paused) return 'when you resume sending';
  if (session?.phase === 'waiting_for_key_store') return 'when the key store is unlocked';
  if (session?.phase !== 'signed_in') return 'when you are signed in';
  return reachable ? null : 'when the service answers';
}

function showQueued(submission: Submission): void {
  showToast({
    id: SUBMITTED_TOAST,
    workspaceId: submission.workspaceId,
    title: `${submission.candidateName} is in the queue`,
    message: <WhereLink submission={submission} />,
  });
}
