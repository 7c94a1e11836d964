import { Button } from '@mantine/core';
import type { LibraryEntry } from '../../../shared/library.ts';
import { api } from '../../api/api.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { gridColumns } from '../../parts/grid/grid-columns.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import classes from './library-columns.module.css';
import { openLibraryEntry } from './open-library-entry.tsx';

const column = gridColumns<LibraryEntry>();

/** Columns of both kinds of entries. */
export const libraryColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Name',
    meta: { track: 'minmax(120px, 1.5fr)' },
    cell: ({ row }) =>
      row.original.name === '' ? (
        <span className={classes['none']}>No name yet</span>
      ) : (
        <ClippedText strong>{row.original.name}</ClippedText>
      ),
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: { track: 'minmax(120px, 1.6fr)' },
    cell: ({ row }) => <ClippedText mono>{row.original.serviceId}</ClippedText>,
  }),
  column.display({
    id: 'note',
    header: 'Note',
    meta: { track: 'minmax(100px, 1.4fr)', from: 720 },
    cell: ({ row }) => row.original.note !== '' && <ClippedText dimmed>{row.original.note}</ClippedText>,
  }),
  column.display({
    id: 'used',
    header: 'Last used',
    meta: { track: '92px', from: 560 },
    cell: ({ row }) =>
      row.original.lastUsedAt === null ? (
        <span className={classes['none']}>Never</span>
      ) : (
        <RelativeTime at={row.original.lastUsedAt} />
      ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { track: '148px' },
    cell: ({ row }) => <EntryActions entry={row.original} />,
  }),
]);

function EntryActions({ entry }: { entry: LibraryEntry }) {
  const tabIndex = useRowTabIndex();
  const named = entry.name !== '';
  return (
    <div className={classes['actions']}>
      <Button
        size="compact-xs"
        variant="default"
        tabIndex={tabIndex}
        onClick={() =>
          openLibraryEntry({ kind: entry.kind, entry, title: named ? 'Edit entry' : 'Name this ID' })
        }
      >
        {named ? 'Edit' : 'Name it'}
      </Button>
      <Button size="compact-xs" variant="default" tabIndex={tabIndex} onClick={() => askToRemove(entry)}>
        Remove
      </Button>
    </div>
  );
}

function askToRemove(entry: LibraryEntry): void {
  askToConfirm({
    title: 'Remove this entry?',
    body: (
      <>
        <strong dir="auto">{entry.name || entry.serviceId}</strong> is taken out of your Library. Requests
        made with it keep their ID.
      </>
    ),
    confirm: 'Remove entry',
    danger: true,
    run: () => api.library.remove({ kind: entry.kind, serviceId: entry.serviceId }),
  });
}
