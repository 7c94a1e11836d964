import { Button, Group, Skeleton } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { CALL_REASONS, isPutOffCode, isStandingCode } from '../../../shared/call-rules.ts';
import type { RequestPrefill } from '../../../shared/deep-link.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { dayAt } from '../../../shared/notice.ts';
import { maySendAgain } from '../../../shared/outbox.ts';
import { withoutStatusName } from '../../../shared/service-words/service-words.ts';
import { SUBMISSION_FIELDS } from '../../../shared/service-words/submission-field-of.ts';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { isRuleOn, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { workspaceAccess } from '../../api/api.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { countOf, formatDate, formatPlanned } from '../../parts/format.ts';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Page, useEscape } from '../../parts/page.tsx';
import { hasWholeAnswer, quotedWords, WholeAnswerButton } from '../../parts/service-answer.tsx';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import classes from './new-request.module.css';
import { NewRequestForm } from './new-request-form.tsx';
import {
  draftOf,
  isUntouched,
  requestDraft,
  SAMPLE_CANDIDATES,
  type SampleCandidate,
  sampleInput,
  saveRequestDraft,
} from './request-draft.ts';
import { usePrefill } from './use-prefill.ts';
import { useSubmitRequest } from './use-request-form.ts';

export interface NewRequestPageProps {
  /** The draft, refused or held submission to change and submit. */
  readonly replaces: string | null;
  /** The submission to repeat for the same person. */
  readonly again?: string | null;
  /** The job description to fill in. */
  readonly job?: string | null;
  /** The questionnaire for it, if not its own. */
  readonly questionnaire?: string | null;
  /** The path to return to. */
  readonly returnTo: string;
}

/** Submits a candidate; with `replaces`, edits a draft or refused submission; with `again`, repeats one. */
export function NewRequestPage(props: NewRequestPageProps) {
  const { replaces, again = null, job = null, questionnaire = null, returnTo } = props;
  useEscape(stay);
  if (replaces !== null) {
    return (
      <Page title="Change and submit" layout="read">
        <WithSubmission id={replaces}>
          {(submission) => <ChangedRequest submission={submission} returnTo={returnTo} />}
        </WithSubmission>
      </Page>
    );
  }
  if (again !== null) {
    return (
      <Page title="Submit again" layout="read">
        <WithSubmission id={again}>
          {(submission) => <RepeatedRequest submission={submission} />}
        </WithSubmission>
      </Page>
    );
  }
  return (
    <Page title="New request" layout="read">
      <FreshRequest job={job} questionnaire={questionnaire} />
    </Page>
  );
}

function stay(): void {
  // Escape only leaves a field, so that shortcuts work again: leaving the form would lose what was typed.
}

interface WithSubmissionProps {
  readonly id: string;
  readonly children: (submission: Submission) => ReactNode;
}

function WithSubmission({ id, children }: WithSubmissionProps) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.submissions.get({ id }));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <Skeleton height={360} radius="lg" />;
}

function FreshRequest({ job, questionnaire }: Required<Pick<NewRequestPageProps, 'job' | 'questionnaire'>>) {
  const { id } = useCurrentWorkspace();
  const { version, filled, question, use, decline, forget } = usePrefill(id, job, questionnaire);
  const keep = (draft: SubmissionInput) => {
    saveRequestDraft(id, draft);
    if (filled && isUntouched(id)) forget();
  };
  return (
    <>
      <PrefillNotice question={question} filled={filled} onUse={use} onKeep={decline} />
      <NewRequestForm key={version} initial={requestDraft(id)} replaces={null} onType={keep} />
      <PracticeSamples />
    </>
  );
}

function ChangedRequest({ submission: opened, returnTo }: { submission: Submission; returnTo: string }) {
  const [, navigate] = useLocation();
  const { isReady, submission, error } = useEditOnHold(opened);
  // As they are now, because they decide where the form begins.
  const rules = useQuery(useWorkspace().queries.rules.get());
  const back = () => navigate(returnTo);
  if (error) return <ErrorNotice error={error} />;
  if (!isReady || !rules.isFetchedAfterMount) return <Skeleton height={360} radius="lg" />;
  const now = Date.now();
  const draft = draftOf(submission, now);
  return (
    <>
      <WhyHere submission={submission} />
      <NewRequestForm
        initial={draft}
        beginsAt={fieldToBegin(submission, draft, rules.data, now)}
        saidOfFields={submission.problem?.said?.fields}
        replaces={submission.id}
        onDone={back}
        onCancel={back}
      />
    </>
  );
}

