import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useRequest } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { Page } from '../../shell/page.tsx';
import { RequestLoading, RequestView } from './request-view.tsx';
import { useEscape } from './use-escape.ts';

/** Everything about one tracked request, as a page of its own. */
export function RequestPage({ requestId }: { requestId: string }) {
  const { data, error, refetch } = useRequest(requestId);
  const [, navigate] = useLocation();
  const back = useCallback(() => navigate('/requests'), [navigate]);
  useEscape(back);
  if (!data) {
    return (
      <Page title={error ? 'Request' : 'Loading…'} onBack={back}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <RequestLoading />}
      </Page>
    );
  }
  return (
    <Page title={data.candidateName} aside={<StatusBadge status={data.status} />} onBack={back}>
      <RequestView request={data} />
    </Page>
  );
}
