import { CloseButton, Skeleton } from '@mantine/core';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { headlineOf } from '../../../shared/described-field.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { requestProblemWords } from '../../../shared/words/request-problem-words.ts';
import { markViewed } from '../../api/request-actions.ts';
import { useRequest } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ScaleBar } from '../../parts/assessment/scale-bar.tsx';
import { HistorySection } from '../../parts/history/history-section.tsx';
import { HeldNotice } from '../../parts/holds/held-notice.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useEscape } from '../../parts/page/use-escape.ts';
import { OutcomeBadge } from '../../parts/status/status-badge.tsx';
import { useAnnotations } from '../../parts/verdict/use-annotations.ts';
import { AssessmentSection } from './assessment-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { RequestFacts } from './request-facts.tsx';
import classes from './request-pane.module.css';
import { RequestToolbar } from './request-toolbar.tsx';
import requestViewClasses from './request-view.module.css';
import { ReviewCard } from './review-card.tsx';
import { type RequestKeys, useRequestKeys } from './use-request-keys.ts';

interface RequestPageProps {
  readonly requestId: string;
  /** Shown in a pane beside the list rather than as a page. */
  readonly beside?: boolean;
}

/** Everything about one tracked request. */
export function RequestPage({ requestId, beside = false }: RequestPageProps) {
  const request = useRequest(requestId);
  const [, navigate] = useLocation();
  const back = useCallback(() => navigate('/requests'), [navigate]);
  useEscape(back);
  const { data, error, refetch, isFetchedAfterMount } = request;
  const keys = useRequestKeys(requestId);
  useEffect(() => {
    // A verdict on a request that can't be shown is for nobody, nor is what was pressed after it.
    if (error && !data) keys.onShown(requestId, () => true);
  });
  const content = data ? (
    <RequestView request={data} keys={keys} isCurrent={isFetchedAfterMount} />
  ) : error ? (
    <ErrorNotice error={error} onRetry={() => void refetch()} />
  ) : (
    <RequestLoading />
  );
  const title = data?.candidateName ?? (error ? 'Request' : 'Loading…');
  const status = data && <OutcomeBadge outcome={data.outcome} tries={data.tries} status={data.status} />;
  if (beside) {
    return (
      <RequestPane key={requestId} title={title} aside={status} onClose={back}>
        {content}
      </RequestPane>
    );
  }
  return (
    <Page key={requestId} title={title} aside={status} onBack={back}>
      {content}
    </Page>
  );
}

interface RequestPaneProps {
  readonly title: string;
  /** Beside the heading. */
  readonly aside: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a request beside the list; fills the height and scrolls inside. */
function RequestPane({ title, aside, onClose, children }: RequestPaneProps) {
  return (
    <section className={classes['pane']} aria-label="Request">
      <header className={classes['head']}>
        <h2 className={classes['title']} title={title} dir="auto">
          {title}
        </h2>
        {aside}
        <CloseButton className={classes['close']} aria-label="Close request" onClick={onClose} />
      </header>
      <div className={classes['body']} data-scroller>
        {children}
      </div>
    </section>
  );
}

interface RequestViewProps {
  readonly request: RequestDetail;
  readonly keys: RequestKeys;
  /** Whether it was read since it was opened, rather than shown as it was known before. */
  readonly isCurrent: boolean;
}

/** Everything about one tracked request, in one or two columns depending on the width. */
function RequestView({ request, keys, isCurrent }: RequestViewProps) {
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
    <div className={requestViewClasses['view']}>
      <RequestToolbar request={request} neighbours={keys.neighbours} />
      {request.problem !== null && (
        <Notice tone="warning" title="The last check failed">
          <p>{requestProblemWords(request.problem)}</p>
          <p>You're seeing the data from the check before. Callboard will keep trying.</p>
        </Notice>
      )}
      <HeldNotice submissionId={request.submissionId} tags={request.tags} />
      <Headline request={request} />
      <div className={requestViewClasses['columns']}>
        <div className={requestViewClasses['review']}>
          <ReviewCard request={request} />
        </div>
        <div className={requestViewClasses['main']}>
          <CallsSection calls={request.screeningCalls} />
          <AssessmentSection request={request} />
        </div>
        <div className={requestViewClasses['facts']}>
          <RequestFacts request={request} />
        </div>
        <div className={requestViewClasses['history']}>
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
    <p className={requestViewClasses['headline']}>
      <span dir="auto">{headline}</span>
      {value?.scaled && <ScaleBar value={value} />}
    </p>
  );
}

/** The placeholder of a request that is still loading. */
function RequestLoading() {
  return (
    <div className={requestViewClasses['view']} aria-busy>
      <div className={requestViewClasses['columns']}>
        <div className={requestViewClasses['review']}>
          <Skeleton height={160} radius="md" />
        </div>
        <div className={requestViewClasses['main']}>
          <Skeleton height={90} radius="md" />
          <Skeleton height={280} radius="md" />
        </div>
        <div className={requestViewClasses['facts']}>
          <Skeleton height={280} radius="md" />
        </div>
      </div>
    </div>
  );
}
