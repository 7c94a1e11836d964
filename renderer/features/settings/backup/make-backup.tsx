import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import type { MadeBackup } from '../../../../shared/backup.ts';
import { toApiError } from '../../../api/api-error.ts';
import { useMakeBackup } from '../../../api/backup.ts';
import { BackupProgress } from '../../../parts/backup/backup-progress.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { NewPassphraseFields, useNewPassphrase } from './new-passphrase.tsx';

interface MakeBackupProps {
  readonly onMade: (made: MadeBackup) => void;
  readonly onClose: () => void;
}

/** Asks for a passphrase twice and makes a backup; input stays until that succeeds. */
export function MakeBackup({ onMade, onClose }: MakeBackupProps) {
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
