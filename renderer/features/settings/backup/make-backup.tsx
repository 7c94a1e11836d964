import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { MadeBackup } from '../../../../shared/backup.ts';
import { api, toApiError } from '../../../api/api.ts';
import { openDialog } from '../../../parts/dialog.tsx';
import { showSavedFile } from '../../../parts/export.tsx';
import { FormButtons } from '../../../parts/form.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { showToast } from '../../../parts/toast.tsx';
import { BackupProgress } from './backup-progress.tsx';
import { NewPassphraseFields, useNewPassphrase } from './new-passphrase.tsx';

/** Asks for a passphrase and a place, and makes a backup. */
export function askForBackup(): void {
  openDialog({
    modalId: 'make-backup',
    title: 'Make a backup',
    onlyByItsButtons: true,
    content: (close) => (
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
  const make = useMutation({ mutationFn: api.backup.make, gcTime: 0 });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = fields.accepted();
    if (passphrase !== undefined) make.mutate({ passphrase }, { onSuccess: (made) => made && onMade(made) });
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
  return <FormButtons onLeave={onClose}>Choose a place and save</FormButtons>;
}
