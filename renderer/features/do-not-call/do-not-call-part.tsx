import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type DoNotCallEntry, type DoNotCallPage, doNotCallReason } from '../../../shared/do-not-call.ts';
import { problem } from '../../../shared/input-problems.ts';
import { inputWords, issueWords } from '../../../shared/words/input-words.ts';
import { api, queries } from '../../api/api.ts';
import { useAppState } from '../../api/app-state.tsx';
import { openDialog } from '../../parts/dialog.tsx';
import { showSavedFile, useExportLock } from '../../parts/export.tsx';
import { FormButtons, focusFirstError } from '../../parts/form.tsx';
import { countOf, formatDate, formatNumber } from '../../parts/format.ts';
import { Dim, FramedRow, PlainList, Words } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { EmptyState, FixedMark, Section } from '../../parts/page.tsx';
import { PhoneText, usePhoneFormat } from '../../parts/phone.tsx';
import { ADD_NUMBERS_PATH, DO_NOT_CALL_PATH } from '../../routes/paths.ts';
import { AddNumbers } from './add-numbers.tsx';
import classes from './do-not-call.module.css';

/** The numbers that nobody may call, from any workspace. */
export function DoNotCallPart() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get('search') ?? '');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { teamAwaySince } = useAppState();
  return (
    <Section title="Do not call" aside={<ListActions onAdd={() => navigate(ADD_NUMBERS_PATH)} />}>
      <Words mb={12}>
        Callboard submits none of these numbers, however they are written, from any workspace. What the
        service already has may still be called.
        {teamAwaySince !== null &&
          ' Your colleagues’ computers learn of numbers added now once the team database can be reached.'}
      </Words>
      <Entries search={search} typed={typed} onSearch={setTyped} />
      <AddNumbers opened={params.has('add')} onClose={() => navigate(DO_NOT_CALL_PATH, { replace: true })} />
    </Section>
  );
}

const SEARCH_DELAY_MS = 200;

function ListActions({ onAdd }: { onAdd: () => void }) {
  const save = useMutation({ mutationFn: () => api.doNotCall.save({}) });
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
      <Button variant="default" loading={save.isPending} {...lock} onClick={saveList}>
        Save the list
      </Button>
      <Button onClick={onAdd}>Add numbers</Button>
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
          type="search"
          aria-label="Search the do-not-call list"
          placeholder="Search numbers and reasons"
          leftSection={<IconSearch size={15} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <Dim fz="sm" role="status">
          {search === '' ? '' : `${countOf(count, 'entry matches', 'entries match')} · `}
          {formatNumber(inForce)} in force
        </Dim>
      </div>
      {entries.length === 0 ? (
        <EmptyState title="No entry matches">Search for digits of a number, or words of a reason.</EmptyState>
      ) : (
        <PlainList aria-label="Do-not-call list" framed>
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </PlainList>
      )}
      {entries.length < count && (
        <Button variant="default" mt={8} loading={isPlaceholderData} onClick={() => setPages(pages + 1)}>
          Show more ({formatNumber(count - entries.length)})
        </Button>
      )}
    </>
  );
}

function Nobody() {
  return <EmptyState title="No number is on the list">Add everybody who asked not to be called.</EmptyState>;
}

