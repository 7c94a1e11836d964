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
  readonly onOpened: (inside: BackupContents) => void;
  readonly onLeave: () => void;
}

/** Asks for the passphrase of a backup; what was typed stays when it does not open. */
export function OpenBackup({ file, onOpened, onLeave }: OpenBackupProps) {
  const [passphrase, setPassphrase] = useState('');
  const open = useOpenBackup();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase !== '') open.mutate(passphrase, { onSuccess: onOpened, onError: focusFirstError });
  };
  const error = open.error ? toApiError(open.error) : undefined;
  const wrong = error?.code === 'wrong_passphrase' ? `${error.message} ${error.nextStep ?? ''}` : undefined;
  // Broken off by the person: that is no error.
  const other = wrong === undefined && error?.code !== 'cancelled' ? error : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <strong dir="auto">{file.name}</strong> is opened and checked to its end. Nothing is changed yet.
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
          <BackupProgress words="The backup is opened and checked …" stop="Stop" />
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
