import { Button, Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useHoldPages } from '../../../api/holds.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { HoldForm } from '../../../parts/holds/hold-dialog.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { HoldItem } from './hold-item.tsx';
import classes from './holds.module.css';

/** What no retention erases: the holds in force and, on demand, those that ended. */
export function HoldsSection() {
  const { id: workspaceId } = useWorkspace();
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <Section
      title="Legal holds"
      aside={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          Place a legal hold…
        </Button>
      }
    >
      <Holds inForce />
      <Ended />
      <Modal opened={adding} onClose={close} title="Place a legal hold" size="md">
        <HoldForm about={{ workspaceId }} onClose={close} />
      </Modal>
    </Section>
  );
}

function Holds({ inForce }: { inForce: boolean }) {
  const [pages, setPages] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useHoldPages(inForce, pages);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} radius="md" />;
  const { holds, count } = data;
  if (count === 0) {
    return inForce ? (
      <EmptyState title="No legal hold is in force">
        Place one on a person, a job description or a tag for as long as something about it must not be
        erased, such as during a dispute. A request’s menu can do it, too.
      </EmptyState>
    ) : null;
  }
  return (
    <>
      <ul
        aria-label={inForce ? 'Legal holds in force' : 'Legal holds that ended'}
        className={classes['holds']}
      >
        {holds.map((hold) => (
          <HoldItem key={hold.id} hold={hold} />
        ))}
      </ul>
      {holds.length < count && (
        <Button
          size="xs"
          variant="default"
          className={classes['more'] ?? ''}
          loading={isPlaceholderData}
          onClick={() => setPages(pages + 1)}
        >
          Show more ({formatNumber(count - holds.length)})
        </Button>
      )}
    </>
  );
}

function Ended() {
  const [shown, setShown] = useState(false);
  const { data } = useHoldPages(false, 1);
  if (!data || data.count === 0) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes['more'] ?? ''}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'} legal holds that ended ({formatNumber(data.count)})
      </Button>
      {shown && <Holds inForce={false} />}
    </>
  );
}
