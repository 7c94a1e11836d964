import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { useBackup, useRemindOfBackupLater } from '../api/backup.ts';
import { lazyComponent } from '../parts/loading/lazy-component.tsx';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { sectionPath } from '../routes/paths.ts';

const BACKUP_PAGE = '/settings/privacy';

// The words of failures are not part of the first screen.
const AutomaticBackupsBanner = lazyComponent(
  async () => (await import('./automatic-backups-banner.tsx')).AutomaticBackupsBanner,
);

/** Says why automatic backups fail; else reminds at most once a month to make a backup. */
export function BackupBanner() {
  const { data } = useBackup();
  const later = useRemindOfBackupLater();
  const [path, navigate] = useLocation();
  if (!data || path === BACKUP_PAGE) return null;
  if (data.automatic.problem) {
    return <AutomaticBackupsBanner state={data.automatic} problem={data.automatic.problem} />;
  }
  if (!data.due) return null;
  return (
    <Notice
      tone="info"
      title={data.last ? 'The last backup was a while ago' : 'There is no backup yet'}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => navigate(sectionPath(BACKUP_PAGE, 'Backup'))}>
            See backups
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={later.isPending}
            onClick={() => later.mutate()}
          >
            Remind me later
          </Button>
        </>
      }
    >
      <p>The service can't list earlier requests, so Callboard's only record of them is on this computer.</p>
      <ErrorNotice error={later.error} />
    </Notice>
  );
}
