import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AutomaticBackupState } from '../../shared/backup.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { useChooseAutomaticFolder } from '../api/backup.ts';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { formatDateTime } from '../parts/time/format-time.ts';
import { sectionPath } from '../routes/paths.ts';

interface AutomaticBackupsBannerProps {
  readonly state: AutomaticBackupState;
  readonly problem: NonNullable<AutomaticBackupState['problem']>;
}

/** Says why automatic backups fail, until dismissed; again when they fail anew. */
export function AutomaticBackupsBanner({
  state: { last },
  problem: { failure, since },
}: AutomaticBackupsBannerProps) {
  const [, navigate] = useLocation();
  const [dismissed, setDismissed] = useState<number | null>(null);
  const folder = useChooseAutomaticFolder();
  // The header says that the key store has not answered.
  if (dismissed === since || failure.error.code === 'key_store_waiting') return null;
  const { message, nextStep } = failureWords(failure.error);
  return (
    <Notice
      tone="warning"
      title="Automatic backups don’t work"
      actions={
        <>
          {failure.error.code === 'backup_folder_gone' && (
            <Button size="xs" loading={folder.isPending} onClick={() => folder.mutate()}>
              Choose another folder
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => navigate(sectionPath('/settings/privacy', 'Automatic backups'))}
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
      <ErrorNotice error={folder.error} />
      <p>{last ? `The last good backup is of ${formatDateTime(last.at)}.` : 'There is none yet.'}</p>
    </Notice>
  );
}
