import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useRequest } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useEscape } from '../../parts/page/use-escape.ts';
import { OutcomeBadge } from '../../parts/status/status-badge.tsx';
import { RequestPane } from './request-pane.tsx';
import { RequestLoading, RequestView } from './request-view.tsx';
import { useRequestKeys } from './use-request-keys.ts';

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
