import { Button, Loader } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { useChooseBackup } from '../../api/backup.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';
import { ErrorNotice } from '../notice/error-notice.tsx';

const RestoreDialog = lazyComponent(
  async () => (await import('./restore-dialog.tsx')).RestoreDialog,
  <Loader size="sm" />,
);

const MODAL = 'restore-backup';

/** A button that lets the person choose a backup file, then opens the restore dialog. */
export function RestoreBackup({ children, size = 'sm' }: { children: ReactNode; size?: 'xs' | 'sm' }) {
  const choose = useChooseBackup();
  const begin = () =>
    choose.mutate(undefined, {
      onSuccess: (file) => {
        if (!file) return;
        openDialog({
          modalId: MODAL,
          title: 'Restore a backup',
          closeOnClickOutside: false,
          closeOnEscape: false,
          withCloseButton: false,
          children: <RestoreDialog file={file} onClose={() => modals.close(MODAL)} />,
        });
      },
    });
  return (
    <>
      <Button size={size} variant="default" loading={choose.isPending} onClick={begin}>
        {children}
      </Button>
      <ErrorNotice error={choose.error} />
    </>
  );
}
