import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LibraryKind } from '../../../shared/library.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { Section } from '../../parts/section/section.tsx';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { libraryColumns } from './library-columns.tsx';
import { type LibraryRow, type LibraryShelf, rowsToShow } from './library-rows.ts';
import { addLibraryEntry, editLibraryEntry } from './open-library-entry.tsx';

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
export function LibrarySection({ kind, title, add, ...props }: LibrarySectionProps) {
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
        <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={run}>
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
          <Button variant="default" size="xs" onClick={onShowAll}>
            Clear the search
          </Button>
        }
      />
    );
  }
  if (shelf === 'archived') return <EmptyState title="No archived entries" />;
  return <EmptyState title="Nothing here yet">{empty}</EmptyState>;
}
