import { Skeleton } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useLibrary, useLibraryUsage } from '../../api/library.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { type LibraryShelf, libraryRows } from './library-rows.ts';
import { LibrarySection } from './library-section.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';

/** The recruiter's own names for the ids of the service, which lists none. */
export function LibraryPage() {
  const { data, error, refetch } = useLibrary();
  const usage = useLibraryUsage();
  const [linked] = useSearchParams();
  const linkedSearch = linked.get('search');
  const [search, setSearch] = useState(linkedSearch ?? '');
  useEffect(() => {
    // Opened for an entry while the page was there already.
    if (linkedSearch !== null) setSearch(linkedSearch);
  }, [linkedSearch]);
  const [shelf, setShelf] = useState<LibraryShelf>('offered');
  const rows = useMemo(() => libraryRows(data ?? [], usage.data), [data, usage.data]);
  const view = { rows, search, shelf, onShowAll: () => setSearch('') };
  return (
    <Page title="Library">
      <ErrorNotice error={error} title="The Library could not be loaded." onRetry={() => void refetch()} />
      <ErrorNotice
        error={usage.error}
        title="How often the entries were used could not be counted."
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
            empty="Give the IDs of your job descriptions names, and pick them by name when you submit. IDs you type into a form show here by themselves."
            {...view}
          />
          <LibrarySection
            kind="questionnaire"
            title="Questionnaires"
            add="Add questionnaire"
            empty="Give the IDs of your questionnaires names, and pick them by name when you submit."
            {...view}
          />
        </>
      )}
    </Page>
  );
}
