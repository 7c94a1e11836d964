import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { fieldWords } from '../../../shared/described-field.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { copyText } from '../../parts/copy.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { type GridColumn, useRowTabIndex } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { jobPath } from '../../routes/paths.ts';
import classes from './library.module.css';
import type { LibraryRow } from './library-rows.ts';
import { showLibraryUndo } from './library-undo.ts';
import { editLibraryEntry } from './open-library-entry.tsx';

/** The actions on an entry. All can be undone, so none asks for confirmation. */
function EntryActions({ entry }: { entry: LibraryEntry }) {
  const workspace = useCurrentWorkspace();
  const tabIndex = useRowTabIndex();
  return (
    <div className={classes['actions']}>
      <Button
        size="compact-sm"
        variant="default"
        tabIndex={tabIndex}
        onClick={() => editLibraryEntry(workspace, entry)}
      >
        {entry.name === '' ? 'Name it' : 'Edit'}
      </Button>
      <Menu position="bottom-end" shadow="md" width={196} returnFocus>
        <Menu.Target>
          <ActionIcon size="sm" tabIndex={tabIndex} aria-label={`More for ${entry.name || entry.serviceId}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <EntryMenu entry={entry} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function EntryMenu({ entry }: { entry: LibraryEntry }) {
  const workspace = useWorkspace();
  const archive = useArchive(entry);
  const remove = useMutation({
    mutationFn: () => workspace.api.library.remove({ kind: entry.kind, serviceId: entry.serviceId }),
    onSuccess: (snapshot) => showLibraryUndo(workspace, `${wordsOf(entry)} is deleted`, [snapshot]),
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={() => void copyText(entry.serviceId)}
      >
        Copy ID
      </Menu.Item>
      <Menu.Item
        leftSection={
          entry.archived ? <IconArchiveOff size={15} aria-hidden /> : <IconArchive size={15} aria-hidden />
        }
        onClick={archive}
      >
        {entry.archived ? 'Offer again' : 'Archive'}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color="red.9"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => remove.mutate()}
      >
        Delete
      </Menu.Item>
    </>
  );
}

function useArchive(entry: LibraryEntry): () => void {
  const workspace = useWorkspace();
  const save = useMutation({ mutationFn: useWorkspace().api.library.save, meta: SHOW_ERROR_IN_SHELL });
  const { kind, serviceId, name, note, archived } = entry;
  const words = archived ? 'is offered again' : 'is archived';
  return () =>
    save.mutate(
      { kind, serviceId, name, note, archived: !archived },
      {
        onSuccess: () =>
          showLibraryUndo(workspace, `${wordsOf(entry)} ${words}`, [{ kind, serviceId, before: entry }]),
      },
    );
}

function wordsOf({ name, serviceId }: LibraryEntry): string {
  return name || serviceId;
}

/** Opens a questionnaire's entry, where its results are described. */
export function DescribeButton({ entry }: { entry: LibraryEntry }) {
  const workspace = useCurrentWorkspace();
  return (
    <Button
      size="compact-sm"
      variant="default"
      tabIndex={useRowTabIndex()}
      aria-label={`Describe the results of ${entry.name || entry.serviceId}`}
      onClick={() => editLibraryEntry(workspace, entry)}
    >
      Describe
    </Button>
  );
}

type LibraryColumn = GridColumn<LibraryRow>;

const name: LibraryColumn = {
  id: 'name',
  header: 'Name',
  meta: { track: 'minmax(120px, 1.6fr)' },
  cell: (entry) =>
    entry.name === '' ? (
      <span className={classes['none']}>No name yet</span>
    ) : (
      <ClippedText strong>{entry.name}</ClippedText>
    ),
};

const id: LibraryColumn = {
  id: 'id',
  header: 'ID',
  meta: { track: 'minmax(100px, 1.2fr)' },
  cell: (entry) => <ClippedText mono>{entry.serviceId}</ClippedText>,
};

const questionnaire: LibraryColumn = {
  id: 'questionnaire',
  header: 'Questionnaire',
  meta: { track: 'minmax(110px, 1.1fr)', from: 700 },
  cell: (entry) =>
    entry.defaultQuestionnaire !== '' && <ClippedText>{entry.defaultQuestionnaire}</ClippedText>,
};

const note: LibraryColumn = {
  id: 'note',
  header: 'Note',
  meta: { track: 'minmax(90px, 1.1fr)', from: 880 },
  cell: (entry) => entry.note !== '' && <ClippedText dimmed>{entry.note}</ClippedText>,
};

const described: LibraryColumn = {
  id: 'described',
  header: 'Described',
  meta: { track: '84px', from: 600 },
  cell: (entry) =>
    entry.fields.length > 0 ? (
      <span title={entry.fields.map(fieldWords).join('\n')}>{countOf(entry.fields.length, 'field')}</span>
    ) : (
      <DescribeButton entry={entry} />
    ),
};

const submissions: LibraryColumn = {
  id: 'submissions',
  header: 'Submitted',
  meta: { track: '76px', from: 600, align: 'end' },
  cell: (entry) => <Use count={entry.submissions} />,
};

const candidates: LibraryColumn = {
  ...submissions,
  cell: (entry) => (entry.submissions ? <Candidates entry={entry} /> : <Use count={entry.submissions} />),
};

const requests: LibraryColumn = {
  id: 'requests',
  header: 'Accepted',
  meta: { track: '72px', from: 1000, align: 'end' },
  cell: (entry) => <Use count={entry.requests} />,
};

const used: LibraryColumn = {
  id: 'used',
  header: 'Last used',
  meta: { track: '92px', from: 660 },
  cell: (entry) =>
    entry.lastUsedAt === null ? (
      <span className={classes['none']}>{entry.submissions ? 'By colleagues' : 'Never'}</span>
    ) : (
      <RelativeTime at={entry.lastUsedAt} />
    ),
};

const actions: LibraryColumn = {
  id: 'actions',
  header: 'Actions',
  meta: { track: '104px', align: 'end' },
  cell: (entry) => <EntryActions entry={entry} />,
};

export const libraryColumns: Readonly<Record<LibraryKind, readonly LibraryColumn[]>> = {
  job_description: [name, id, questionnaire, note, candidates, requests, used, actions],
  questionnaire: [name, id, note, described, submissions, requests, used, actions],
};

/** How many were submitted for a job: leads to them. */
function Candidates({ entry: { serviceId, name: jobName, submissions: count } }: { entry: LibraryRow }) {
  return (
    <Anchor
      component={Link}
      inherit
      href={jobPath(serviceId)}
      tabIndex={useRowTabIndex()}
      aria-label={`${countOf(count ?? 0, 'candidate')} of ${jobName || serviceId}`}
    >
      {formatNumber(count ?? 0)}
    </Anchor>
  );
}

function Use({ count }: { count: number | null }) {
  if (count === null) return null;
  return <span className={count === 0 ? classes['none'] : undefined}>{formatNumber(count)}</span>;
}
