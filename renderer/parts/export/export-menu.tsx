import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ExportMenuProps {
  /** A file is being written. */
  readonly saving: boolean;
  readonly width?: number;
  /** The files there are to choose from, as items of a menu. */
  readonly children: ReactNode;
}

/** The button that offers what can be written to a file. */
export function ExportMenu({ saving, width, children }: ExportMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal {...(width !== undefined && { width })}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={saving}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
