import { useLocation } from 'wouter';
import { isEntry } from '../../../../shared/do-not-call.ts';
import type { HistoryValues } from '../../../../shared/history-event.ts';
import { maySendAgain } from '../../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../../shared/problems.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { answerWords, problemWords } from '../../../../shared/words/problem-words.ts';
import { SUBMISSION_TONES, submissionStateWords } from '../../../../shared/words/submission-state-words.ts';
import { useForbidding } from '../../../api/do-not-call.ts';
import { useHold } from '../../../api/outbox.ts';
import { NOT_TO_CALL_WORDS, openNotToCall } from '../../../parts/do-not-call/open-not-to-call.ts';
import { BusyButton } from '../../../parts/form/busy-button.tsx';
import { hasWholeAnswer } from '../../../parts/service-answer/open-whole-answer.tsx';
import { quotedWords } from '../../../parts/service-answer/quoted-words.ts';
import { WholeAnswerButton } from '../../../parts/service-answer/reason.tsx';
import { StatusLabel } from '../../../parts/service-answer/status-label.tsx';
import { type Action, useActions } from '../../../parts/shortcuts/actions.ts';
import { OutcomeBadge } from '../../../parts/status/status-badge.tsx';
import { formatDate } from '../../../parts/time/format-time.ts';
import { useNow } from '../../../parts/time/use-now.ts';
import { editFromSubmissionPath, listedPath, requestPath, submitAgainPath } from '../../../routes/paths.ts';
import { askForRequestId } from '../ask-for-request-id.tsx';
import { askForTimeZoneOf, offeredZones } from '../ask-for-time-zone.tsx';
import { askToDiscard } from '../ask-to-discard.tsx';
import { askToSendAgain } from '../ask-to-send-again.tsx';
import { causeOf, isPausedByYou, withRefusal } from '../state-words.ts';
import { useEdit } from '../use-edit.ts';
import { useMayTry } from '../use-may-try.ts';
import { useTryNow } from '../use-try-now.ts';
import { useWaitingWords } from '../use-waiting-words.ts';
import classes from './standing.module.css';

/** Where a submission stands, why, and the next step with its actions. */
export function Standing({ submission }: { submission: SubmissionDetail }) {
  const { title, text } = standingWords(submission, useWaitingWords(submission), useNow());
  const cause = standingCause(submission);
  return (
    <section
      className={classes['standing']}
      data-tone={SUBMISSION_TONES[submission.state]}
      aria-label="State"
    >
      <h2 className={classes['title']}>{title}</h2>
      {cause && <Cause problem={cause} candidateName={submission.candidateName} />}
      {text !== '' && <p className={classes['text']}>{text}</p>}
      {submission.request && (
        <p className={classes['text']}>
          What became of it: <OutcomeBadge {...submission.request} />
        </p>
      )}
      <StandingActions submission={submission} />
    </section>
  );
}

/** What happened and, in full, what the service said. */
function Cause({ problem, candidateName }: { problem: SubmissionProblem; candidateName: string }) {
  const words = answerWords(problem);
  return (
    <>
      <p className={classes['text']}>
        {problemWords(problem).message} <StatusLabel problem={problem} />
      </p>
      {words && (
        <blockquote className={classes['said']} dir="auto">
          {problem.said ? quotedWords(words) : words}
        </blockquote>
      )}
      {hasWholeAnswer(problem) && <WholeAnswerButton problem={problem} candidateName={candidateName} />}
    </>
  );
}

/** The next steps of a submission, also offered in the palette. */
function StandingActions({ submission }: { submission: SubmissionDetail }) {
  const actions = useSubmissionActions(submission);
  useActions(actions.map(paletteAction));
  return (
    <div className={classes['actions']}>
      {actions.map(({ label, busy = false, isMain = false, run }) => (
        <BusyButton key={label} size="xs" variant={isMain ? 'filled' : 'default'} busy={busy} onClick={run}>
          {label}
        </BusyButton>
      ))}
    </div>
  );
}

function paletteAction({ label, keywords = '', run }: SubmissionAction): Action {
  return { id: `submission.${label}`, name: label, group: 'This submission', keywords, run };
}

/** Something a person can do with a submission where it stands. */
interface SubmissionAction {
  readonly label: string;
  readonly busy?: boolean;
  /** The one that most people want. */
  readonly isMain?: boolean;
  /** Further search terms for the palette. */
  readonly keywords?: string;
  readonly run: () => void;
}

/** What a person can do with a submission, the likeliest first. */
function useSubmissionActions(submission: SubmissionDetail): readonly SubmissionAction[] {
  const { workspaceId, candidateName, phoneNumber } = submission;
  const people = { workspaceId, candidateName, phoneNumbers: [phoneNumber] };
  return [
    ...useNextSteps(submission),
    { label: 'Do not call this number', keywords: NOT_TO_CALL_WORDS, run: () => openNotToCall(people) },
  ];
}

