import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { BackupContents, ChosenBackup } from '../../../shared/backup.ts';
import { toApiError } from '../../api/api-error.ts';
import { useOpenBackup } from '../../api/backup.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { BackupProgress } from './backup-progress.tsx';
import { PassphraseInput } from './passphrase-input.tsx';

interface OpenBackupProps {
  readonly file: ChosenBackup;
  readonly onOpened: (contents: BackupContents) => void;
  readonly onLeave: () => void;
}

/** Asks for the passphrase of a backup, and keeps it in the field if it is wrong. */
export function OpenBackup({ file, onOpened, onLeave }: OpenBackupProps) {
  const [passphrase, setPassphrase] = useState('');
  const open = useOpenBackup();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase !== '') open.mutate(passphrase, { onSuccess: onOpened, onError: focusFirstError });
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onLeave}>
              Not now
            </Button>
            <Button type="submit" disabled={passphrase === ''}>
              Open
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
