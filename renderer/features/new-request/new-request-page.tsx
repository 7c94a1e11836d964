import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useSubmission } from '../../api/outbox.ts';
import { useRules } from '../../api/rules.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useEscape } from '../../parts/page/use-escape.ts';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import { fieldToBegin } from './field-to-begin.ts';
import { NewRequestForm } from './new-request-form.tsx';
import { PracticeSamples } from './practice-samples.tsx';
import { PrefillNotice } from './prefill-notice.tsx';
import { draftFromTemplate, draftOf, isUntouched, requestDraft, saveRequestDraft } from './request-draft.ts';
import { useEditOnHold } from './use-edit-on-hold.ts';
import { usePrefill } from './use-prefill.ts';
import { WhyAgain } from './why-again.tsx';
import { WhyHere } from './why-here.tsx';

interface NewRequestPageProps {
  /** The draft, refused or held submission to change and submit. */
  readonly replaces: string | null;
  /** The submission to repeat for the same person. */
  readonly again?: string | null;
  /** The submission to copy job and questionnaire from. */
  readonly template?: string | null;
  /** The path to return to. */
  readonly returnTo: string;
}

/** Submits a candidate; with `replaces`, edits a draft or refused submission; with `again`, repeats one. */
export function NewRequestPage({ replaces, again = null, template = null, returnTo }: NewRequestPageProps) {
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
      {template === null ? (
        <FreshRequest />
      ) : (
        <WithSubmission id={template}>
          {(submission) => <RequestFromTemplate submission={submission} />}
        </WithSubmission>
      )}
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
  const { data, error, refetch } = useSubmission(id);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <Skeleton height={360} radius="lg" />;
}

function FreshRequest() {
  const { id } = useCurrentWorkspace();
  const { version, filled, question, use, decline, forget } = usePrefill(id);
  const keep = (draft: SubmissionInput) => {
    saveRequestDraft(id, draft);
    if (filled && isUntouched(id)) forget();
  };
  return (
    <>
      <PrefillNotice question={question} filled={filled} onUse={use} onKeep={decline} />
      <PracticeSamples />
      <NewRequestForm key={version} initial={requestDraft(id)} replaces={null} onType={keep} />
    </>
  );
}

function ChangedRequest({ submission: opened, returnTo }: { submission: Submission; returnTo: string }) {
  const [, navigate] = useLocation();
  const { isReady, submission, error } = useEditOnHold(opened);
  // As they are now, because they decide where the form begins.
  const rules = useRules();
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
        leave={{ label: submission.state === 'draft' ? 'Keep as draft' : 'Leave unchanged', go: back }}
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
        leave={{ label: 'Do not submit', go: back }}
      />
    </>
  );
}

/** Submits another person for the same job and questionnaire. */
function RequestFromTemplate({ submission }: { submission: Submission }) {
  const { id } = useCurrentWorkspace();
  return (
    <NewRequestForm
      initial={draftFromTemplate(requestDraft(id), draftOf(submission, Date.now()))}
      replaces={null}
      onType={(draft) => saveRequestDraft(id, draft)}
    />
  );
}
