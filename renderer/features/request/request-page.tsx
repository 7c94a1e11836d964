import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { RequestDetail } from '../../../shared/request.ts';
import { api } from '../../api/api.ts';
import { useRefreshRequests, useRequest } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { Page } from '../../shell/page.tsx';
import { AssessmentSection } from './assessment-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { HistorySection } from './history-section.tsx';
import { RequestFacts } from './request-facts.tsx';
import classes from './request-page.module.css';
import { useEscape } from './use-escape.ts';

/** Everything about one tracked request. */
export function RequestPage({ requestId }: { requestId: string }) {
  const { data, error, refetch } = useRequest(requestId);
  const [, navigate] = useLocation();
  const back = useCallback(() => navigate('/requests'), [navigate]);
  useEscape(back);
  useEffect(() => {
    // What is open is on screen: tracking refreshes it first. Only a hint, it goes on without it.
    api.requests.onScreen({ requestIds: [requestId] }).catch(() => undefined);
  }, [requestId]);

  if (!data) {
    return (
      <Page title={error ? 'Request' : 'Loading…'} onBack={back}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={data.candidateName} aside={<StatusBadge status={data.status} />} onBack={back}>
      <Toolbar request={data} />
      {data.problem && (
        <Notice tone="warning" title="The last check did not work">
          <p>{data.problem}</p>
          <p>What was read before is still shown. Callboard keeps trying.</p>
        </Notice>
      )}
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <CallsSection calls={data.screeningCalls} />
          <AssessmentSection
            status={data.status}
            results={data.assessmentResults}
            rawAnswer={data.rawAnswer}
          />
          <HistorySection history={data.history} />
        </div>
        <RequestFacts request={data} />
      </div>
    </Page>
  );
}

function Toolbar({ request }: { request: RequestDetail }) {
  const refresh = useRefreshRequests();
  return (
    <div className={classes['toolbar']}>
      <span className={classes['age']}>
        {request.refreshedAt === null ? (
          'Not checked with the service yet'
        ) : (
          <>
            Checked <RelativeTime at={request.refreshedAt} />
          </>
        )}
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={15} aria-hidden />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate([request.requestId])}
      >
        Refresh
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes['columns']} aria-busy>
      <div className={classes['main']}>
        <Skeleton height={120} radius="md" />
        <Skeleton height={240} radius="md" />
      </div>
      <Skeleton height={280} radius="md" />
    </div>
  );
}
