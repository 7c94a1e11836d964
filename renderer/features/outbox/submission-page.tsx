import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { isEntry } from '../../../shared/do-not-call.ts';
import type { HistoryValues } from '../../../shared/history-event.ts';
import { maySendAgain } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { chosenTime } from '../../../shared/submission.ts';
import type { SubmissionDetail } from '../../../shared/submission-detail.ts';
import { cityOf } from '../../../shared/time-zone-names.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { SUBMISSION_TONES, submissionStateWords } from '../../../shared/words/submission-state-words.ts';
import { toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useForbidding } from '../../api/phone-number.ts';
import {
  ConsentFact,
  Fact,
  Facts,
  LinkedSubmissions,
  LongValue,
  NoticeFact,
  SentFacts,
} from '../../parts/facts.tsx';
import { BusyButton } from '../../parts/form.tsx';
import { formatDate, formatDateTime, formatNumber } from '../../parts/format.ts';
import { HistorySection } from '../../parts/history-section.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { EmptyState, Page, useEscape, useKeptFocus } from '../../parts/page.tsx';
import { hasWholeAnswer, quotedWords, StatusLabel, WholeAnswerButton } from '../../parts/service-answer.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { OutcomeBadge, SubmissionBadge } from '../../parts/status.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { useNow } from '../../parts/time.tsx';
import {
  editFromSubmissionPath,
  listedPath,
  requestPath,
  submissionPath,
  submitAgainPath,
} from '../../routes/paths.ts';
import { outboxPlace, requestSwitch } from '../../routes/unsaved-work.ts';
import { ListedLine, NOT_TO_CALL_WORDS, openNotToCall } from '../do-not-call/not-to-call.tsx';
import { returnToOpenedRow } from './outbox-section.tsx';
import { causeOf, withRefusal } from './state-words.ts';
import { type SubmissionAction, useNextSteps } from './submission-actions.ts';
import classes from './submission-page.module.css';
import { useWaitingWords } from './use-waiting-words.ts';

/** Everything about one submission, accepted or not. */
export function SubmissionPage({ submissionId }: { submissionId: string }) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.submissions.detail({ id: submissionId }));
  const [, navigate] = useLocation();
  const { id: workspaceId } = useWorkspace();
  const requestId = data?.requestId ?? null;
  const back = useCallback(() => {
    returnToOpenedRow(workspaceId, submissionId);
    navigate(requestId === null ? outboxPlace(workspaceId) : requestPath(requestId));
  }, [navigate, requestId, submissionId, workspaceId]);
  useEscape(back);
  useKeptFocus();
  if (error && !data) {
    return (
      <Page title="Submission" onBack={back}>
        <SubmissionMissing error={error} submissionId={submissionId} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      title={data?.candidateName ?? 'Loading…'}
      aside={data && <SubmissionBadge submission={data} />}
      onBack={back}
    >
      {data ? <SubmissionView submission={data} /> : <Skeleton height={280} radius="md" />}
    </Page>
  );
}

/** Where a submission stands, what was asked and all that happened; in two columns where there is room. */
export function SubmissionView({ submission }: { submission: SubmissionDetail }) {
  return (
    <div className={classes['view']}>
      <div className={classes['columns']}>
        <div className={classes['standing']}>
          <Standing submission={submission} />
        </div>
        <div className={classes['facts']}>
          <SubmissionFacts submission={submission} />
        </div>
        <div className={classes['history']}>
          <HistorySection history={submission.history} candidateName={submission.candidateName} />
        </div>
      </div>
    </div>
  );
}

interface SubmissionMissingProps {
  readonly error: unknown;
  readonly submissionId: string;
  readonly onRetry: () => void;
}

/** In place of a submission that isn't in this workspace: which one has it, or that it doesn't exist. */
export function SubmissionMissing({ error, submissionId, onRetry }: SubmissionMissingProps) {
  const { failure, message } = toApiError(error);
  const { code, values } = failure.error;
  switch (code) {
    case 'submission_not_found':
      return (
        <EmptyState
          title="There's no such submission"
          action={
            <Button component={Link} href="/outbox" variant="default">
              Go to the Outbox
            </Button>
          }
        >
          It may have been erased, or the link that led here is incomplete.
        </EmptyState>
      );
    case 'submission_elsewhere': {
      const { workspace } = values;
      const open = () => requestSwitch({ workspaceId: workspace.id, path: submissionPath(submissionId) });
      return (
        <EmptyState
          title="This submission is in another workspace"
          action={!workspace.removed && <Button onClick={open}>Open it there</Button>}
        >
          {message} Nothing of it is shown here.
        </EmptyState>
      );
    }
    default:
      return <ErrorNotice error={error} onRetry={onRetry} />;
  }
}

