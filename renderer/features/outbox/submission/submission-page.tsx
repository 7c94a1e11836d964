import { Skeleton } from '@mantine/core';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useSubmissionDetail } from '../../../api/outbox.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Page } from '../../../parts/page/page.tsx';
import { useEscape } from '../../../parts/page/use-escape.ts';
import { useKeptFocus } from '../../../parts/page/use-kept-focus.ts';
import { SubmissionBadge } from '../../../parts/status/submission-badge.tsx';
import { outboxPlace } from '../../../routes/outbox-place.ts';
import { requestPath } from '../../../routes/paths.ts';
import { returnToOpenedRow } from '../use-opened-row.ts';
import { SubmissionMissing } from './submission-missing.tsx';
import { SubmissionView } from './submission-view.tsx';

/** Everything about one submission, accepted or not. */
export function SubmissionPage({ submissionId }: { submissionId: string }) {
  const { data, error, refetch } = useSubmissionDetail(submissionId);
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