/** Submits the same person again, linked to the first submission. */
function RepeatedRequest({ submission }: { submission: Submission }) {
  const [, navigate] = useLocation();
  const { id, requestId } = submission;
  const back = () => navigate(requestId === null ? submissionPath(id) : requestPath(requestId));
  return (
    <>
      <WhyAgain submission={submission} />
      <NewRequestForm
        initial={{ ...draftOf(submission, Date.now()), notBefore: null }}
        saidOfFields={requestId === null ? submission.problem?.said?.fields : undefined}
        replaces={null}
        again={id}
        onDone={back}
        onCancel={back}
      />
    </>
  );
}

/**
 * The field that a person who edits this submission most likely came to change: what its hold or refusal is about, or else
 * what the rules require meanwhile. `draft`: what the form has of it; `rules`: undefined if they can't be read.
 */
function fieldToBegin(
  { problem, wantedAt, notBefore }: Submission,
  draft: SubmissionInput,
  rules: WorkspaceRules | undefined,
  now: number,
): keyof SubmissionInput {
  const named = problem?.said?.fields.map(({ field }) => field) ?? [];
  const refused = SUBMISSION_FIELDS.find((field) => named.includes(field));
  if (refused) return refused;
  if (!rules) return 'candidateName';
  const { notice, consent } = rules;
  if (problem && isStandingCode(problem.code)) {
    const { part, field, answer } = CALL_REASONS[problem.code];
    if (part !== null && isRuleOn(rules, part))
      return answer === 'waits' ? 'notBefore' : (field ?? 'candidateName');
  }
  const waitsForNotice = wantedAt !== undefined && notBefore !== null && notBefore > now;
  if (notice.asked && (waitsForNotice || (notice.required && !draft.noticeOn))) return 'noticeOn';
  if (consent.asked && consent.required && draft.consentWording !== consent.wording) return 'consentWording';
  return 'candidateName';
}

/** What became of the submission that is repeated, and whether this person is called again. */
function WhyAgain({ submission }: { submission: Submission }) {
  const { candidateName } = submission;
  return (
    <Notice tone={mayCallTwice(submission) ? 'warning' : 'info'} title={<bdi>{candidateName}</bdi>}>
      <p>{firstWords(submission)} The two submissions are linked.</p>
    </Notice>
  );
}

function mayCallTwice({ state, mayHaveReached }: Submission): boolean {
  return state === 'accepted' || mayHaveReached !== null;
}

function firstWords(submission: Submission): string {
  const { state, mayHaveReached, createdAt } = submission;
  const submitted = `Submitted on ${formatDate(createdAt)}`;
  if (state === 'accepted') return `${submitted}. If you submit again, this person is called again.`;
  if (mayHaveReached === null) return `${submitted}, and never accepted: nobody was called.`;
  const reached = formatDate(mayHaveReached.at);
  return maySendAgain(submission)
    ? `${submitted}. It may have reached the service on ${reached}: if it did, this person is called twice.`
    : `${submitted}. The service accepted it on ${reached}: if you submit again, this person is called twice.`;
}

interface PrefillNoticeProps {
  /** The prefill that needs the user's permission to replace the form. */
  readonly question: RequestPrefill | null;
  /** A link filled in the form. */
  readonly filled: boolean;
  readonly onUse: (prefill: RequestPrefill) => void;
  readonly onKeep: (prefill: RequestPrefill) => void;
}

/** Says that a link filled in the form, or asks whether it may. */
function PrefillNotice({ question, filled, onUse, onKeep }: PrefillNoticeProps) {
  if (question) {
    const { candidateName } = question;
    return (
      <Notice
        tone="info"
        role="alert"
        title={
          candidateName ? (
            <>
              A link has the details of <bdi>{candidateName}</bdi>
            </>
          ) : (
            'A link can fill in this form'
          )
        }
        actions={
          <>
            <Button variant="default" onClick={() => onUse(question)}>
              Use the link
            </Button>
            <Button variant="subtle" color="gray" onClick={() => onKeep(question)}>
              Keep my input
            </Button>
          </>
        }
      >
        The form isn’t empty. Nothing is replaced unless you choose to.
      </Notice>
    );
  }
  if (!filled) return null;
  return (
    <div role="status">
      <Notice tone="info" title="Filled in from a link">
        Check it before you submit. Callboard doesn’t know who wrote the link.
      </Notice>
    </div>
  );
}

/** Beginning and leaving an edit are calls one after the other, however fast a person comes and goes. */
let calls: Promise<unknown> = Promise.resolve();

function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const answer = calls.then(call);
  calls = answer.catch(() => undefined);
  return answer;
}

/**
 * Keeps a submission that is on hold or a draft from being sent while it is open in the form, whatever it waits for; one
 * whose edit was interrupted becomes a draft. `isReady`: it can no longer be sent. `submission`: as it is then. `error`: it
 * was sent, or changed otherwise, just before.
 */
