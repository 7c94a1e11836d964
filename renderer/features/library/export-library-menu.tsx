import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { LibraryFileFormat } from '../../../shared/library-file.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { showSavedFile } from '../../parts/export.tsx';
import { countOf } from '../../parts/format.ts';

/** Exports the Library to a file that a colleague can import. */
export function ExportLibraryMenu({ disabled }: { disabled: boolean }) {
  const save = useMutation({ mutationFn: useWorkspace().api.library.exportFile, meta: SHOW_ERROR_IN_SHELL });
  const to = (format: LibraryFileFormat) =>
    save.mutate(
      { format },
      {
        onSuccess: ({ path, count }) => {
          if (path === null) return;
          showSavedFile({ title: `${countOf(count, 'entry', 'entries')} exported`, path });
        },
      },
    );
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={disabled}
          loading={save.isPending}
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          Export to a file
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => to('json')}>For Callboard (JSON)</Menu.Item>
        <Menu.Item onClick={() => to('csv')}>For a spreadsheet (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