/** What the recruiter asked for, and what it is linked to. */
function SubmissionFacts({ submission }: { submission: SubmissionDetail }) {
  const { id, requestId, consent, noticeOn } = submission;
  const { api } = useWorkspace();
  return (
    <Facts>
      <SentFacts
        sent={submission}
        onOpenResume={() => api.submissions.openResume({ id })}
        ofNumber={<ListedLine phoneNumber={submission.phoneNumber} />}
      />
      {requestId !== null && (
        <Fact name="Request ID" copy={['request ID', requestId]}>
          <ClippedText mono>{requestId}</ClippedText>
        </Fact>
      )}
      <Fact name="Submitted">{formatDateTime(submission.createdAt)}</Fact>
      <ChosenTimes submission={submission} />
      <Fact name="Attempts">{formatNumber(submission.attempts)}</Fact>
      {noticeOn !== undefined && <NoticeFact noticeOn={noticeOn} />}
      {consent && <ConsentFact consent={consent} />}
      <ImportedFrom submission={submission} />
      <LinkedSubmissions {...submission} />
    </Facts>
  );
}

/** When the candidate may be called, as far as a person chose it, and the day that their notice puts it off to. */
function ChosenTimes({ submission }: { submission: SubmissionDetail }) {
  const { notBefore, wantedAt, timeZone, anyHour } = submission;
  const chosen = chosenTime(submission);
  return (
    <>
      {chosen !== null && <Fact name="Not before">{formatDateTime(chosen)}</Fact>}
      {wantedAt !== undefined && notBefore !== null && (
        <Fact name="Put off until">{formatDateTime(notBefore)}: notice too recent</Fact>
      )}
      {timeZone !== null && <Fact name="Candidate's time">{cityOf(timeZone)}</Fact>}
      {anyHour && <Fact name="Calling hours">Any hour</Fact>}
    </>
  );
}

function ImportedFrom({ submission: { importedFrom } }: { submission: SubmissionDetail }) {
  if (!importedFrom) return null;
  const { fileName, rowNumber } = importedFrom;
  return (
    <Fact name="Imported from">
      {fileName !== '' && <LongValue>{fileName}</LongValue>} row {formatNumber(rowNumber)}
    </Fact>
  );
}

/** Where a submission stands, why, and the next step with its actions. */
function Standing({ submission }: { submission: SubmissionDetail }) {
  const { title, text } = standingWords(submission, useWaitingWords(submission), useNow());
  const cause = standingCause(submission);
  return (
    <section
      className={classes['standingStanding']}
      data-tone={SUBMISSION_TONES[submission.state]}
      aria-label="State"
    >
      <Text component="h2" inherit fz="md" fw={600}>
        {title}
      </Text>
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
    <Group gap={8} mt={4}>
      {actions.map(({ label, busy = false, isMain = false, run }) => (
        <BusyButton key={label} variant={isMain ? 'filled' : 'default'} busy={busy} onClick={run}>
          {label}
        </BusyButton>
      ))}
    </Group>
  );
}

function paletteAction({ label, keywords = '', run }: SubmissionAction): Action {
  return { id: `submission.${label}`, name: label, group: 'This submission', keywords, run };
}

/** What a person can do with a submission, the likeliest first. */
function useSubmissionActions(submission: SubmissionDetail): readonly SubmissionAction[] {
  const { workspaceId, candidateName, phoneNumber } = submission;
  const people = { workspaceId, candidateName, phoneNumbers: [phoneNumber] };
  return [
    ...useNextSteps(submission, editFromSubmissionPath(submission.id)),
    ...useLaterSteps(submission),
    { label: 'Do not call this number', keywords: NOT_TO_CALL_WORDS, run: () => openNotToCall(people) },
  ];
}

/** Where a submission leads that left the Outbox. */
function useLaterSteps(submission: SubmissionDetail): readonly SubmissionAction[] {
  const [, navigate] = useLocation();
  const { id, state, requestId, phoneNumber } = submission;
  const entry = useForbidding(state === 'discarded' ? phoneNumber : null);
  if (state === 'accepted' && requestId !== null)
    return [{ label: 'Open request', isMain: true, run: () => navigate(requestPath(requestId)) }];
  // The corrected one is what it was submitted anew as.
  if (state !== 'discarded' || isCorrected(submission)) return [];
  // The form would only refuse it.
  if (isEntry(entry)) return [{ label: 'Who listed it', run: () => navigate(listedPath(phoneNumber)) }];
  return [
    { label: 'Submit anew', isMain: mayCallNobody(submission), run: () => navigate(submitAgainPath(id)) },
  ];
}

/** Whether neither this one nor a later one may lead to a call. */
function mayCallNobody({ mayHaveReached, following }: SubmissionDetail): boolean {
  return mayHaveReached === null && following.length === 0;
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
  if (mayHaveReached === null) return { title, text: 'The service never accepted it, so nobody was called.' };
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
