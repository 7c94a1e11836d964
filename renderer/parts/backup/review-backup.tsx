import { Button, Group, Stack, Text } from '@mantine/core';
import type { BackedUpWorkspace, BackupContents, RestoreReport } from '../../../shared/backup.ts';
import { toApiError } from '../../api/api-error.ts';
import { useRestoreBackup } from '../../api/backup.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { Notice } from '../notice/notice.tsx';
import { ClippedText } from '../text/clipped-text.tsx';
import { countOf } from '../text/count-of.ts';
import { formatDateTime } from '../time/format-time.ts';
import classes from './backup.module.css';
import { BackupProgress } from './backup-progress.tsx';

interface ReviewBackupProps {
  readonly contents: BackupContents;
  readonly onRestored: (report: RestoreReport) => void;
  readonly onLeave: () => void;
}

/** Shows a backup's contents and what restoring it will do, before anything changes. */
export function ReviewBackup({ contents, onRestored, onLeave }: ReviewBackupProps) {
  const restore = useRestoreBackup();
  const error = restore.error && toApiError(restore.error).code !== 'cancelled' ? restore.error : null;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        This backup is complete. It was made on {formatDateTime(contents.madeAt)} with Callboard{' '}
        {contents.madeBy}.
      </Text>
      {contents.workspaces.length === 0 ? (
        <Text size="sm">It contains no workspaces.</Text>
      ) : (
        <ul className={classes['list']} aria-label="Workspaces in this backup">
          {contents.workspaces.map((workspace) => (
            <Workspace key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      <Decisions {...contents} />
      <Text size="sm" c="dimmed">
        Your data on this computer stays as it is; the backup adds what is missing. Either all of it is
        restored or nothing.
      </Text>
      <ErrorNotice error={error} />
      {restore.isPending ? (
        <BackupProgress
          words="Restoring. Until it is done, nothing is sent or refreshed …"
          stop="Cancel without changes"
        />
      ) : (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave}>
            Don't restore
          </Button>
          <Button
            data-autofocus
            autoFocus
            disabled={contents.workspaces.length === 0}
            onClick={() => restore.mutate(undefined, { onSuccess: onRestored })}
          >
            Restore
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Workspace({ workspace }: { workspace: BackedUpWorkspace }) {
  const { name, kind, baseUrl, requests, newRequests, open, joins } = workspace;
  const counts = [
    countOf(requests, 'request'),
    ...(joins !== null && requests > 0
      ? [`${newRequests === requests ? 'all' : countOf(newRequests, 'of them', 'of them')} new here`]
      : []),
    ...(open > 0 ? [`${countOf(open, 'unfinished submission')}`] : []),
  ];
  return (
    <li className={classes['item']}>
      <ClippedText strong>{name}</ClippedText>
      <ClippedText dimmed>{kind === 'practice' ? 'Practice service' : baseUrl}</ClippedText>
      <p className={classes['words']}>
        {counts.join(' · ')}.{' '}
        {joins === null ? 'Will be added.' : 'Will be merged into the same workspace on this computer.'}
      </p>
    </li>
  );
}

/** Explains that submissions from a backup are never sent automatically. */
function Decisions({ toDecide, settled }: Pick<BackupContents, 'toDecide' | 'settled'>) {
  if (toDecide === 0 && settled === 0) return null;
  return (
    <Notice tone={toDecide > 0 ? 'warning' : 'info'}>
      {toDecide > 0 && (
        <p>
          {countOf(toDecide, 'submission was', 'submissions were')} waiting to be sent. The other computer may
          have sent {toDecide === 1 ? 'it' : 'them'} since, so Callboard won't send{' '}
          {toDecide === 1 ? 'it' : 'them'} automatically. Look under Needs your decision.
        </p>
      )}
      {settled > 0 && (
        <p>
          {countOf(settled, 'submission')} from this computer {settled === 1 ? 'was' : 'were'} already sent
          from another one. Callboard tracks them here and won't send them again.
        </p>
      )}
    </Notice>
  );
}
