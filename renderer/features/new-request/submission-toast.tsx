import { Anchor, Button } from '@mantine/core';
import {
  type QueryClient,
  QueryObserver,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import type { AppState } from '../../../shared/app-state.ts';
import { PAUSED_BY_YOU, TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { chosenTime, type Submission } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { queries, toApiError, workspaceAccess } from '../../api/api.ts';
import { formatPlanned } from '../../parts/format.ts';
import { chosenTimeWords } from '../../parts/send-later.ts';
import { quotedWords } from '../../parts/service-answer.tsx';
import { Countdown } from '../../parts/time.tsx';
import { hideToast, isToastShown, showToast } from '../../parts/toast.tsx';
import { useHashLocation } from '../../routes/hash-location.ts';
import { changeAndSubmitPath, requestPath, submissionPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/unsaved-work.ts';

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
function toastOf(submission: Submission, circumstances: Circumstances): SubmissionToast {
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
  const saved = (rest: ReactNode) => ({
    tone: 'busy' as const,
    title: "Saved. It goes out when you're back online.",
    message: (
      <>
        <div dir="auto">{name}</div>
        {rest}
      </>
    ),
  });
  if (submission.state === 'queued' && attempts === 0 && undoUntil - now >= SHORTEST_WINDOW_MS) {
    const planned = sendAfter - undoUntil > 1000;
    const undo = <UndoButton submission={submission} />;
    if (obstacle === OFFLINE && !planned) return { key: UNDO, ...saved(undo), autoClose: false };
    const title = planned ? (
      `${name} goes out ${plannedWords(submission, now)}`
    ) : obstacle ? (
      `${name} goes out ${obstacle}`
    ) : (
      <>
        {name} goes out in <Countdown until={undoUntil} from={Math.round((undoUntil - now) / 1000)} />
      </>
    );
    return { key: UNDO, tone, title, message: undo, autoClose: false };
  }
  if (submission.notBefore === sendAfter && sendAfter > now) {
    const title = `${name} goes out ${plannedWords(submission, now)}`;
    return { key: 'later', tone, title, message: because(null), autoClose: WAITING_MS };
  }
  if (obstacle === OFFLINE || (problem && OUT_OF_REACH.has(problem.code))) {
    return { key: 'offline', ...saved(because(null)), autoClose: WAITING_MS };
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

const OFFLINE = 'offline';

/** The key of a toast with Undo. */
const UNDO = 'undo';

/** No connection came about: it goes out by itself as soon as one does. */
const OUT_OF_REACH: ReadonlySet<SubmissionProblem['code']> = new Set([
  'name_not_found',
  'not_reachable',
  'connect_timeout',
]);

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
  if (!reachable) return OFFLINE;
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

/** The toast of a submission. */
function submittedToastId(submissionId: string): string {
  return `submitted ${submissionId}`;
}

interface EndsAtOutboxProps {
  readonly toastId: string;
  readonly workspaceId: string;
  readonly children: ReactNode;
}

/** The message of a toast that ends where its workspace's Outbox is on screen: the rows there say the same, and it would cover them. */
function EndsAtOutbox({ toastId, workspaceId, children }: EndsAtOutboxProps) {
  const [path] = useHashLocation();
  const { data: state } = useQuery(queries.app.state());
  const isSeen = state?.currentWorkspace?.id === workspaceId && /^\/outbox(\/|$)/.test(path);
  // Before it is painted.
  useLayoutEffect(() => {
    if (isSeen) hideToast(toastId);
  }, [isSeen, toastId]);
  return children;
}

/** How long a submission is followed after Undo while nothing is shown of it, ms. */
const UNSEEN_MS = 60_000;

/**
 * Shows a toast about a submission and keeps it true until it is dismissed, closes or the service accepts. Behind a newer
 * submission, it is shown only while it can be undone or has gone wrong. Reads settings and state from the cache, so that their
 * changes do not re-render the form.
 */
class SubmissionFollower {
  private readonly client: QueryClient;
  private readonly id: string;
  private readonly undoUntil: number;
  private submission: Submission;
  /** What the toast says, not to be shown again for the same; empty while none is shown. */
  private said = '';
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsubscribe: () => void = () => undefined;

  constructor(client: QueryClient, submission: Submission) {
    this.client = client;
    this.submission = submission;
    this.id = submittedToastId(submission.id);
    const now = Date.now();
    const { undoSeconds = 0 } = client.getQueryData(queries.settings.get().queryKey) ?? {};
    this.undoUntil = Math.min(submission.sendAfter, now + 1000 * undoSeconds);
    this.show();
    // When Undo ends, the toast says so even if nothing else has changed.
    this.timer = setTimeout(() => this.update(), Math.max(0, this.undoUntil - now));
    void afterPaint().then(() => this.follow());
  }

  private follow(): void {
    if (this.isOver) return;
    const { id, workspaceId } = this.submission;
    const { queries } = workspaceAccess(workspaceId);
    const observer = new QueryObserver(this.client, queries.submissions.get({ id }));
    this.unsubscribe = observer.subscribe(({ data, isError }) => {
      if (isError) this.end();
      if (!data || data.revision < this.submission.revision) return;
      this.submission = data;
      this.update();
    });
  }

  /** Says what is so now. */
  update(): void {
    if (this.isOver) return;
    const { state } = this.submission;
    // Nothing to say any more: it was taken back, corrected or discarded.
    if (state === 'draft' || state === 'discarded') this.end();
    // Dismissed, or closed.
    else if (this.said !== '' && !isToastShown(this.id)) this.stop();
    else {
      this.show();
      if (state === 'accepted') this.stop();
    }
  }

  private show(): void {
    const state = this.client.getQueryData(queries.app.state().queryKey);
    const { undoUntil, id } = this;
    const { workspaceId } = this.submission;
    const { key, ...toast } = toastOf(this.submission, { undoUntil, now: Date.now(), state });
    const isWarning = toast.tone === 'problem';
    if (latest !== undefined && latest !== this && key !== UNDO && !isWarning) {
      if (this.said !== '') this.hide();
      return;
    }
    if (key === this.said) return;
    this.said = key;
    const message = isWarning ? (
      <EndsAtOutbox toastId={id} workspaceId={workspaceId}>
        {toast.message}
      </EndsAtOutbox>
    ) : (
      toast.message
    );
    showToast({ ...toast, id, workspaceId, message });
  }

  private hide(): void {
    this.said = '';
    hideToast(this.id);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.said === '' && this.stop(), UNSEEN_MS);
  }

  private end(): void {
    hideToast(this.id);
    this.stop();
  }

  private stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.unsubscribe();
  }
}

let latest: SubmissionFollower | undefined;

/** Shows what becomes of a submission, with Undo for as long as it can be taken back. */
export function useSubmittedToast(): (submission: Submission) => void {
  const client = useQueryClient();
  return (submission) => {
    const before = latest;
    latest = undefined;
    latest = new SubmissionFollower(client, submission);
    before?.update();
  };
}