/** An entry of the do-not-call list: the number, why, since when and by whom, and whether it was lifted. */
function EntryItem({ entry }: { entry: DoNotCallEntry }) {
  const { phoneNumber, source, reason, addedAt, addedBy, lifted } = entry;
  const format = usePhoneFormat();
  const isByPolicy = source === 'policy';
  return (
    <FramedRow component="li">
      <div>
        <Words component="span" fw={500}>
          {phoneNumber === null ? 'Erased person' : <PhoneText e164={phoneNumber} />}
        </Words>
        {reason !== '' && <Words dir="auto">{reason}</Words>}
        <Dim display="block">
          Since {formatDate(addedAt)}
          {isByPolicy && ' · Set by your organisation'}
          {addedBy !== '' && (
            <>
              {' · added by '}
              <bdi>{addedBy}</bdi>
            </>
          )}
        </Dim>
        {phoneNumber === null && (
          <Dim display="block">Only a keyed hash of the number is left, so it can’t be shown.</Dim>
        )}
        {lifted && (
          <Dim display="block">
            Lifted on {formatDate(lifted.at)} by <bdi>{lifted.by}</bdi>: <bdi>{lifted.reason}</bdi>
          </Dim>
        )}
      </div>
      {lifted === null && !isByPolicy && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Lift ${phoneNumber === null ? 'the entry of an erased person' : format(phoneNumber)}`}
          onClick={() => askToLift(entry)}
        >
          Lift…
        </Button>
      )}
    </FramedRow>
  );
}

/** Asks why a number may be called again, and lifts its entry. */
function askToLift(entry: DoNotCallEntry): void {
  openDialog({
    modalId: 'lift-do-not-call',
    title: 'May this number be called again?',
    content: (close) => <LiftEntry entry={entry} onClose={close} />,
  });
}

interface LiftEntryProps {
  readonly entry: DoNotCallEntry;
  readonly onClose: () => void;
}

/** What lifting does, and its reason, which is required. */
export function LiftEntry({ entry: { id, phoneNumber }, onClose }: LiftEntryProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [all, setAll] = useState(false);
  const others = (useQuery({ ...queries.doNotCall.addedTogether({ id }), gcTime: 0 }).data ?? 1) - 1;
  const together = all && others > 0;
  const lift = useLiftEntry();
  const format = usePhoneFormat();
  const wrong = reasonProblem(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) focusFirstError();
    else if (!lift.isPending) lift.mutate({ id, reason: reason.trim(), together }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {phoneNumber === null ? 'The number of this entry' : <span dir="ltr">{format(phoneNumber)}</span>}{' '}
          may then be submitted again from every workspace, unless another entry forbids it. What was
          withdrawn stays withdrawn. The entry stays in the list as lifted, with your account, the date and
          this reason.
        </Text>
        {others > 0 && (
          <Checkbox
            label={`Also lift ${countOf(others, 'other entry', 'other entries')} added together with it, such as by a wrong list`}
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        )}
        <TextInput
          data-autofocus
          label="Why may it be called again?"
          autoComplete="off"
          dir="auto"
          value={reason}
          error={tried && wrong}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNotice error={lift.error} />
        <FormButtons onLeave={onClose} loading={lift.isPending}>
          {together ? `Lift ${formatNumber(others + 1)} entries` : 'Lift the entry'}
        </FormButtons>
      </Stack>
    </form>
  );
}

function reasonProblem(reason: string): string | undefined {
  if (reason.trim() === '') return inputWords(problem('lifting_reason_missing'));
  const issue = doNotCallReason.safeParse(reason).error?.issues[0];
  return issue && issueWords(issue);
}

/** The entries of the do-not-call list that match a search: those of the first `pages` pages. */
function useDoNotCallPages(search: string, pages: number) {
  return useQuery({
    queryKey: [...queries.doNotCall.page.queryKey, search, pages],
    queryFn: () => fetchPages(search, pages),
    placeholderData: keepPreviousData,
  });
}

async function fetchPages(search: string, pages: number): Promise<DoNotCallPage> {
  let list = await api.doNotCall.page({ search, offset: 0 });
  for (let page = 1; page < pages && list.entries.length < list.count; page += 1) {
    const { entries, ...counts } = await api.doNotCall.page({ search, offset: list.entries.length });
    list = { ...counts, entries: [...list.entries, ...entries] };
  }
  return list;
}

interface LiftedEntry {
  readonly id: string;
  readonly reason: string;
  readonly together: boolean;
}

/** Ends an entry of a person, or all that were added together with it. */
function useLiftEntry() {
  return useMutation({
    mutationFn: async ({ together, ...entry }: LiftedEntry): Promise<void> => {
      await (together ? api.doNotCall.liftTogether(entry) : api.doNotCall.lift(entry));
    },
  });
}
