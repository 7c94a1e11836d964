import { Skeleton } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useSubmission } from '../../api/outbox.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { formatDate } from '../../parts/time/format-time.ts';
import { requestPath } from '../../routes/paths.ts';
import { NewRequestForm } from './new-request-form.tsx';
import { PrefillNotice } from './prefill-notice.tsx';
import { draftFromTemplate, draftOf, isUntouched, requestDraft, saveRequestDraft } from './request-draft.ts';
import { usePrefill } from './use-prefill.ts';

interface NewRequestPageProps {
  /** The draft or refused submission to change and submit. */
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
  if (replaces !== null) {
    return (
      <Page title="Change and submit" layout="read">
        <ChangedRequest submissionId={replaces} returnTo={returnTo} />
      </Page>
    );
  }
  if (again !== null) {
    return (
      <Page title="Submit again" layout="read">
        <SecondTry submissionId={again} />
      </Page>
    );
  }
  return (
    <Page title="New request" layout="read">
      {template === null ? <FreshRequest /> : <FromTemplate submissionId={template} />}
    </Page>
  );
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
      <NewRequestForm key={version} initial={requestDraft(id)} replaces={null} onType={keep} />
    </>
  );
}

function ChangedRequest({ submissionId, returnTo }: { submissionId: string; returnTo: string }) {
  const { data, error, refetch } = useSubmission(submissionId);
  const [, navigate] = useLocation();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} radius="lg" />;
  const back = () => navigate(returnTo);
  return (
    <>
      <WhyHere submission={data} />
      <NewRequestForm
        initial={draftOf(data, Date.now())}
        replaces={data.id}
        onDone={back}
        leave={{ label: data.state === 'draft' ? 'Keep as draft' : 'Leave it as it is', go: back }}
      />
    </>
  );
}

/** Submits the same person again, linked to the first submission. */
function SecondTry({ submissionId }: { submissionId: string }) {
  const { data, error, refetch } = useSubmission(submissionId);
  const [, navigate] = useLocation();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} radius="lg" />;
  const back = () => navigate(data.requestId === null ? '/requests' : requestPath(data.requestId));
  return (
    <>
      <Notice tone="warning" title={<bdi>{data.candidateName}</bdi>}>
        <p>
          Submitted on {formatDate(data.createdAt)}. Submitted again, this person is called once more; the two
          requests are linked.
        </p>
      </Notice>
      <NewRequestForm
        initial={{ ...draftOf(data, Date.now()), notBefore: null }}
        replaces={null}
        again={data.id}
        onDone={back}
        leave={{ label: 'Do not submit', go: back }}
      />
    </>
  );
}

/** Submits another person for the same job and questionnaire. */
function FromTemplate({ submissionId }: { submissionId: string }) {
  const { id } = useCurrentWorkspace();
  const { data, error, refetch } = useSubmission(submissionId);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} radius="lg" />;
  return (
    <NewRequestForm
      initial={draftFromTemplate(requestDraft(id), draftOf(data, Date.now()))}
      replaces={null}
      onType={(draft) => saveRequestDraft(id, draft)}
    />
  );
}

function WhyHere({ submission: { state, problem } }: { submission: Submission }) {
  if (state === 'draft') {
    return (
      <Notice tone="info" title="Taken back before it was sent">
        <p>Nobody is called until you submit it. Until then it is a draft in the Outbox.</p>
      </Notice>
    );
  }
  if (!problem) return null;
  const { message, nextStep } = problemWords(problem);
  return (
    <Notice tone="warning" title="The service refused this submission">
      <p>{message}</p>
      <p>{nextStep}</p>
    </Notice>
  );
}
