import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Outbox, OutboxPart } from '../../../shared/outbox.ts';
import { useOutbox } from '../../api/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { tryAllNow } from './ask-to-send-now.tsx';
import { DecisionSection } from './decision-section.tsx';
import { draftColumns } from './draft-columns.tsx';
import { HoldQuestion } from './hold-question.tsx';
import { OutboxSection, type OutboxSectionProps } from './outbox-section.tsx';
import { refusedColumns } from './refused-columns.tsx';
import { useOutboxRows } from './use-outbox-rows.ts';
import { waitingColumns } from './waiting-columns.tsx';

/** All submissions the service hasn't accepted yet, grouped by what needs to happen next. */
export function OutboxPage() {
  const { data, error, refetch } = useOutbox();
  return (
    <Page title="Outbox">
      <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data && (
        <>
          {data.question && <HoldQuestion question={data.question} />}
          <DecisionSection rows={data.needsDecision} />
          <PagedSection
            title="Waiting"
            part="waiting"
            outbox={data}
            columns={waitingColumns}
            aside={data.counts.waiting > 0 && <TryAllButton />}
            empty="Nothing is waiting. New submissions appear here until the service accepts them."
          />
          {data.counts.drafts > 0 && (
            <PagedSection
              title="Drafts"
              part="drafts"
              outbox={data}
              columns={draftColumns}
              lead="You took these back. Nobody is called until you submit them."
              empty=""
            />
          )}
          {data.counts.refused > 0 && (
            <PagedSection
              title="Refused"
              part="refused"
              outbox={data}
              columns={refusedColumns}
              lead="The service refused these. Correct and resubmit them, or discard them."
              empty=""
            />
          )}
        </>
      )}
    </Page>
  );
}

interface PagedSectionProps extends Omit<OutboxSectionProps, 'rows'> {
  readonly part: OutboxPart;
  readonly outbox: Outbox;
}

function PagedSection({ part, outbox, ...section }: PagedSectionProps) {
  return <OutboxSection {...section} rows={useOutboxRows(part, outbox)} />;
}

function TryAllButton() {
  const workspace = useWorkspace();
  const tryAll = useMutation({ mutationFn: () => tryAllNow(workspace), meta: SHOW_ERROR_IN_SHELL });
  return (
    <Button size="xs" variant="default" loading={tryAll.isPending} onClick={() => tryAll.mutate()}>
      Try all now
    </Button>
  );
}
