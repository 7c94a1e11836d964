import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { useLibrary } from '../../api/library.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { Page } from '../../shell/page.tsx';
import { libraryColumns } from './library-columns.tsx';
import { openLibraryEntry } from './open-library-entry.tsx';

/** The recruiter's own names for the ids of the service, which lists none. */
export function LibraryPage() {
  const { data, error, refetch } = useLibrary();
  return (
    <Page title="Library">
      <ErrorNotice error={error} title="The Library could not be loaded." onRetry={() => void refetch()} />
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data && (
        <>
          <LibrarySection
            kind="job_description"
            title="Job descriptions"
            add="Add job description"
            entries={data}
            empty="Give the IDs of your job descriptions names, and pick them by name when you submit. IDs you type into a form show here by themselves."
          />
          <LibrarySection
            kind="questionnaire"
            title="Questionnaires"
            add="Add questionnaire"
            entries={data}
            empty="Give the IDs of your questionnaires names, and pick them by name when you submit."
          />
        </>
      )}
    </Page>
  );
}

interface LibrarySectionProps {
  readonly kind: LibraryKind;
  readonly title: string;
  readonly add: string;
  readonly entries: readonly LibraryEntry[];
  readonly empty: string;
}

function LibrarySection({ kind, title, add, entries, empty }: LibrarySectionProps) {
  const rows = useMemo(
    () => entries.filter((entry) => entry.kind === kind).sort((a, b) => a.name.localeCompare(b.name)),
    [entries, kind],
  );
  return (
    <Section
      title={title}
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => openLibraryEntry({ kind, title: add })}
        >
          {add}
        </Button>
      }
    >
      <DataGrid
        label={title}
        columns={libraryColumns}
        count={rows.length}
        itemAt={(index) => rows[index]}
        itemId={(row) => row.serviceId}
        rowHeight={42}
        height="grow"
        empty={<EmptyState title="Nothing here yet">{empty}</EmptyState>}
      />
    </Section>
  );
}
