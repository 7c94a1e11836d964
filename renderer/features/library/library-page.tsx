import { Button, CloseButton, Group, Skeleton, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { ChipGroup, ChoiceChip } from '../../parts/chips.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { EmptyState, Page, Section } from '../../parts/page.tsx';
import { useActions } from '../../parts/shortcuts.ts';
import { ExportLibraryMenu } from './export-library-menu.tsx';
import { ImportLibraryButton } from './import-library-button.tsx';
import classes from './library.module.css';
import { libraryColumns } from './library-columns.tsx';
import { type LibraryRow, type LibraryShelf, libraryRows, rowsToShow } from './library-rows.ts';
import { addLibraryEntry, editLibraryEntry } from './open-library-entry.tsx';

/** The recruiter's own names for the service's IDs, which the service does not list. */
export function LibraryPage() {
  const { data, error, refetch } = useQuery(useWorkspace().queries.library.list());
  const usage = useQuery(useWorkspace().queries.library.usage());
  const [linked] = useSearchParams();
  const linkedSearch = linked.get('search');
  const [search, setSearch] = useState(linkedSearch ?? '');
  useEffect(() => {
    // A link to an entry may arrive while the page is open.
    if (linkedSearch !== null) setSearch(linkedSearch);
  }, [linkedSearch]);
  useLinkedEntry(data);
  const [shelf, setShelf] = useState<LibraryShelf>('offered');
  const rows = useMemo(() => libraryRows(data ?? [], usage.data), [data, usage.data]);
  const view = { rows, search, shelf, onShowAll: () => setSearch('') };
  return (
    <Page title="Library">
      <ErrorNotice error={error} title="Couldn't load the Library." onRetry={() => void refetch()} />
      <ErrorNotice
        error={usage.error}
        title="Couldn't count how often entries were used."
        onRetry={() => void usage.refetch()}
      />
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data && (
        <>
          <LibraryToolbar rows={rows} search={search} onSearch={setSearch} shelf={shelf} onShelf={setShelf} />
          <LibrarySection
            kind="job_description"
            title="Job descriptions"
            add="Add job description"
            empty="Name the IDs of your job descriptions, and pick them by name when you submit. IDs you enter in a form are added here automatically."
            {...view}
          />
          <LibrarySection
            kind="questionnaire"
            title="Questionnaires"
            add="Add questionnaire"
            empty="Name the IDs of your questionnaires, and pick them by name when you submit."
            {...view}
          />
        </>
      )}
    </Page>
  );
}

/** Opens the editor of the entry in the address, and clears the address so that Back does not open it again. */
function useLinkedEntry(entries: readonly LibraryEntry[] | undefined): void {
  const workspace = useCurrentWorkspace();
  const [linked, setLinked] = useSearchParams();
  const [kind, serviceId] = [linked.get('kind'), linked.get('edit')];
  useEffect(() => {
    if (!entries || serviceId === null) return;
    const entry = entries.find((each) => each.kind === kind && each.serviceId === serviceId);
    setLinked({}, { replace: true });
    if (entry) editLibraryEntry(workspace, entry);
  }, [workspace, entries, kind, serviceId, setLinked]);
}

interface LibraryToolbarProps {
  readonly rows: readonly LibraryRow[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly shelf: LibraryShelf;
  readonly onShelf: (shelf: LibraryShelf) => void;
}

/** Search, filter, import and export. */
function LibraryToolbar({ rows, search, onSearch, shelf, onShelf }: LibraryToolbarProps) {
  const archived = rows.filter((row) => row.archived).length;
  return (
    <Group gap="8px 12px">
      <TextInput
        className={classes['search'] ?? ''}
        type="search"
        aria-label="Search the Library"
        placeholder="Search names, IDs and notes"
        dir="auto"
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={
          search !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => onSearch('')} />
        }
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onSearch('')}
      />
      {(archived > 0 || shelf === 'archived') && (
        <ChipGroup label="Which entries">
          <ChoiceChip
            word="Offered"
            count={rows.length - archived}
            pressed={shelf === 'offered'}
            onPress={() => onShelf('offered')}
          />
          <ChoiceChip
            word="Archived"
            count={archived}
            pressed={shelf === 'archived'}
            onPress={() => onShelf('archived')}
          />
        </ChipGroup>
      )}
      <Group gap={8} wrap="nowrap" ms="auto">
        <ImportLibraryButton />
        <ExportLibraryMenu
          disabled={rows.every(({ name, note, fields }) => name === '' && note === '' && fields.length === 0)}
        />
      </Group>
    </Group>
  );
}

interface LibrarySectionProps {
  readonly kind: LibraryKind;
  readonly title: string;
  readonly add: string;
  readonly rows: readonly LibraryRow[];
  readonly search: string;
  readonly shelf: LibraryShelf;
  readonly onShowAll: () => void;
  /** Shown while there are no entries of this kind. */
  readonly empty: string;
}

/** The entries of one kind. */
function LibrarySection({ kind, title, add, ...props }: LibrarySectionProps) {
  const workspace = useCurrentWorkspace();
  const { rows, shelf, search } = props;
  const run = () => addLibraryEntry(workspace, kind, add);
  useActions([
    { id: `library.add.${kind}`, name: add, group: 'This page', keywords: 'new entry name ID', run },
  ]);
  const shown = useMemo(() => rowsToShow(rows, kind, shelf, search), [rows, kind, shelf, search]);
  return (
    <Section
      title={title}
      aside={
        <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={run}>
          {add}
        </Button>
      }
    >
      <DataGrid
        label={title}
        columns={libraryColumns[kind]}
        count={shown.length}
        itemAt={(index) => shown[index]}
        itemId={(row) => row.serviceId}
        onOpen={(entry) => editLibraryEntry(workspace, entry)}
        order={`${shelf} ${search}`}
        rowHeight={42}
        height="grow"
        empty={<WhyEmpty {...props} />}
      />
    </Section>
  );
}

function WhyEmpty({
  search,
  shelf,
  empty,
  onShowAll,
}: Pick<LibrarySectionProps, 'search' | 'shelf' | 'empty' | 'onShowAll'>) {
  if (search.trim() !== '') {
    return (
      <EmptyState
        title={`Nothing here matches “${search.trim()}”`}
        action={
          <Button variant="default" onClick={onShowAll}>
            Clear the search
          </Button>
        }
      />
    );
  }
  if (shelf === 'archived') return <EmptyState title="No archived entries" />;
  return <EmptyState title="Nothing here yet">{empty}</EmptyState>;
}
