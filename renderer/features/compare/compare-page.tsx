import { Button, Skeleton } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { MIN_COMPARED } from '../../../shared/comparison-limits.ts';
import { requestQuery } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useEscape } from '../../parts/page/use-escape.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { useChosenRequests } from './chosen-requests.ts';
import { CompareToolbar } from './compare-toolbar.tsx';
import { ComparisonTable } from './comparison-table.tsx';

/** Two to six tracked requests side by side. */
export function ComparePage() {
  const { requestIds, leftOut, remove } = useChosenRequests();
  const [, navigate] = useLocation();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const back = useCallback(() => navigate('/requests'), [navigate]);
  useEscape(back);
  const workspace = useWorkspace();
  const queries = useQueries({ queries: requestIds.map((id) => requestQuery(workspace, id)) });
  const requests = queries.flatMap(({ data }) => (data ? [data] : []));
  const failed = queries.filter(({ error, data }) => error && !data);
  const shownIds = requests.map(({ requestId }) => requestId).join('\n');
  useEffect(() => {
    // A hint for tracking, which refreshes requests on screen first: a failure changes nothing for the user.
    if (shownIds === '') return;
    workspace.api.requests.onScreen({ requestIds: shownIds.split('\n') }).catch(() => undefined);
  }, [workspace, shownIds]);

  const [firstFailed] = failed;
  return (
    <Page title="Compare" layout="fill" onBack={back}>
      {leftOut > 0 && (
        <Notice tone="info" title="Only six requests fit side by side">
          <p>{countOf(leftOut, 'more request')} you chose can't be shown.</p>
        </Notice>
      )}
      {firstFailed && (
        <ErrorNotice
          error={firstFailed.error}
          title={`Couldn't open ${countOf(failed.length, 'request')}`}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      )}
      {queries.some(({ isPending }) => isPending) ? (
        <Skeleton height={320} radius="md" aria-busy />
      ) : requests.length < MIN_COMPARED ? (
        <NothingToCompare />
      ) : (
        <>
          <CompareToolbar
            requests={requests}
            onlyDifferences={onlyDifferences}
            onOnlyDifferences={setOnlyDifferences}
          />
          <ComparisonTable requests={requests} onlyDifferences={onlyDifferences} onRemove={remove} />
        </>
      )}
    </Page>
  );
}

function NothingToCompare() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconColumns3 size={36} stroke={1.5} aria-hidden />}
      title="Choose two to six requests to compare"
      action={
        <Button variant="default" onClick={() => navigate('/requests')}>
          Go to requests
        </Button>
      }
    >
      <p>
        Select their checkboxes in the list of requests (Shift selects a range, Ctrl one more), then press
        Compare.
      </p>
    </EmptyState>
  );
}
