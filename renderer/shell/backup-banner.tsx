import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AutomaticBackupState } from '../../shared/backup.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { useBackup, useRemindOfBackupLater } from '../api/backup.ts';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { formatDateTime } from '../parts/time/format-time.ts';
import { sectionPath } from '../routes/paths.ts';

const BACKUP_PAGE = '/settings/privacy';

/** Says why automatic backups fail; else reminds at most once a month to make a backup. */
export function BackupBanner() {
  const { data } = useBackup();
  const later = useRemindOfBackupLater();
  const [path, navigate] = useLocation();
  if (!data || path === BACKUP_PAGE) return null;
  if (data.automatic.problem)
    return <AutomaticBanner state={data.automatic} problem={data.automatic.problem} />;
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

interface AutomaticBannerProps {
  readonly state: AutomaticBackupState;
  readonly problem: NonNullable<AutomaticBackupState['problem']>;
}

function AutomaticBanner({ state: { last }, problem: { failure, since } }: AutomaticBannerProps) {
  const [, navigate] = useLocation();
  const [dismissed, setDismissed] = useState<number | null>(null);
  // The header says that the key store has not answered.
  if (dismissed === since || failure.error.code === 'key_store_waiting') return null;
  const { message, nextStep } = failureWords(failure.error);
  return (
    <Notice
      tone="warning"
      title="Automatic backups don’t work"
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => navigate(sectionPath(BACKUP_PAGE, 'Automatic backups'))}
          >
            See backups
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setDismissed(since)}>
            Not now
          </Button>
        </>
      }
    >
      <p>
        {message} {nextStep}
      </p>
      <p>{last ? `The last good backup is of ${formatDateTime(last.at)}.` : 'There is none yet.'}</p>
    </Notice>
  );
}
