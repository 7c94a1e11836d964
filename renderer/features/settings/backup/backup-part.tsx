import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BackupState } from '../../../../shared/backup.ts';
import { queries } from '../../../api/api.ts';
import { countOf, formatDateTime } from '../../../parts/format.ts';
import { Card, Dim, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import classes from '../settings.module.css';
import { AutomaticSection } from './automatic-section.tsx';
import { BackupProgress } from './backup-progress.tsx';
import { askForBackup } from './make-backup.tsx';
import { askToStartOver, RestoreBackup } from './restore-backup.tsx';

/** Makes and restores backups of all workspaces. */
export function BackupPart() {
  const { data, error, refetch } = useQuery(queries.backup.state());
  if (error) {
    const title = "Couldn't load the backup status.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? <Backups state={data} /> : <Skeleton height={220} radius="md" />;
}

function Backups({ state }: { state: BackupState }) {
  const { last, requests, content, due, progress, automatic } = state;
  const none = automatic.last ? 'None made by hand yet.' : 'None on this computer yet.';
  return (
    <>
      <Section title="Backup">
        <Card>
          <Words>
            The service can’t list earlier requests. A new computer needs a backup to have the{' '}
            {requests > 0 ? countOf(requests, 'request') : 'requests'} on this one.
          </Words>
          <dl className={classes['backupFacts']}>
            <dt>Last backup</dt>
            <dd>
              {last ? formatDateTime(last.at) : none}
              {due && last && <Dim fz="inherit"> That was a while ago.</Dim>}
            </dd>
            {last && (
              <>
                <dt>Saved as</dt>
                <dd className={classes['backupPath']} dir="auto">
                  {last.path}
                </dd>
              </>
            )}
          </dl>
          {progress?.work === 'making' && (
            <BackupProgress words="Making a backup. You can keep working …" stop="Stop" />
          )}
          <div>
            <Button onClick={askForBackup}>Make a backup</Button>
          </div>
          <Dim component="p">One encrypted file with all workspaces, without sign-ins and passwords.</Dim>
        </Card>
      </Section>
      <AutomaticSection state={automatic} running={progress?.work === 'automatic'} />
      <Section title="Restore">
        <Card>
          <Words>Into an empty Callboard. Nothing in it is sent automatically.</Words>
          <Group gap="xs">
            <RestoreBackup>Restore a backup</RestoreBackup>
            {content && (
              <Button variant="default" onClick={() => askToStartOver(content)}>
                Start over…
              </Button>
            )}
          </Group>
        </Card>
      </Section>
    </>
  );
}
