import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ExportMenuProps {
  readonly saving: boolean;
  readonly width?: number;
  /** A menu item for each kind of file. */
  readonly children: ReactNode;
}

/** The Export button with its menu. */
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
