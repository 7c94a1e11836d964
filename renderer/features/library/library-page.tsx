import { Skeleton } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LibraryEntry } from '../../../shared/library.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useLibrary, useLibraryUsage } from '../../api/library.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { type LibraryShelf, libraryRows } from './library-rows.ts';
import { LibrarySection } from './library-section.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';
import { editLibraryEntry } from './open-library-entry.tsx';

/** The recruiter's own names for the service's IDs, which the service does not list. */
export function LibraryPage() {
  const { data, error, refetch } = useLibrary();
  const usage = useLibraryUsage();
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
