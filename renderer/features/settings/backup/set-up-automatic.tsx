import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { useAppStateQuery } from '../../../api/app-state.tsx';
import { useBackup, useChooseAutomaticFolder, useSetUpAutomatic } from '../../../api/backup.ts';
import { useChangeSettings } from '../../../api/settings.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import classes from './backup-part.module.css';
import { NewPassphraseFields, useNewPassphrase } from './new-passphrase.tsx';

const MODAL = 'set-up-automatic';

/** Asks for folder and passphrase, and turns automatic backups on; `again`: only changes the passphrase. */
export function askToSetUp({ again }: { again: boolean }): void {
  openDialog({
    modalId: MODAL,
    title: again ? 'Change the passphrase' : 'Set up automatic backups',
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: <SetUpAutomatic again={again} onClose={() => modals.close(MODAL)} />,
  });
}

export function SetUpAutomatic({ again, onClose }: { again: boolean; onClose: () => void }) {
  const fields = useNewPassphrase();
  const setUp = useSetUpAutomatic();
  const folder = useBackup().data?.automatic.folder ?? null;
  const [submitted, setSubmitted] = useState(false);
  const folderMissing = !again && folder === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = fields.accepted();
    setSubmitted(true);
    if (passphrase !== undefined && !folderMissing) setUp.mutate(passphrase, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {again
            ? 'From now on, backups are encrypted with the new passphrase. Those made before still need the old one.'
            : 'Callboard backs up all workspaces once a day, encrypted with a passphrase, and keeps the last few.'}
        </Text>
        {!again && <FolderField folder={folder} missed={folderMissing && submitted} />}
        <NewPassphraseFields fields={fields} busy={setUp.isPending} />
        <KeepingNotice />
        <ErrorNotice error={setUp.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={setUp.isPending}>
            {again ? 'Change and back up' : 'Turn on and back up'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function FolderField({ folder, missed }: { folder: string | null; missed: boolean }) {
  const choose = useChooseAutomaticFolder();
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Folder
      </Text>
      <Group gap="sm" wrap="nowrap" align="center">
        <Button
          size="xs"
          variant="default"
          style={{ flex: 'none' }}
          loading={choose.isPending}
          onClick={() => choose.mutate()}
        >
          Choose a folder
        </Button>
        <Text
          size="sm"
          className={classes['path'] ?? ''}
          c={folder === null ? 'dimmed' : 'var(--mantine-color-text)'}
          dir="auto"
        >
          {folder ?? 'None chosen yet'}
        </Text>
      </Group>
      {missed && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          Choose a folder.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        On another drive, or in a folder that is synchronised, backups survive the loss of this computer.
      </Text>
      <ErrorNotice error={choose.error} />
    </div>
  );
}

/** The same question as for sign-ins, where the passphrase can't be sealed. */
function KeepingNotice() {
  const keeping = useBackup().data?.automatic.keeping;
  const { keyStore, policy } = useAppStateQuery().data ?? {};
  const change = useChangeSettings();
  if (keeping === 'waiting') {
    return (
      <Notice tone="info" title="The key store of this computer has not answered yet">
        Callboard keeps the passphrase in memory until it does. If it asks for its password, enter it.
      </Notice>
    );
  }
  if (keeping !== 'memory') return null;
  const offered = keyStore === 'weak_only' && !policy?.managed.includes('weakStorageAllowed');
  return (
    <Notice
      tone="warning"
      title="Callboard can’t use a key store here"
      actions={
        offered && (
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ weakStorageAllowed: true })}
          >
            Store with weaker protection
          </Button>
        )
      }
    >
      <p>
        The passphrase is kept in memory and forgotten when you quit; enter it again after the next start.
        {offered &&
          ' If you store it and your sign-ins with weaker protection, other programs in your user account could read them.'}
      </p>
      <ErrorNotice error={change.error} />
    </Notice>
  );
}
