import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AutomaticBackupState, MAX_BACKUPS_KEPT } from '../../../../shared/backup.ts';
import type { SecretKeeping } from '../../../../shared/key-store.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { api } from '../../../api/api.ts';
import { toApiError } from '../../../api/api-error.ts';
import { useBackUpNow, useChooseAutomaticFolder, useTurnOffAutomatic } from '../../../api/backup.ts';
import { useChangeSettings, useSettings } from '../../../api/settings.ts';
import { BackupProgress } from '../../../parts/backup/backup-progress.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { formatBytes } from '../../../parts/text/format-bytes.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import { showToast } from '../../../parts/toast/show-toast.tsx';
import { CountSetting } from '../count-setting.tsx';
import { SettingRow } from '../setting-row.tsx';
import classes from './backup-part.module.css';
import { BackupsBeforeErasure } from './backups-before-erasure.tsx';
import { askToSetUp } from './set-up-automatic.tsx';

interface AutomaticSectionProps {
  readonly state: AutomaticBackupState;
  /** Whether one is being made. */
  readonly running: boolean;
}

/** Daily backups to a folder: on or off, how the last one went, and what may be changed. */
export function AutomaticSection({ state, running }: AutomaticSectionProps) {
  return (
    <Section title="Automatic backups">
      <div className={classes['card']}>
        {state.enabled ? <TurnedOn state={state} running={running} /> : <TurnedOff />}
        <BackupsBeforeErasure files={state.beforeErasure} />
      </div>
    </Section>
  );
}

function TurnedOff() {
  return (
    <>
      <p className={classes['lead']}>
        Callboard can back up all workspaces once a day to a folder that you choose, without asking.
      </p>
      <div>
        <Button size="xs" variant="default" onClick={() => askToSetUp({ again: false })}>
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
      <p className={classes['lead']}>Callboard makes a backup once a day while it is running.</p>
      {problem && <Problem problem={problem} />}
      <dl className={classes['facts']}>
        <dt>Last automatic backup</dt>
        <dd>
          {last ? `${formatDateTime(last.at)} · ${formatBytes(last.bytes)}` : 'None yet.'}
          {last && <ShowInFolder path={last.path} />}
        </dd>
        <dt>Folder</dt>
        <dd className={classes['path']} dir="auto">
          {folder}
        </dd>
        <dt>Passphrase</dt>
        <dd>{KEEPING[keeping]}</dd>
      </dl>
      <div className={classes['kept']}>
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
        size="compact-xs"
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
  const { backupsKept } = useSettings().data ?? {};
  const change = useChangeSettings();
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
  const now = useBackUpNow();
  const folder = useChooseAutomaticFolder();
  const off = useTurnOffAutomatic();
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
        <Button size="xs" disabled={running} onClick={() => now.mutate()}>
          Back up now
        </Button>
        <Button size="xs" variant="default" loading={folder.isPending} onClick={() => folder.mutate()}>
          Change the folder
        </Button>
        <Button size="xs" variant="default" onClick={() => askToSetUp({ again: true })}>
          Change the passphrase
        </Button>
        <Button size="xs" variant="subtle" color="gray" loading={off.isPending} onClick={turnOff}>
          Turn off
        </Button>
      </Group>
      <ErrorNotice error={refused ?? folder.error ?? off.error} />
    </>
  );
}
