import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { headlineOf } from '../../../shared/described-field.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { requestProblemWords } from '../../../shared/words/request-problem-words.ts';
import { markViewed } from '../../api/request-actions.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ScaleBar } from '../../parts/assessment/scale-bar.tsx';
import { HistorySection } from '../../parts/history/history-section.tsx';
import { HeldNotice } from '../../parts/holds/held-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { useAnnotations } from '../../parts/verdict/use-annotations.ts';
import { AssessmentSection } from './assessment-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestToolbar } from './request-toolbar.tsx';
import classes from './request-view.module.css';
import { ReviewCard } from './review-card.tsx';
import type { RequestKeys } from './use-request-keys.ts';

interface RequestViewProps {
  readonly request: RequestDetail;
  readonly keys: RequestKeys;
  /** Whether it was read since it was opened, rather than shown as it was known before. */
  readonly isCurrent: boolean;
}

/** Everything about one tracked request, in one or two columns depending on the width. */
export function RequestView({ request, keys, isCurrent }: RequestViewProps) {
  const { requestId, changedAt } = request;
  const workspace = useWorkspace();
  const { setVerdict } = useAnnotations(request);
  useEffect(() => {
    if (isCurrent) keys.onShown(requestId, setVerdict);
  });
  useEffect(() => {
    // Runs again on each change: one that arrives while the request is open counts as seen.
    if (changedAt > 0) markViewed(workspace, requestId);
  }, [workspace, requestId, changedAt]);
  return (
    <div className={classes['view']}>
      <RequestToolbar request={request} neighbours={keys.neighbours} />
      {request.problem !== null && (
        <Notice tone="warning" title="The last check failed">
          <p>{requestProblemWords(request.problem)}</p>
          <p>You're seeing the data from the check before. Callboard will keep trying.</p>
        </Notice>
      )}
      <HeldNotice submissionId={request.submissionId} tags={request.tags} />
      <Headline request={request} />
      <div className={classes['columns']}>
        <div className={classes['review']}>
          <ReviewCard request={request} />
        </div>
        <div className={classes['main']}>
          <CallsSection calls={request.screeningCalls} />
          <AssessmentSection request={request} />
        </div>
        <div className={classes['facts']}>
          <RequestFacts request={request} />
        </div>
        <div className={classes['history']}>
          <HistorySection history={request.history} candidateName={request.candidateName} />
        </div>
      </div>
    </div>
  );
}

/** What sums up the assessment, as at the head of the printed report; nothing without a headline. */
function Headline({ request: { headline, assessmentResults, described } }: { request: RequestDetail }) {
  if (headline === null) return null;
  const value = headlineOf(assessmentResults, described)?.value;
  return (
    <p className={classes['headline']}>
      <span dir="auto">{headline}</span>
      {value?.scaled && <ScaleBar value={value} />}
    </p>
  );
}

/** The placeholder of a request that is still loading. */
export function RequestLoading() {
  return (
    <div className={classes['view']} aria-busy>
      <div className={classes['columns']}>
        <div className={classes['review']}>
          <Skeleton height={160} radius="md" />
        </div>
        <div className={classes['main']}>
          <Skeleton height={90} radius="md" />
          <Skeleton height={280} radius="md" />
        </div>
        <div className={classes['facts']}>
          <Skeleton height={280} radius="md" />
        </div>
      </div>
    </div>
  );
}
