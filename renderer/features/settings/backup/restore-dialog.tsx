import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type {
  BackedUpWorkspace,
  BackupContents,
  ChosenBackup,
  RestoreReport,
} from '../../../../shared/backup.ts';
import { api, toApiError } from '../../../api/api.ts';
import { FormButtons, focusFirstError } from '../../../parts/form.tsx';
import { countOf, formatDateTime } from '../../../parts/format.ts';
import { BulletList, Dim, FramedRow, PlainList } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { ClippedText } from '../../../parts/text.tsx';
import { BackupProgress } from './backup-progress.tsx';
import { PassphraseInput } from './passphrase-input.tsx';

interface RestoreDialogProps {
  readonly file: ChosenBackup;
  readonly onClose: () => void;
}

/** The steps of a restore: passphrase, review, result. */
export function RestoreDialog({ file, onClose }: RestoreDialogProps) {
  const [contents, setContents] = useState<BackupContents>();
  const [report, setReport] = useState<RestoreReport>();
  const stop = useMutation({ mutationFn: api.backup.cancel });
  const leave = () => stop.mutate(undefined, { onSettled: onClose });
  if (report) return <RestoreResult report={report} onClose={onClose} />;
  if (contents) return <ReviewBackup contents={contents} onRestored={setReport} onLeave={leave} />;
  return <OpenBackup file={file} onOpened={setContents} onLeave={leave} />;
}

/** What a restore did, and what the person should do next. */
function RestoreResult({ report, onClose }: { report: RestoreReport; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm" fw={500} role="status">
        Backup restored.
      </Text>
      <BulletList>
        {pointsOf(report).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </BulletList>
      <Group justify="flex-end">
        <Button data-autofocus autoFocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function pointsOf({ workspaces, requests, toDecide, others }: RestoreReport): string[] {
  return [
    `${countOf(requests, 'request')} and ${countOf(workspaces, 'workspace')} came from the backup.`,
    ...(others > 0
      ? [`${countOf(others, 'draft or open submission', 'drafts and open submissions')} came with it.`]
      : []),
    ...(toDecide > 0
      ? [`${countOf(toDecide, 'submission needs', 'submissions need')} your decision in the Outbox.`]
      : []),
    'A backup never contains passwords or sign-ins. Enter the client secret when asked for it, and sign in.',
  ];
}

interface OpenBackupProps {
  readonly file: ChosenBackup;
  readonly onOpened: (contents: BackupContents) => void;
  readonly onLeave: () => void;
}

/** Asks for the passphrase of a backup, and keeps it in the field if it is wrong. */
function OpenBackup({ file, onOpened, onLeave }: OpenBackupProps) {
  const [passphrase, setPassphrase] = useState('');
  const open = useMutation({ mutationFn: api.backup.open, gcTime: 0 });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase !== '') open.mutate({ passphrase }, { onSuccess: onOpened, onError: focusFirstError });
  };
  const error = open.error ? toApiError(open.error) : undefined;
  const wrong = error?.code === 'wrong_passphrase' ? `${error.message} ${error.nextStep ?? ''}` : undefined;
  // Cancelling is not an error.
  const other = wrong === undefined && error?.code !== 'cancelled' ? error : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Callboard opens <strong dir="auto">{file.name}</strong> and checks all of it. Nothing changes yet.
        </Text>
        <PassphraseInput
          label="Passphrase of this backup"
          data-autofocus
          readOnly={open.isPending}
          value={passphrase}
          error={wrong}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <ErrorNotice error={other} />
        {open.isPending ? (
          <BackupProgress words="Opening and checking the backup …" stop="Stop" />
        ) : (
          <FormButtons onLeave={onLeave} disabled={passphrase === ''}>
            Open
          </FormButtons>
        )}
      </Stack>
    </form>
  );
}

interface ReviewBackupProps {
  readonly contents: BackupContents;
  readonly onRestored: (report: RestoreReport) => void;
  readonly onLeave: () => void;
}

/** Shows a backup's contents and what restoring it will do, before anything changes. */
function ReviewBackup({ contents, onRestored, onLeave }: ReviewBackupProps) {
  const restore = useMutation({ mutationFn: api.backup.restore });
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
        <PlainList framed aria-label="Workspaces in this backup">
          {contents.workspaces.map((workspace) => (
            <Workspace key={workspace.id} workspace={workspace} />
          ))}
        </PlainList>
      )}
      <Decisions toDecide={contents.toDecide} />
      <Text size="sm" c="dimmed">
        The do-not-call list on this computer stays, and that of the backup joins it; a practice workspace
        here gives way. Either all of it is restored or nothing.
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

function Workspace({ workspace: { name, kind, baseUrl, requests, open } }: { workspace: BackedUpWorkspace }) {
  const counts = [
    countOf(requests, 'request'),
    ...(open > 0 ? [`${countOf(open, 'unfinished submission')}`] : []),
  ];
  return (
    <FramedRow component="li">
      <div>
        <ClippedText strong>{name}</ClippedText>
        <ClippedText dimmed>{kind === 'practice' ? 'Practice service' : baseUrl}</ClippedText>
        <Dim component="p">{counts.join(' · ')}</Dim>
      </div>
    </FramedRow>
  );
}

/** Explains that submissions from a backup are never sent automatically. */
function Decisions({ toDecide }: Pick<BackupContents, 'toDecide'>) {
  if (toDecide === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        {countOf(toDecide, 'submission was', 'submissions were')} waiting to be sent.{' '}
        {toDecide === 1 ? 'It' : 'They'} may have been sent since, so Callboard won't send{' '}
        {toDecide === 1 ? 'it' : 'them'} automatically. Look under Needs your decision.
      </p>
    </Notice>
  );
}