function useEditOnHold(opened: Submission) {
  const { id, workspaceId, state } = opened;
  const [isOnHold] = useState(state === 'held');
  const begin = useMutation({
    mutationFn: () => inTurn(() => workspaceAccess(workspaceId).api.submissions.beginEdit({ id })),
  });
  const end = useMutation({
    mutationFn: () => inTurn(() => workspaceAccess(workspaceId).api.submissions.endEdit({ id })),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const { mutate: beginEdit } = begin;
  const { mutate: endEdit } = end;
  useEffect(() => {
    if (isOnHold) beginEdit();
    return () => endEdit();
  }, [isOnHold, beginEdit, endEdit]);
  return {
    isReady: !isOnHold || begin.isSuccess,
    submission: begin.data ?? opened,
    error: begin.error,
  };
}

/** Submits a fictional candidate with one click; only in the practice workspace. */
export function PracticeSamples() {
  return useCurrentWorkspace().kind === 'practice' ? <Samples /> : null;
}

function Samples() {
  const submit = useSubmitRequest({ replaces: null });
  const { consent, notice } = useQuery(useWorkspace().queries.rules.get()).data ?? {};
  const send = (sample: SampleCandidate) => {
    const input = sampleInput(
      sample,
      consent?.asked ? consent.wording : null,
      // A day more: it may still be yesterday where the candidate is.
      notice?.asked ? dayAt(Date.now() - (notice.days + 1) * DAY_MS) : null,
    );
    // Nobody has the number, so that a second call of it harms nobody.
    void submit.start({ input, despiteDuplicates: true, waitForNotice: true }, () => undefined);
  };
  return (
    <section aria-labelledby="practice-samples" className={classes['samples']}>
      <h2 id="practice-samples" className={classes['samplesTitle']}>
        <IconFlask size={16} stroke={1.75} aria-hidden /> Sample candidates
      </h2>
      <p className={classes['samplesWords']}>Invented people, submitted with one click.</p>
      <Group gap={6}>
        {SAMPLE_CANDIDATES.map((sample) => (
          <Button
            key={sample.name}
            size="compact-sm"
            variant="default"
            aria-label={`${sample.shows}: submit ${sample.name}`}
            title={sample.name}
            onClick={() => send(sample)}
          >
            {sample.shows}
          </Button>
        ))}
      </Group>
      <ErrorNotice error={submit.error} />
    </section>
  );
}

/** Why an earlier submission is open in the form: what was tried, and what the service said about no single field. */
function WhyHere({ submission }: { submission: Submission }) {
  const { state, problem, candidateName } = submission;
  const isProblem = state !== 'draft' || submission.attempts > 0 || isPutOffCode(problem?.code ?? '');
  const tried = isProblem ? problem : null;
  // What is said of single fields stands beside them.
  const words = tried && withoutStatusName((tried.said ? tried.said.other : answerWords(tried)) ?? '');
  return (
    <Notice
      tone={state === 'draft' ? 'info' : 'warning'}
      title={titleOf(submission)}
      actions={
        tried && hasWholeAnswer(tried) && <WholeAnswerButton problem={tried} candidateName={candidateName} />
      }
    >
      <NoticeWait submission={submission} />
      {tried && state !== 'rejected' && <p>{problemWords(tried).message}</p>}
      {words && <p dir="auto">{quotedWords(words)}</p>}
      {state === 'rejected' && problem && <p>{problemWords(problem).nextStep}</p>}
      {state === 'held' && <p>If you leave this form, it goes on waiting as before.</p>}
      {state === 'draft' && <p>Nobody is called until you submit it. It stays in the Outbox as a draft.</p>}
    </Notice>
  );
}

/** The day it waits for because of its notice: no choice of a person, so the form has it nowhere. */
function NoticeWait({ submission: { state, notBefore, wantedAt } }: { submission: Submission }) {
  const now = Date.now();
  if (wantedAt === undefined || notBefore === null || notBefore <= now) return null;
  const day = formatPlanned(notBefore, now);
  return (
    <p>
      The notice is too recent for a call: it {state === 'held' ? 'waits until' : 'was to go out'} {day}. With
      the same day of notice, it waits for that again.
    </p>
  );
}

function titleOf({ state, attempts, problem }: Submission): string {
  const tried = countOf(attempts, 'attempt');
  switch (state) {
    case 'draft':
      return attempts === 0 ? 'Taken back before it was sent' : `Taken back after ${tried}`;
    case 'held':
      return attempts === 0
        ? "On hold: it isn't sent while you edit it"
        : `On hold after ${tried}: it isn't sent while you edit it`;
    default:
      return problem ? problemWords(problem).message : 'The service refused this submission.';
  }
}
