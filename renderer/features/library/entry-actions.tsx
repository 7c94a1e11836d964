import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { LibraryEntry } from '../../../shared/library.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { removeLibraryEntry, useSaveLibraryEntry } from '../../api/library.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { copyText } from '../../parts/copy/copy-text.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import classes from './library-columns.module.css';
import { showLibraryUndo } from './library-undo.ts';
import { editLibraryEntry } from './open-library-entry.tsx';

/** The actions on an entry. All can be undone, so none asks for confirmation. */
export function EntryActions({ entry }: { entry: LibraryEntry }) {
  const workspace = useCurrentWorkspace();
  const tabIndex = useRowTabIndex();
  return (
    <div className={classes['actions']}>
      <Button
        size="compact-xs"
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
    mutationFn: () => removeLibraryEntry(workspace, entry),
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
  const save = useSaveLibraryEntry(SHOW_ERROR_IN_SHELL);
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
