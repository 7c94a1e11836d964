import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useOutbox } from '../../api/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/standing-problem.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { DecisionSection } from './decision-section.tsx';
import { draftColumns } from './draft-columns.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { refusedColumns } from './refused-columns.tsx';
import { waitingColumns } from './waiting-columns.tsx';

/** Everything the service has not accepted yet, sorted by who has to do something about it. */
export function OutboxPage() {
  const { data, error, refetch } = useOutbox();
  return (
    <Page title="Outbox">
      <ErrorNotice error={error} title="The Outbox could not be loaded." onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data && (
        <>
          <DecisionSection rows={data.needsDecision} />
          <OutboxSection
            title="Waiting"
            rows={data.waiting}
            columns={waitingColumns}
            aside={data.waiting.length > 0 && <TryAllButton />}
            empty="Nothing is waiting. New submissions show here until the service has them."
          />
          {data.drafts.length > 0 && (
            <OutboxSection
              title="Drafts"
              rows={data.drafts}
              columns={draftColumns}
              lead="You took these back before they were sent. They go out when you submit them."
              empty=""
            />
          )}
          {data.refused.length > 0 && (
            <OutboxSection
              title="Refused"
              rows={data.refused}
              columns={refusedColumns}
              lead="The service refused these as they are. Correct and submit them again, or discard them."
              empty=""
            />
          )}
        </>
      )}
    </Page>
  );
}

function TryAllButton() {
  const tryAll = useMutation({ mutationFn: () => api.submissions.tryNow({}), meta: SHOW_ERROR_IN_SHELL });
  return (
    <Button size="xs" variant="default" loading={tryAll.isPending} onClick={() => tryAll.mutate()}>
      Try all now
    </Button>
  );
}
