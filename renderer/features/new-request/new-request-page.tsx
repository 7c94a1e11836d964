import { Skeleton } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Submission } from '../../../shared/submission.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useSubmission } from '../../api/outbox.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../shell/page.tsx';
import { NewRequestForm } from './new-request-form.tsx';
import { draftOf, keepRequestDraft, requestDraft } from './request-draft.ts';

interface NewRequestPageProps {
  /** The draft or refused submission to change and submit. */
  readonly replaces: string | null;
  /** The path to go to when that is done. */
  readonly returnTo: string;
}

/** Submits one candidate; with `replaces`, one taken back or refused, changed. */
export function NewRequestPage({ replaces, returnTo }: NewRequestPageProps) {
  return (
    <Page title={replaces === null ? 'New request' : 'Change and submit'} layout="read">
      {replaces === null ? <FreshRequest /> : <ChangedRequest submissionId={replaces} returnTo={returnTo} />}
    </Page>
  );
}

function FreshRequest() {
  const { id } = useCurrentWorkspace();
  return (
    <NewRequestForm
      initial={requestDraft(id)}
      replaces={null}
      onType={(draft) => keepRequestDraft(id, draft)}
    />
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

function WhyHere({ submission: { state, problem } }: { submission: Submission }) {
  if (state === 'draft') {
    return (
      <Notice tone="info" title="Taken back before it was sent">
        <p>Nobody is called until you submit it. Until then it is a draft in the Outbox.</p>
      </Notice>
    );
  }
  if (!problem) return null;
  return (
    <Notice tone="warning" title="The service refused this submission">
      <p>{problem.message}</p>
      {problem.nextStep && <p>{problem.nextStep}</p>}
    </Notice>
  );
}