/** What it may become next from where it stands. */
function useNextSteps(submission: SubmissionDetail): readonly SubmissionAction[] {
  const [, navigate] = useLocation();
  const waiting = useWaitingActions(submission);
  const edit = useEdit(submission, editFromSubmissionPath(submission.id));
  const { id, state, requestId, phoneNumber } = submission;
  const entry = useForbidding(state === 'discarded' ? phoneNumber : null);
  const editing = { label: edit.label, busy: edit.isPending, run: edit.start };
  const discard: SubmissionAction = { label: 'Discard', run: () => askToDiscard(submission) };
  switch (state) {
    case 'draft':
      return [{ ...editing, isMain: true }, discard];
    case 'queued':
    case 'held':
      return [...waiting, editing, discard];
    case 'rejected':
      return [{ ...editing, label: 'Edit and submit again', isMain: true }, discard];
    case 'unconfirmed':
      return [
        { label: 'Enter request ID', run: () => askForRequestId(submission) },
        ...(maySendAgain(submission) ? [{ label: 'Send again', run: () => askToSendAgain(submission) }] : []),
        discard,
      ];
    case 'accepted':
      return requestId === null
        ? []
        : [{ label: 'Open request', isMain: true, run: () => navigate(requestPath(requestId)) }];
    case 'discarded':
      // The corrected one is what it was submitted anew as.
      if (isCorrected(submission)) return [];
      // The form would only refuse it.
      if (isEntry(entry)) return [{ label: 'Who listed it', run: () => navigate(listedPath(phoneNumber)) }];
      return [
        { label: 'Submit anew', isMain: mayCallNobody(submission), run: () => navigate(submitAgainPath(id)) },
      ];
    default:
      return [];
  }
}

/** Whether neither this one nor a later one may lead to a call. */
function mayCallNobody({ mayHaveReached, following }: SubmissionDetail): boolean {
  return mayHaveReached === null && following.length === 0;
}

/** Sending one that waits, and pausing it. */
function useWaitingActions(submission: SubmissionDetail): readonly SubmissionAction[] {
  const { tryOne, isPending } = useTryNow();
  const mayTry = useMayTry();
  const hold = useHold();
  const paused = isPausedByYou(submission);
  const pause: SubmissionAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: submission.id, hold: !paused }),
  };
  // One on hold for another reason isn't being sent anyway.
  const canPause = paused || submission.state === 'queued';
  const tryNow: SubmissionAction = { label: 'Try now', busy: isPending, run: () => tryOne(submission) };
  const timeZones = offeredZones(submission);
  const choose = { label: 'Choose time zone', run: () => askForTimeZoneOf(submission, timeZones ?? []) };
  return [
    ...(timeZones ? [choose] : []),
    ...(mayTry(submission) ? [tryNow] : []),
    ...(canPause ? [pause] : []),
  ];
}

/** Where a submission stands, and the next step. */
interface StandingWords {
  readonly title: string;
  readonly text: string;
}

/** `waiting`: what a waiting one waits for (`stateWords`); `now`: UTC ms. */
function standingWords(submission: SubmissionDetail, waiting: string, now: number): StandingWords {
  const { state, problem, request, afterEdit } = submission;
  const title = submissionStateWords(submission);
  switch (state) {
    case 'draft':
      return { title: 'Taken back', text: 'Nobody is called until you submit it.' };
    case 'rejected':
    case 'unconfirmed':
      return { title, text: problem ? problemWords(problem).nextStep : '' };
    case 'accepted':
      return {
        title: 'The service accepted it',
        text: request ? '' : 'Its request is no longer tracked.',
      };
    case 'discarded':
      return discardedWords(submission);
    case 'held':
      return {
        title,
        text: problem && !afterEdit ? withRefusal(problemWords(problem).nextStep, submission, now) : waiting,
      };
    default:
      return { title, text: waiting };
  }
}

/** Whether it was withdrawn because another one, corrected or not, took its place. */
function isCorrected(submission: SubmissionDetail): boolean {
  return withdrawnBy(submission) === 'correction';
}

function withdrawnBy({ state, history }: SubmissionDetail): HistoryValues['discarded']['by'] | null {
  const withdrawn = history.find(({ code }) => code === 'discarded');
  return state === 'discarded' && withdrawn?.code === 'discarded' ? withdrawn.values.by : null;
}

/** Whether the candidate may be called all the same. */
function discardedWords(submission: SubmissionDetail): StandingWords {
  const { mayHaveReached } = submission;
  const isForbidden = withdrawnBy(submission) === 'do_not_call';
  const title = isForbidden
    ? 'Withdrawn: the number is on the do-not-call list'
    : submissionStateWords(submission);
  if (isCorrected(submission)) {
    return { title: 'Submitted again', text: 'A later submission took its place, so this one is not sent.' };
  }
  if (mayHaveReached === null) {
    return { title, text: 'The service never accepted it, so nobody was called.' };
  }
  const when = formatDate(mayHaveReached.at);
  return maySendAgain(submission)
    ? { title, text: `It may have reached the service on ${when}, so this person may still be called.` }
    : { title, text: `The service had accepted it on ${when}, so this person may still be called.` };
}

/** Why the service has no request of it, if that still matters. */
function standingCause(submission: SubmissionDetail): SubmissionProblem | null {
  const { state, attempts, problem } = submission;
  switch (state) {
    case 'accepted':
      return null;
    case 'draft':
      return attempts > 0 ? problem : null;
    case 'rejected':
    case 'unconfirmed':
    case 'discarded':
      return problem;
    default:
      return causeOf(submission);
  }
}
