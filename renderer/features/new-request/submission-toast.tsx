import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AppState } from '../../../shared/app-state.ts';
import { PAUSED_BY_YOU, TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { chosenTime, type Submission } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { toApiError } from '../../api/api-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { chosenTimeWords } from '../../parts/send-later/chosen-time-words.ts';
import { quotedWords } from '../../parts/service-answer/quoted-words.ts';
import { Countdown } from '../../parts/time/countdown.tsx';
import { formatPlanned } from '../../parts/time/format-time.ts';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';
import { changeAndSubmitPath, requestPath, submissionPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { submittedToastId } from './submitted-toast-id.ts';

/** With less time than this, ms, the toast offers no Undo: nobody could click it. */
const SHORTEST_WINDOW_MS = 500;

/** How long a toast stays that says what a submission waits for, ms. */
const WAITING_MS = 8000;

interface SubmissionToast {
  /** Equal for toasts that say the same. */
  readonly key: string;
  readonly tone: 'done' | 'busy' | 'problem';
  readonly title: ReactNode;
  readonly message: ReactNode;
  readonly autoClose?: number | false;
}

interface Circumstances {
  /** When Undo ends, UTC ms. */
  readonly undoUntil: number;
  /** UTC ms. */
  readonly now: number;
  readonly state: AppState | undefined;
}

/** What a toast says about a submission: done only once the service has accepted it. */
export function toastOf(submission: Submission, circumstances: Circumstances): SubmissionToast {
  const { state, candidateName: name, problem } = submission;
  const where = <WhereLink submission={submission} />;
  const because = (cause: SubmissionProblem | null) => (
    <>
      {cause && <div dir="auto">{causeWords(cause)}</div>}
      {where}
    </>
  );
  switch (state) {
    case 'accepted':
      return { key: state, tone: 'done', title: `The service accepted ${name}`, message: where };
    case 'rejected':
      return { key: state, tone: 'problem', title: `The service refused ${name}`, message: because(problem) };
    case 'held':
      // People know what they paused.
      if (problem?.code === PAUSED_BY_YOU) {
        return {
          key: 'paused',
          tone: 'busy',
          title: `${name} is paused`,
          message: where,
          autoClose: WAITING_MS,
        };
      }
      return {
        key: `${state} ${problem?.code}`,
        tone: 'problem',
        title: problem?.code === TIME_ZONE_NEEDED ? `${name} needs a time zone` : `${name} is on hold`,
        message: because(problem),
      };
    case 'unconfirmed':
      return {
        key: state,
        tone: 'problem',
        title: `${name} needs your decision`,
        message: because(problem),
      };
    default:
      return waitingToast(submission, circumstances, because);
  }
}

/** When it goes out: the time a person chose as they chose it, or the opening of the calling hours. */
function plannedWords(submission: Submission, now: number): string {
  const { sendAfter: at, notBeforeTimeZone } = submission;
  return chosenTime(submission) === at
    ? chosenTimeWords({ at, timeZone: notBeforeTimeZone ?? null }, now)
    : `${formatPlanned(at, now)}${openingThere(submission, now)}`;
}

function waitingToast(
  submission: Submission,
  { undoUntil, now, state }: Circumstances,
  because: (cause: SubmissionProblem | null) => ReactNode,
): SubmissionToast {
  const { candidateName: name, sendAfter, attempts, problem } = submission;
  const tone = 'busy';
  const obstacle = state ? obstacleOf(state, submission.workspaceId, now) : null;
  if (submission.state === 'queued' && attempts === 0 && undoUntil - now >= SHORTEST_WINDOW_MS) {
    const planned = sendAfter - undoUntil > 1000;
    const title = planned ? (
      `${name} goes out ${plannedWords(submission, now)}`
    ) : obstacle ? (
      `${name} goes out ${obstacle}`
    ) : (
      <>
        {name} goes out in <Countdown until={undoUntil} from={Math.round((undoUntil - now) / 1000)} />
      </>
    );
    return { key: 'undo', tone, title, message: <UndoButton submission={submission} />, autoClose: false };
  }
  if (attempts > 0 && problem) {
    return {
      key: `tried ${problem.code}`,
      tone,
      title: `${name} couldn't be sent yet`,
      message: because(problem),
      autoClose: WAITING_MS,
    };
  }
  if (submission.notBefore === sendAfter && sendAfter > now) {
    const title = `${name} goes out ${plannedWords(submission, now)}`;
    return { key: 'later', tone, title, message: because(null), autoClose: WAITING_MS };
  }
  // Without an obstacle, the answer comes soon.
  const isSoon = sendAfter <= now && obstacle === null;
  return {
    key: 'queue',
    tone,
    title: `${name} is in the queue`,
    message: because(null),
    autoClose: isSoon ? false : WAITING_MS,
  };
}

/** What the service said, or else what happened. */
function causeWords(problem: SubmissionProblem): string {
  const words = answerWords(problem);
  return words && problem.said ? quotedWords(words) : problemWords(problem).message;
}

/** The candidate's local time, for a submission that waits for calling hours. */
function openingThere({ callingHold }: Submission, now: number): string {
  if (!callingHold) return '';
  const { until, timeZone } = callingHold;
  return ` (${clockIn(timeZone, until, now)} in ${cityOf(timeZone)})`;
}

/** When sending can start, if something keeps all submissions back; the end of a sentence. */
function obstacleOf(
  { paused, session, reachable, currentWorkspace, sendWait }: AppState,
  workspaceId: string,
  now: number,
) {
  if (paused) return 'when you resume sending';
  // The rest is known of the workspace on screen only.
  if (currentWorkspace?.id !== workspaceId) return null;
  if (session?.phase === 'waiting_for_key_store') return 'when the key store is unlocked';
  if (session?.phase !== 'signed_in') return 'when you are signed in';
  if (!reachable) return 'when the service answers';
  return sendWait?.why === 'service_asked' && sendWait.until !== null && sendWait.until > now
    ? `${formatPlanned(sendWait.until, now)}: the service asked to wait`
    : null;
}

/** Takes a submission back before it is sent, and opens it in the form. */
function UndoButton({ submission }: { submission: Submission }) {
  const undo = useMutation({
    mutationFn: () => workspaceAccess(submission.workspaceId).api.submissions.takeBack({ id: submission.id }),
    onSuccess: () => {
      hideToast(submittedToastId(submission.id));
      requestSwitch({
        workspaceId: submission.workspaceId,
        path: changeAndSubmitPath(submission.id),
        title: `${submission.candidateName} is a draft again`,
      });
    },
    onError: (error) =>
      showToast({
        // Beside the toast that says what becomes of it.
        id: `not taken back ${submission.id}`,
        workspaceId: submission.workspaceId,
        tone: 'problem',
        title: `Couldn’t take ${submission.candidateName} back`,
        message: (
          <>
            <div>{toApiError(error).message}</div>
            <WhereLink submission={submission} />
          </>
        ),
      }),
  });
  return (
    <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

/** Opens the request if the service has accepted it by then, or else the submission. */
function WhereLink({ submission }: { submission: Submission }) {
  const go = async () => {
    const { api } = workspaceAccess(submission.workspaceId);
    const { requestId } = await api.submissions.get({ id: submission.id }).catch(() => submission);
    requestSwitch({
      workspaceId: submission.workspaceId,
      path: requestId === null ? submissionPath(submission.id) : requestPath(requestId),
      title: `See where ${submission.candidateName} is`,
    });
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void go()}>
      See where it is
    </Anchor>
  );
}
