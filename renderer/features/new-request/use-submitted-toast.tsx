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

/** A toast with less time left to undo than this has none, ms: nobody could press the button. */
const SHORTEST_WINDOW_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Says that a submission is in the queue and, for as long as it can be taken back, offers that. What that depends on is
 * looked up when it is said: it draws nothing anew when it changes.
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
    if (windowEnd - now < SHORTEST_WINDOW_MS) return sayQueued(submission);
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
    timer = setTimeout(() => isToastShown(SUBMITTED_TOAST) && sayQueued(submission), windowEnd - now);
  };
}

/** The hour there, of one that waits for calling hours. */
function openingThere({ callingHold }: Submission, now: number): string {
  if (!callingHold) return '';
  const { until, timeZone } = callingHold;
  return ` (${clockIn(timeZone, until, now)} in ${cityOf(timeZone)})`;
}

/** What keeps everything from going out, as the end of a sentence. */
function obstacleOf({ paused, session, reachable }: AppState): string | null {
  if (paused) return 'when you resume sending';
  if (session?.phase !== 'signed_in') return 'when you are signed in';
  return reachable ? null : 'when the service answers';
}

function sayQueued(submission: Submission): void {
  showToast({
    id: SUBMITTED_TOAST,
    workspaceId: submission.workspaceId,
    title: `${submission.candidateName} is in the queue`,
    message: <WhereLink submission={submission} />,
  });
}
