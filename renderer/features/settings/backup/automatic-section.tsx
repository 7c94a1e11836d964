import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type AutomaticBackupFile,
  type AutomaticBackupState,
  MAX_BACKUPS_KEPT,
} from '../../../../shared/backup.ts';
import type { SecretKeeping } from '../../../../shared/key-store.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { api, queries, toApiError } from '../../../api/api.ts';
import { openDialog } from '../../../parts/dialog.tsx';
import { FormButtons } from '../../../parts/form.tsx';
import { countOf, formatBytes, formatDateTime } from '../../../parts/format.ts';
import { BulletList, Card, Words } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { showToast } from '../../../parts/toast.tsx';
import { CountSetting, SettingRow } from '../setting-row.tsx';
import classes from '../settings.module.css';
import { BackupProgress } from './backup-progress.tsx';
import { NewPassphraseFields, useNewPassphrase } from './new-passphrase.tsx';
import { showDeletedBackups } from './show-deleted-backups.ts';

interface AutomaticSectionProps {
  readonly state: AutomaticBackupState;
  /** Whether one is being made. */
  readonly running: boolean;
}

/** Daily backups to a folder: on or off, how the last one went, and what may be changed. */
export function AutomaticSection({ state, running }: AutomaticSectionProps) {
  return (
    <Section title="Automatic backups">
      <Card>
        {state.enabled ? <TurnedOn state={state} running={running} /> : <TurnedOff />}
        <BackupsBeforeErasure files={state.beforeErasure} />
      </Card>
    </Section>
  );
}

function TurnedOff() {
  return (
    <>
      <Words>Once a day, to a folder that you choose.</Words>
      <div>
        <Button variant="default" onClick={() => askToSetUp({ again: false })}>
          Set up automatic backups
        </Button>
      </div>
    </>
  );
}

const KEEPING: Readonly<Record<SecretKeeping, string>> = {
  sealed: 'In the key store of this computer',
  weak: 'Stored with weaker protection, as you chose',
  memory: 'Until you quit Callboard',
  waiting: 'In memory until the key store answers',
};

function TurnedOn({ state, running }: AutomaticSectionProps) {
  const { folder, last, keeping, problem } = state;
  return (
    <>
      <Words>Callboard makes a backup once a day while it is running.</Words>
      {problem && <Problem problem={problem} />}
      <dl className={classes['backupFacts']}>
        <dt>Last automatic backup</dt>
        <dd>
          {last ? `${formatDateTime(last.at)} · ${formatBytes(last.bytes)}` : 'None yet.'}
          {last && <ShowInFolder path={last.path} />}
        </dd>
        <dt>Folder</dt>
        <dd className={classes['backupPath']} dir="auto">
          {folder}
        </dd>
        <dt>Passphrase</dt>
        <dd>{KEEPING[keeping]}</dd>
      </dl>
      <div className={classes['backupKept']}>
        <BackupsKept />
      </div>
      {running && <BackupProgress words="Making an automatic backup. You can keep working …" stop="Stop" />}
      <Actions running={running} />
    </>
  );
}

function ShowInFolder({ path }: { path: string }) {
  const show = useMutation({ mutationFn: () => api.desktop.showSaved({ path }) });
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        ml={6}
        loading={show.isPending}
        onClick={() => show.mutate()}
      >
        Show in folder
      </Button>
      <ErrorNotice error={show.error} />
    </>
  );
}

function Problem({ problem: { failure, since } }: { problem: NonNullable<AutomaticBackupState['problem']> }) {
  const { message, nextStep } = failureWords(failure.error);
  return (
    <Notice tone="warning" title={message}>
      <p>{nextStep}</p>
      <p>This has been so since {formatDateTime(since)}.</p>
    </Notice>
  );
}

function BackupsKept() {
  const { backupsKept } = useQuery(queries.settings.get()).data ?? {};
  const change = useMutation({ mutationFn: api.settings.change });
  if (backupsKept === undefined) return null;
  return (
    <SettingRow
      name="Backups to keep"
      words="The next backup deletes the oldest automatic ones in this folder, and never another file."
      problem={change.error ? toApiError(change.error).message : undefined}
    >
      <CountSetting
        label="Backups to keep"
        min={1}
        max={MAX_BACKUPS_KEPT}
        value={backupsKept}
        onChange={(kept) => change.mutate({ backupsKept: kept })}
      />
    </SettingRow>
  );
}

