import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { attentionOf, OUTBOX_TABS, type OutboxCounts, type OutboxTab } from '../../../shared/outbox.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { outboxPath } from '../../routes/paths.ts';
import classes from './outbox-tabs.module.css';

const LABELS: Readonly<Record<OutboxTab, string>> = {
  all: 'All',
  'needs-you': 'Needs you',
  waiting: 'Waiting',
  refused: 'Refused',
  drafts: 'Drafts',
  discarded: 'Discarded',
};

function countOfTab(tab: OutboxTab, counts: OutboxCounts): number {
  switch (tab) {
    case 'all':
      return counts.waiting + counts.needsDecision + counts.refused + counts.drafts;
    case 'needs-you':
      return attentionOf(counts);
    default:
      return counts[tab];
  }
}

interface OutboxTabsProps {
  readonly tab: OutboxTab;
  readonly counts: OutboxCounts;
  readonly children: ReactNode;
}

/** The tabs of the Outbox with their counts, and the panel of one; each has an address of its own. */
export function OutboxTabs({ tab, counts, children }: OutboxTabsProps) {
  const [, navigate] = useLocation();
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const chosen = OUTBOX_TABS.find((known) => known === value);
        if (chosen) navigate(outboxPath(chosen));
      }}
    >
      <Tabs.List aria-label="Outbox" className={classes['list']}>
        {OUTBOX_TABS.map((each) => (
          <Tabs.Tab key={each} value={each} className={classes['tab']}>
            {LABELS[each]}{' '}
            <span
              className={classes['count']}
              data-urgent={(each === 'needs-you' && attentionOf(counts) > 0) || undefined}
            >
              {formatNumber(countOfTab(each, counts))}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {OUTBOX_TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes['panel']}>
          {each === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
