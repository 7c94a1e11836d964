import { Button, Checkbox, Group, Skeleton, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ErasureReceipt, PersonSearch, PrivacyState } from '../../../../shared/privacy.ts';
import { api, queries } from '../../../api/api.ts';
import { useWorkspace } from '../../../api/app-state.tsx';
import { askToConfirm } from '../../../parts/dialog.tsx';
import { showSavedFile } from '../../../parts/export.tsx';
import { countOf, formatDateTime } from '../../../parts/format.ts';
import { Card, Dim, FramedRow, PlainList, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { personToFind } from '../../../routes/hash-location.ts';
import { FoundPersonView } from './found-person.tsx';
import { foundWords } from './found-words.ts';
import { HoldsSection } from './holds-section.tsx';
import classes from './privacy.module.css';
import { RetentionSection } from './retention-section.tsx';

/** Retention, holds, erasing a person, receipts, and where data is stored. */
export function PrivacyPart() {
  const { data, error, refetch } = useQuery(queries.privacy.state());
  const settings = useQuery(queries.settings.get());
  return (
    <>
      {settings.data ? (
        <RetentionSection settings={settings.data} />
      ) : (
        !settings.error && <Skeleton height={90} radius="md" />
      )}
      <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />
      <HoldsSection />
      <ErasePerson putAside={data?.putAside.length ?? 0} />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data && <Receipts receipts={data.receipts} />}
      {data && <DataFolderPart state={data} />}
    </>
  );
}

/** Where data is stored, who else has it, and files put aside that can be deleted. */
function DataFolderPart({ state: { folder, putAside } }: { state: PrivacyState }) {
  const show = useMutation({ mutationFn: api.diagnostics.showFolder });
  return (
    <Section
      title="Where your data is stored"
      aside={
        <Button variant="default" onClick={() => show.mutate({ folder: 'data' })}>
          Show the folder
        </Button>
      }
    >
      <Card>
        <code className={classes['path']} dir="ltr">
          {folder}
        </code>
        <Words>
          Only your user account can open this folder. What you submit goes to the service, and in a team to
          its database.
        </Words>
        {putAside.length > 0 && (
          <Group gap="8px 16px" justify="space-between">
            <Words flex="1 1 240px">
              {countOf(putAside.length, 'file was', 'files were')} put aside here and may contain anyone’s
              data: {putAside.map(({ name }) => name).join(', ')}
            </Words>
            <Button variant="default" onClick={() => askToDelete(putAside.map(({ name }) => name))}>
              Delete files put aside…
            </Button>
          </Group>
        )}
        <ErrorNotice error={show.error} />
      </Card>
    </Section>
  );
}

function askToDelete(names: readonly string[]): void {
  askToConfirm({
    title: 'Delete files put aside?',
    body: `${countOf(names.length, 'file')} with earlier data will be deleted. After that, nothing can be recovered from them.`,
    confirm: 'Delete for good',
    danger: true,
    run: () => api.privacy.removePutAside({ names: [...names] }),
  });
}

/** Receipts of past erasures; they name nobody. */
function Receipts({ receipts }: { receipts: readonly ErasureReceipt[] }) {
  const save = useMutation({ mutationFn: api.privacy.saveReceipt });
  if (receipts.length === 0) return null;
  return (
    <Section title="Receipts">
      <PlainList framed>
        {receipts.map((receipt) => (
          <FramedRow key={receipt.id} component="li">
            <div>
              <Words component="div" fw={500}>
                {titleOf(receipt)}
              </Words>
              <Dim component="div">
                {contentsOf(receipt)}, from{' '}
                {receipt.workspace ? <bdi>{receipt.workspace}</bdi> : 'all workspaces'}
              </Dim>
              <Dim component="div">
                {receipt.finishedAt === null
                  ? progressOf(receipt)
                  : `${formatDateTime(receipt.finishedAt)} · receipt ${receipt.id.slice(0, 8)}`}
              </Dim>
            </div>
            <Group gap={6} wrap="nowrap">
              {(['txt', 'json'] as const).map((format) => (
                <Button
                  key={format}
                  size="compact-sm"
                  variant="default"
                  aria-label={`Save receipt ${receipt.id.slice(0, 8)} as ${format === 'txt' ? 'text' : 'JSON'}`}
                  onClick={() =>
                    save.mutate(
                      { id: receipt.id, format },
                      {
                        onSuccess: ({ path }) => {
                          if (path !== null) showSavedFile({ title: 'Receipt saved', path });
                        },
                      },
                    )
                  }
                >
                  {format === 'txt' ? 'Save as text' : 'JSON'}
                </Button>
              ))}
            </Group>
          </FramedRow>
        ))}
      </PlainList>
      <ErrorNotice error={save.error} />
    </Section>
  );
}

