import { Button, Group, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { localDay } from '../../../../shared/local-day.ts';
import { useRightsPage, useSaveRegister } from '../../../api/rights.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ChoiceChip } from '../../../parts/filter-chips/choice-chip.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { rightsDraft } from '../../../routes/rights-draft.ts';
import { useStore } from '../../../store.ts';
import classes from './rights.module.css';
import { openRightsForm } from './rights-form.tsx';
import { RightsItem } from './rights-item.tsx';

/** What candidates asked for about their data, with the days on which it is due. */
export function RightsPart() {
  const draft = useStore(rightsDraft);
  useEffect(() => {
    if (!draft) return;
    rightsDraft.set(null);
    openRightsForm({ draft });
  }, [draft]);
  return (
    <Section title="Requests from candidates" aside={<RegisterActions />}>
      <p className={classes['words']}>
        Keep here what candidates ask for about their data, and by when they are answered. Callboard proposes
        a due date one month after a request came; which one holds for you is for you to know: this is no
        legal advice. Erasing a person leaves only what was asked for, when, and how it ended.
      </p>
      <Entries />
    </Section>
  );
}

function RegisterActions() {
  const save = useSaveRegister();
  const saveRegister = () =>
    save.mutate(undefined, {
      onSuccess: ({ path }) => {
        if (path !== null) showSavedFile({ title: 'Requests from candidates saved', path });
      },
    });
  return (
    <Group gap={8}>
      <Button size="xs" variant="default" loading={save.isPending} onClick={saveRegister}>
        Save the register
      </Button>
      <Button size="xs" onClick={() => openRightsForm({ draft: {} })}>
        Add a request
      </Button>
      <ErrorNotice error={save.error} />
    </Group>
  );
}

const PAGE = 100;

function Entries() {
  const [onlyOpen, setOnlyOpen] = useState(true);
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch, isPlaceholderData } = useRightsPage(onlyOpen, limit);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} radius="md" />;
  const { entries, count, open, all } = data;
  if (all === 0)
    return (
      <EmptyState title="No request was noted">
        When a candidate asks what you hold about them, to be erased or corrected, not to be called, or why
        something was decided, add it here. Its due date then stays in sight.
      </EmptyState>
    );
  const today = localDay(Date.now());
  return (
    <>
      <fieldset className={classes['tools']} aria-label="Which requests to show">
        <ChoiceChip word="Open" count={open} pressed={onlyOpen} onPress={() => setOnlyOpen(true)} />
        <ChoiceChip word="All" count={all} pressed={!onlyOpen} onPress={() => setOnlyOpen(false)} />
      </fieldset>
      {entries.length === 0 ? (
        <EmptyState title="Nothing is open">Every request that was noted is done or refused.</EmptyState>
      ) : (
        <ul aria-label="Requests from candidates" className={classes['entries']}>
          {entries.map((entry) => (
            <RightsItem key={entry.id} entry={entry} today={today} />
          ))}
        </ul>
      )}
      {entries.length < count && (
        <Button
          size="xs"
          variant="default"
          className={classes['more'] ?? ''}
          loading={isPlaceholderData}
          onClick={() => setLimit(limit + PAGE)}
        >
          Show more ({formatNumber(count - entries.length)})
        </Button>
      )}
    </>
  );
}
