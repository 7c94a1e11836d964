import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FormEvent } from 'react';
import type { BackupState, MadeBackup } from '../../../../shared/backup.ts';
import { toApiError } from '../../../api/api-error.ts';
import { useBackup, useMakeBackup } from '../../../api/backup.ts';
import { BackupProgress } from '../../../parts/backup/backup-progress.tsx';
import { RestoreBackup } from '../../../parts/backup/restore-backup.tsx';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import { showToast } from '../../../parts/toast/show-toast.tsx';
import { AutomaticSection } from './automatic-section.tsx';
import classes from './backup-part.module.css';
import { NewPassphraseFields, useNewPassphrase } from './new-passphrase.tsx';

const MODAL = 'make-backup';

/** Makes and restores backups of all workspaces. */
export function BackupPart() {
  const { data, error, refetch } = useBackup();
  if (error) {
    const title = "Couldn't load the backup status.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? <Backups state={data} /> : <Skeleton height={220} radius="md" />;
}

function Backups({ state }: { state: BackupState }) {
  const { last, requests, due, progress, automatic } = state;
  const none = automatic.last ? 'None made by hand yet.' : 'None on this computer yet.';
  return (
    <>
      <Section title="Backup">
        <div className={classes['card']}>
          <p className={classes['lead']}>
            The service can’t list earlier requests. Without a backup, a new computer won’t have the{' '}
            {requests > 0 ? countOf(requests, 'request') : 'requests'} on this one.
          </p>
          <dl className={classes['facts']}>
            <dt>Last backup</dt>
            <dd>
              {last ? formatDateTime(last.at) : none}
              {due && last && <span className={classes['due']}> That was a while ago.</span>}
            </dd>
            {last && (
              <>
                <dt>Saved as</dt>
                <dd className={classes['path']} dir="auto">
                  {last.path}
                </dd>
              </>
            )}
          </dl>
          {progress?.work === 'making' && (
            <BackupProgress words="Making a backup. You can keep working …" stop="Stop" />
          )}
          <div>
            <Button size="xs" onClick={askForBackup}>
              Make a backup
            </Button>
          </div>
          <p className={classes['words']}>
            Requests, notes, tags, the Library, imports and the Outbox of all workspaces go into one encrypted
            file. Sign-ins, client secrets and proxy passwords stay here.
          </p>
        </div>
      </Section>
      <AutomaticSection state={automatic} running={progress?.work === 'automatic'} />
      <Section title="Restore">
        <div className={classes['card']}>
          <p className={classes['lead']}>
            A backup is added to the data on this computer. You see its contents before anything changes, and
            nothing in it is sent automatically.
          </p>
          <div>
            <RestoreBackup size="xs">Restore a backup</RestoreBackup>
          </div>
        </div>
      </Section>
    </>
  );
}

function askForBackup(): void {
  const close = () => modals.close(MODAL);
  openDialog({
    modalId: MODAL,
    title: 'Make a backup',
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: (
      <MakeBackup
        onClose={close}
        onMade={(made) => {
          close();
          showSaved(made);
        }}
      />
    ),
  });
}

function showSaved({ path, keysMissing }: MadeBackup): void {
  showSavedFile({ title: 'Backup saved', path });
  if (keysMissing === null) return;
  showToast({
    tone: 'problem',
    title: 'The backup lacks keys of blocked numbers',
    message: KEYS_MISSING[keysMissing],
  });
}

/** What to do about it, and what comes of it otherwise. */
const KEYS_MISSING = {
  waiting:
    'The system’s key store is locked. Unlock it and make another backup. From this one alone, another computer couldn’t tell the blocked numbers of erased people, and would send nothing.',
  lost: 'The system’s key store no longer has them. Another computer with this backup alone couldn’t tell the blocked numbers of erased people, and would send nothing.',
} as const;

interface MakeBackupProps {
  readonly onMade: (made: MadeBackup) => void;
  readonly onClose: () => void;
}

/** Asks for a passphrase twice and makes a backup; input stays until that succeeds. */
function MakeBackup({ onMade, onClose }: MakeBackupProps) {
  const fields = useNewPassphrase();
  const make = useMakeBackup();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = fields.accepted();
    if (passphrase !== undefined) make.mutate(passphrase, { onSuccess: (made) => made && onMade(made) });
  };
  const cancelled = make.error !== null && toApiError(make.error).code === 'cancelled';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          The backup contains all workspaces with their candidates, and is encrypted with a passphrase.
          Several unrelated words are easy to remember and hard to guess.
        </Text>
        <NewPassphraseFields fields={fields} busy={make.isPending} />
        <ErrorNotice error={cancelled ? null : make.error} />
        {make.isPending ? (
          <BackupProgress words="Making the backup. You can keep working …" stop="Stop" />
        ) : (
          <Buttons onClose={onClose} />
        )}
      </Stack>
    </form>
  );
}

function Buttons({ onClose }: Pick<MakeBackupProps, 'onClose'>) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Not now
      </Button>
      <Button type="submit">Choose a place and save</Button>
    </Group>
  );
}
