import { Box, Button, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { assertNever } from '../../../../shared/result.ts';
import type { Update, UpdateState, UpdateStep, UpdatesOffReason } from '../../../../shared/updates.ts';
import { UPDATE_PROBLEM_WORDS } from '../../../../shared/words/update-words.ts';
import { api, queries } from '../../../api/api.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { useRestartToUpdate } from '../../../api/desktop.ts';
import { formatDate } from '../../../parts/format.ts';
import { Dim, Framed, FramedRow } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { RelativeTime } from '../../../parts/time.tsx';
import { restartWords } from '../../../parts/words.ts';
import { SettingsSection } from '../setting-row.tsx';
import classes from '../settings.module.css';

/** The update's status and settings. */
export function UpdatesPart() {
  const updates = useQuery(queries.updates.state());
  const settings = useQuery(queries.settings.get());
  const error = updates.error ?? settings.error;
  const reload = (): void => {
    void updates.refetch();
    void settings.refetch();
  };
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the update status." onRetry={reload} />
      {updates.data && settings.data ? (
        <>
          <UpdateStatus state={updates.data} />
          {canUpdateItself(updates.data.step) && (
            <SettingsSection section="Update settings" settings={settings.data} />
          )}
        </>
      ) : (
        !error && <Skeleton height={200} radius="md" />
      )}
    </>
  );
}

/** Whether the settings have any effect on this installation. */
function canUpdateItself(step: { kind: string; reason?: string }): boolean {
  return step.kind !== 'off' || step.reason === 'setting';
}

/** The current version and the state of the update. */
export function UpdateStatus({ state }: { state: UpdateState }) {
  const { version } = useAppState();
  const { step, checkedAt } = state;
  const words = stepWords(state);
  return (
    <Section title="Updates">
      <Stack gap={12}>
        <Framed>
          <FramedRow>
            <div>
              <Dim component="div">Callboard {version}</Dim>
              <Dim component="div" fz="inherit" role="status">
                <Text inherit fw={500} c="var(--mantine-color-text)">
                  {stepTitle(step)}
                </Text>
                {words && <Text inherit>{words}</Text>}
              </Dim>
              {step.kind === 'idle' && checkedAt !== null && (
                <Dim component="p">
                  Checked <RelativeTime at={checkedAt} />
                </Dim>
              )}
            </div>
            <StepAction state={state} />
          </FramedRow>
        </Framed>
        {step.kind === 'failed' && (
          <Notice tone="problem" role="alert" title={UPDATE_PROBLEM_WORDS[step.problem.code].message}>
            <p>{UPDATE_PROBLEM_WORDS[step.problem.code].nextStep}</p>
          </Notice>
        )}
        {'update' in step && step.update && <ReleaseNotes update={step.update} />}
      </Stack>
    </Section>
  );
}

/** The release notes, as plain text because they come from outside. */
function ReleaseNotes({ update }: { update: Update }) {
  const heading = useId();
  if (update.notes === '') return null;
  return (
    <Framed component="section" aria-labelledby={heading}>
      <h3 id={heading} className={classes['notesTitle']}>
        New in {update.version}
        {update.releasedAt !== null && <Dim fw={400}>{formatDate(update.releasedAt)}</Dim>}
      </h3>
      <Box
        className={classes['notesText'] ?? ''}
        dir="auto"
        tabIndex={0}
        role="group"
        aria-labelledby={heading}
      >
        {update.notes}
      </Box>
    </Framed>
  );
}

const OFF_WORDS: Readonly<Record<UpdatesOffReason, string>> = {
  setting: 'Callboard doesn’t check for newer versions.',
  not_installed: 'Callboard is running from its source code.',
  package_manager: 'It was installed as a system package; the system’s updates install new versions.',
  msi: 'It was deployed with Windows Installer. Your IT department installs new versions.',
  no_update_key: 'This build of Callboard has no key to check updates with. Install new versions yourself.',
  unknown_installation: 'Callboard can’t update itself in this location. Install new versions yourself.',
};

/** The current step in a few words. */
function stepTitle(step: UpdateStep): string {
  switch (step.kind) {
    case 'off':
      return step.reason === 'setting' ? 'Updates are off' : 'Callboard doesn’t update itself here';
    case 'idle':
      return 'No newer version known';
    case 'checking':
      return 'Checking for a newer version';
    case 'available':
      return `Version ${step.update.version} is available`;
    case 'downloading':
      return `Downloading version ${step.update.version}`;
    case 'ready':
      return `Version ${step.update.version} is ready`;
    case 'installing':
      return `Restarting into version ${step.update.version}`;
    case 'failed':
      return step.update ? `Couldn’t download version ${step.update.version}` : 'Couldn’t check for updates';
    default:
      return assertNever(step);
  }
}

/** Details to add to the title; empty if there are none. */
function stepWords({ step, waitingFor }: UpdateState): string {
  switch (step.kind) {
    case 'off':
      return OFF_WORDS[step.reason];
    case 'ready':
      return restartWords(waitingFor);
    case 'downloading':
      return 'You can keep working.';
    default:
      return '';
  }
}

/** The action for the current step (check, download, restart), or its progress. */
function StepAction({ state }: { state: UpdateState }) {
  const { step, waitingFor } = state;
  switch (step.kind) {
    case 'off':
      return step.reason === 'setting' && <CheckButton disabled />;
    case 'idle':
      return <CheckButton />;
    case 'checking':
      return <CheckButton loading />;
    case 'failed':
      return step.update && step.problem.during !== 'check' ? (
        <DownloadButton label="Download again" />
      ) : (
        <CheckButton />
      );
    case 'available':
      return <DownloadButton label="Download" />;
    case 'downloading':
      return <DownloadProgress percent={step.percent} />;
    case 'ready':
      return <RestartButton disabled={waitingFor !== null} />;
    case 'installing':
      return <RestartButton loading />;
  }
}

interface ButtonState {
  readonly disabled?: boolean;
  readonly loading?: boolean;
}

function CheckButton({ disabled = false, loading = false }: ButtonState) {
  const check = useCheckForUpdates();
  return (
    <Stack gap={8} align="flex-end">
      <Button
        variant="default"
        disabled={disabled}
        loading={loading || check.isPending}
        onClick={() => check.mutate()}
      >
        Check for updates
      </Button>
      <ErrorNotice error={check.error} />
    </Stack>
  );
}

function DownloadButton({ label }: { label: string }) {
  const download = useDownloadUpdate();
  return (
    <Stack gap={8} align="flex-end">
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        {label}
      </Button>
      <ErrorNotice error={download.error} />
    </Stack>
  );
}

function RestartButton({ disabled = false, loading = false }: ButtonState) {
  const restart = useRestartToUpdate();
  return (
    <Stack gap={8} align="flex-end">
      <Button disabled={disabled} loading={loading || restart.isPending} onClick={() => restart.mutate()}>
        Restart to update
      </Button>
      <ErrorNotice error={restart.error} />
    </Stack>
  );
}

function DownloadProgress({ percent }: { percent: number }) {
  return (
    <div className={classes['updateProgress']}>
      <Progress value={percent} size="sm" aria-label="Download" aria-valuetext={`${percent} percent`} />
      <span aria-hidden>{percent} %</span>
    </div>
  );
}

function useCheckForUpdates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.check(),
    onSuccess: (state) => client.setQueryData(queries.updates.state().queryKey, state),
  });
}

function useDownloadUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.updates.download(),
    onSuccess: (state) => client.setQueryData(queries.updates.state().queryKey, state),
  });
}