function titleOf({ kind, days }: ErasureReceipt): string {
  if (kind === 'team') return 'Erased by a colleague for the team';
  return kind === 'person' ? 'One person' : `Finished more than ${days} days ago`;
}

function progressOf({ team }: ErasureReceipt): string {
  return team.told + team.held < team.of
    ? 'In progress: the team’s database will be told as soon as it can be reached'
    : 'In progress: the last traces are being overwritten';
}

function contentsOf({
  kind,
  team,
  requests,
  submissions,
  notes,
  importRows,
  mentions,
  ...listed
}: ErasureReceipt): string {
  const parts = [
    requests > 0 && countOf(requests, 'request'),
    submissions > 0 && countOf(submissions, 'submission'),
    notes > 0 && countOf(notes, 'note'),
    importRows > 0 && `${countOf(importRows, 'row')} of files`,
    mentions > 0 && countOf(mentions, 'mention'),
    listed.listedNumbers > 0 && countOf(listed.listedNumbers, 'do-not-call entry', 'do-not-call entries'),
    listed.heldBy > 0 && `kept by ${countOf(listed.heldBy, 'legal hold')} until then`,
    team.told > 0 && 'also for the team',
    team.held > 0 && 'but kept for the team by a colleague’s legal hold',
    listed.floorDays !== null && `some younger than ${countOf(listed.floorDays, 'day')}`,
    listed.blockedNumbers > 0 && `${countOf(listed.blockedNumbers, 'number')} still blocked`,
  ].filter((part) => part !== false);
  if (kind === 'team' && parts.length === 1 && listed.heldBy > 0)
    return `Nothing: kept by ${countOf(listed.heldBy, 'legal hold')} that the team doesn’t know. Erased when it’s lifted`;
  return parts.length === 0 ? 'Nothing' : parts.join(', ');
}

const EMPTY_SEARCH: PersonSearch = { name: '', phone: '', everywhere: true };

/** Finds one person's data, and saves or erases what the user chooses. */
function ErasePerson({ putAside }: { putAside: number }) {
  const [search, setSearch] = useState(EMPTY_SEARCH);
  const find = useMutation({ mutationFn: useWorkspace().api.privacy.find });
  const first = useRef<HTMLInputElement>(null);
  const { mutate } = find;
  useEffect(() => {
    const person = personToFind.take();
    if (!person) return;
    const wanted = { ...person, everywhere: true };
    setSearch(wanted);
    mutate(wanted);
    first.current?.closest('section')?.scrollIntoView();
    first.current?.focus({ preventScroll: true });
  }, [mutate]);
  const change = (part: Partial<PersonSearch>) => {
    setSearch((before) => ({ ...before, ...part }));
    // The results were for another search.
    find.reset();
  };
  return (
    <Section title="Save or erase a person’s data">
      <Card>
        <Words>
          Requests, history, results, notes and rows of imported files on this computer.{' '}
          <strong>The service keeps its own copy.</strong>
        </Words>
        <SearchForm
          firstInput={first}
          search={search}
          onChange={change}
          busy={find.isPending}
          onSubmit={() => mutate(search)}
        />
        <ErrorNotice error={find.error} />
        <VisuallyHidden role="status">{find.data && foundWords(find.data)}</VisuallyHidden>
        {find.data && find.variables && (
          <FoundPersonView
            key={find.submittedAt}
            found={find.data}
            search={find.variables}
            putAside={putAside}
            onErased={() => {
              find.reset();
              setSearch(EMPTY_SEARCH);
            }}
          />
        )}
      </Card>
    </Section>
  );
}

interface SearchFormProps {
  readonly firstInput: RefObject<HTMLInputElement | null>;
  readonly search: PersonSearch;
  readonly onChange: (part: Partial<PersonSearch>) => void;
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

function SearchForm({ firstInput, search, onChange, busy, onSubmit }: SearchFormProps) {
  const empty = search.name.trim() === '' && search.phone.trim() === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!empty) onSubmit();
  };
  return (
    <form onSubmit={submit} className={classes['search']}>
      <TextInput
        ref={firstInput}
        label="Number of the person"
        placeholder="In any format"
        dir="ltr"
        maxLength={60}
        value={search.phone}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <TextInput
        label="Name of the person"
        dir="auto"
        maxLength={200}
        value={search.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Group gap="md" justify="space-between" style={{ gridColumn: '1 / -1' }}>
        <Checkbox
          label="In all workspaces, removed ones too"
          checked={search.everywhere}
          onChange={(event) => onChange({ everywhere: event.currentTarget.checked })}
        />
        <Button type="submit" disabled={empty} loading={busy}>
          Look for this person
        </Button>
      </Group>
    </form>
  );
}