function Actions({ running }: { running: boolean }) {
  const now = useMutation({ mutationFn: api.backup.backUpNow });
  const folder = useMutation({ mutationFn: api.backup.chooseAutomaticFolder });
  const off = useMutation({ mutationFn: api.backup.turnOffAutomatic });
  const turnOff = () =>
    off.mutate(undefined, {
      onSuccess: () =>
        showToast({ title: 'Automatic backups are off', message: 'Those made before stay in their folder.' }),
    });
  // The section itself shows why a backup fails; stopping one is no failure.
  const refused = now.error && toApiError(now.error).code === 'backup_busy' ? now.error : null;
  return (
    <>
      <Group gap="xs">
        <Button variant="default" disabled={running} onClick={() => now.mutate()}>
          Back up now
        </Button>
        <Button variant="default" loading={folder.isPending} onClick={() => folder.mutate()}>
          Change the folder
        </Button>
        <Button variant="default" onClick={() => askToSetUp({ again: true })}>
          Change the passphrase
        </Button>
        <Button variant="subtle" color="gray" loading={off.isPending} onClick={turnOff}>
          Turn off
        </Button>
      </Group>
      <ErrorNotice error={refused ?? folder.error ?? off.error} />
    </>
  );
}

/** Names the automatic backups that still contain an erased person, and offers to delete them. */
function BackupsBeforeErasure({ files }: { files: readonly AutomaticBackupFile[] }) {
  const remove = useMutation({ mutationFn: api.backup.deleteBeforeErasure });
  if (files.length === 0) return null;
  const which = countOf(files.length, 'automatic backup');
  return (
    <Notice
      tone="warning"
      title={`${which} may still contain somebody who was erased`}
      actions={
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: showDeletedBackups })}
        >
          Delete {files.length === 1 ? 'it' : `these ${files.length}`}
        </Button>
      }
    >
      <p>
        Made before the last erasure. Callboard makes a new one after it deletes{' '}
        {files.length === 1 ? 'it' : 'them'}.
      </p>
      <details>
        <summary>Which</summary>
        <BulletList>
          {files.map(({ path, at }) => (
            <li key={path}>
              {formatDateTime(at)}: <bdi>{path}</bdi>
            </li>
          ))}
        </BulletList>
      </details>
      <ErrorNotice error={remove.error} />
    </Notice>
  );
}

/** Asks for folder and passphrase, and turns automatic backups on; `again`: only changes the passphrase. */
function askToSetUp({ again }: { again: boolean }): void {
  openDialog({
    modalId: 'set-up-automatic',
    title: again ? 'Change the passphrase' : 'Set up automatic backups',
    onlyByItsButtons: true,
    content: (close) => <SetUpAutomatic again={again} onClose={close} />,
  });
}

export function SetUpAutomatic({ again, onClose }: { again: boolean; onClose: () => void }) {
  const fields = useNewPassphrase();
  const setUp = useMutation({ mutationFn: api.backup.setUpAutomatic, gcTime: 0 });
  const folder = useQuery(queries.backup.state()).data?.automatic.folder ?? null;
  const [submitted, setSubmitted] = useState(false);
  const folderMissing = !again && folder === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = fields.accepted();
    setSubmitted(true);
    if (passphrase !== undefined && !folderMissing) setUp.mutate({ passphrase }, { onSuccess: onClose });
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
        <FormButtons onLeave={onClose} loading={setUp.isPending}>
          {again ? 'Change and back up' : 'Turn on and back up'}
        </FormButtons>
      </Stack>
    </form>
  );
}

function FolderField({ folder, missed }: { folder: string | null; missed: boolean }) {
  const choose = useMutation({ mutationFn: api.backup.chooseAutomaticFolder });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Folder
      </Text>
      <Group gap="sm" wrap="nowrap" align="center">
        <Button
          variant="default"
          style={{ flex: 'none' }}
          loading={choose.isPending}
          onClick={() => choose.mutate()}
        >
          Choose a folder
        </Button>
        <Text
          size="sm"
          className={classes['backupPath'] ?? ''}
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
  const keeping = useQuery(queries.backup.state()).data?.automatic.keeping;
  const { keyStore, policy } = useQuery(queries.app.state()).data ?? {};
  const change = useMutation({ mutationFn: api.settings.change });
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
