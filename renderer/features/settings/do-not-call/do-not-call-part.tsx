import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useDoNotCallPages, useSaveDoNotCallList } from '../../../api/do-not-call.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { useExportLock } from '../../../parts/export/use-export-lock.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { FixedMark } from '../../../parts/policy/fixed-mark.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';
import { ADD_NUMBERS_PATH, DO_NOT_CALL_PATH } from '../../../routes/paths.ts';
import { AddNumbers } from './add-numbers.tsx';
import classes from './do-not-call-part.module.css';
import { EntryItem } from './entry-item.tsx';

/** The numbers that nobody may call, from any workspace. */
export function DoNotCallPart() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get('search') ?? '');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  return (
    <Section title="Do not call" aside={<ListActions onAdd={() => navigate(ADD_NUMBERS_PATH)} />}>
      <p className={classes['words']}>
        Callboard sends no submission to a number on this list, however it is written, from any workspace on
        this computer. It can’t stop calls of what the service already has, and the service doesn’t get the
        list. Which numbers belong here is for you to know: this is no legal advice.
      </p>
      <Entries search={search} typed={typed} onSearch={setTyped} />
      <AddNumbers opened={params.has('add')} onClose={() => navigate(DO_NOT_CALL_PATH, { replace: true })} />
    </Section>
  );
}

const SEARCH_DELAY_MS = 200;

function ListActions({ onAdd }: { onAdd: () => void }) {
  const save = useSaveDoNotCallList();
  const { isOff, lock } = useExportLock();
  const saveList = () =>
    save.mutate(undefined, {
      onSuccess: ({ path }) => {
        if (path !== null) showSavedFile({ title: 'Do-not-call list saved', path });
      },
    });
  return (
    <Group gap={8}>
      {isOff && <FixedMark />}
      <Button size="xs" variant="default" loading={save.isPending} {...lock} onClick={saveList}>
        Save the list
      </Button>
      <Button size="xs" onClick={onAdd}>
        Add numbers
      </Button>
      <ErrorNotice error={save.error} />
    </Group>
  );
}

interface EntriesProps {
  readonly search: string;
  /** As in the field, which the list follows. */
  readonly typed: string;
  readonly onSearch: (typed: string) => void;
}

function Entries({ search, typed, onSearch }: EntriesProps) {
  const [pages, setPages] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useDoNotCallPages(search, pages);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} radius="md" />;
  const { entries, count, inForce } = data;
  if (count === 0 && search === '' && typed === '') return <Nobody />;
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          size="sm"
          type="search"
          aria-label="Search the do-not-call list"
          placeholder="Search numbers and reasons"
          leftSection={<IconSearch size={15} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <span className={classes['count']} role="status">
          {search === '' ? '' : `${countOf(count, 'entry matches', 'entries match')} · `}
          {formatNumber(inForce)} in force
        </span>
      </div>
      {entries.length === 0 ? (
        <EmptyState title="No entry matches">Search for digits of a number, or words of a reason.</EmptyState>
      ) : (
        <ul aria-label="Do-not-call list" className={classes['entries']}>
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {entries.length < count && (
        <Button
          size="xs"
          variant="default"
          className={classes['more'] ?? ''}
          loading={isPlaceholderData}
          onClick={() => setPages(pages + 1)}
        >
          Show more ({formatNumber(count - entries.length)})
        </Button>
      )}
    </>
  );
}

function Nobody() {
  return (
    <EmptyState title="No number is on the list">
      Add the number of everybody who asked not to be called. A request’s menu, the Outbox and a submission’s
      page can do it, too.
    </EmptyState>
  );
}
