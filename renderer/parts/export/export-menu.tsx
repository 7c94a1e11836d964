import { Button, Menu } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExportLock } from './use-export-lock.ts';

interface ExportMenuProps {
  readonly saving: boolean;
  readonly width?: number;
  /** A menu item for each kind of file. */
  readonly children: ReactNode;
}

/** The Export button with its menu; disabled where the organisation turns exports off. */
export function ExportMenu({ saving, width, children }: ExportMenuProps) {
  const { isOff, lock } = useExportLock();
  return (
    <Menu position="bottom-end" withinPortal {...(width !== undefined && { width })}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={isOff ? <IconLock size={15} aria-hidden /> : <IconDownload size={15} aria-hidden />}
          loading={saving}
          {...lock}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
