import { Button, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { GROUPED_TABS, OUTBOX_TABS, type OutboxTab } from '../../../shared/outbox.ts';
import { useCurrentWorkspace, useOutboxCounts } from '../../api/app-state.tsx';
import { useOutbox } from '../../api/outbox.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useKeptFocus } from '../../parts/page/use-kept-focus.ts';
import { usePathSegment } from '../../routes/hash-location.ts';
import { rememberOutboxPlace } from '../../routes/outbox-place.ts';
import { outboxPath } from '../../routes/paths.ts';
import { AllTab } from './all-tab.tsx';
import { CauseTab } from './cause-tab.tsx';
import { DiscardedTab } from './discarded-tab.tsx';
import { HoldQuestion } from './hold-question.tsx';
import { OutboxTabs } from './outbox-tabs.tsx';

/** All submissions the service hasn't accepted yet, in tabs by what needs to happen next. */
export function OutboxPage() {
  const segment = usePathSegment(1);
  const tab = OUTBOX_TABS.find((known) => known === segment) ?? 'all';
  const { id } = useCurrentWorkspace();
  const counts = useOutboxCounts(id);
  useEffect(() => rememberOutboxPlace(id, outboxPath(tab)), [id, tab]);
  useKeptFocus();
  const { data, error, refetch } = useOutbox();
  const isEmpty = counts.waiting + counts.needsDecision + counts.refused + counts.drafts === 0;
  return (
    <Page title="Outbox">
      <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />
      {data?.question && <HoldQuestion question={data.question} />}
      <OutboxTabs tab={tab} counts={counts}>
        {!data && !error && <Skeleton height={240} radius="md" />}
        {data && tab === 'all' && (isEmpty ? <EmptyOutbox /> : <AllTab outbox={data} />)}
        {data && tab !== 'all' && <OtherTab tab={tab} />}
      </OutboxTabs>
    </Page>
  );
}

function OtherTab({ tab }: { tab: Exclude<OutboxTab, 'all'> }) {
  const grouped = GROUPED_TABS.find((known) => known === tab);
  return grouped === undefined ? <DiscardedTab /> : <CauseTab key={grouped} tab={grouped} />;
}

function EmptyOutbox() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconSend size={22} stroke={1.75} aria-hidden />}
      title="Nothing is waiting"
      action={
        <Button.Group>
          <Button variant="default" onClick={() => navigate('/new')}>
            New request
          </Button>
          <Button variant="default" onClick={() => navigate('/import')}>
            Import
          </Button>
        </Button.Group>
      }
    >
      Nobody waits to be sent, and nothing needs you. New submissions appear here until the service accepts
      them.
    </EmptyState>
  );
}
