import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { GroupedTab, Outbox, OutboxPart } from '../../../shared/outbox.ts';
import { BusyButton } from '../../parts/form/busy-button.tsx';
import { outboxPath } from '../../routes/paths.ts';
import { OutboxSection, type OutboxSectionProps } from './outbox-section.tsx';
import { useMayTry, useMayTryAny } from './use-may-try.ts';
import { useOutboxRows } from './use-outbox-rows.ts';
import { useTryNow } from './use-try-now.ts';

/** Everything not yet accepted: what needs a decision, waits, was refused, or is a draft. */
export function AllTab({ outbox }: { outbox: Outbox }) {
  const { needsDecision } = outbox;
  const decisions = {
    count: needsDecision.length,
    first: needsDecision,
    itemAt: (index: number) => needsDecision[index],
  };
  return (
    <>
      {needsDecision.length > 0 && (
        <OutboxSection
          name="Needs your decision"
          part="decisions"
          rows={decisions}
          lead="These may or may not have reached the service. Callboard never resends them automatically, so that nobody is called twice."
          actions={<ByCause tab="needs-you" count={needsDecision.length} />}
        />
      )}
      <PagedSection
        name="Waiting"
        part="waiting"
        outbox={outbox}
        actions={<TryAllButton outbox={outbox} />}
      />
      <PagedSection
        name="Refused"
        part="refused"
        outbox={outbox}
        lead="The service refused these. Correct and resubmit them, or discard them."
        actions={<ByCause tab="refused" count={outbox.counts.refused} />}
      />
      <PagedSection
        name="Drafts"
        part="drafts"
        outbox={outbox}
        lead="You took these back. Nobody is called until you submit them."
      />
    </>
  );
}

interface PagedSectionProps extends Omit<OutboxSectionProps, 'rows' | 'part'> {
  readonly part: OutboxPart;
  readonly outbox: Outbox;
}

function PagedSection({ part, outbox, ...section }: PagedSectionProps) {
  const rows = useOutboxRows(part, outbox);
  return rows.count > 0 && <OutboxSection {...section} part={part} rows={rows} />;
}

/** Leads to the tab where many can be decided at once. */
function ByCause({ tab, count }: { tab: GroupedTab; count: number }) {
  if (count < 2) return null;
  return (
    <Anchor component={Link} size="sm" href={outboxPath(tab)}>
      Group by cause
    </Anchor>
  );
}

function TryAllButton({ outbox: { waiting, counts } }: { outbox: Outbox }) {
  const { tryAll, isPending } = useTryNow();
  const mayTry = useMayTry();
  const mayTryAny = useMayTryAny();
  // Of later pages nothing is known here.
  if (!mayTryAny || (counts.waiting === waiting.length && !waiting.some(mayTry))) return null;
  return (
    <BusyButton size="xs" variant="default" busy={isPending} onClick={tryAll}>
      Try all now
    </BusyButton>
  );
}
