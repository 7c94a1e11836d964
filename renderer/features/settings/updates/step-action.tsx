import { Button, Progress } from '@mantine/core';
import type { UpdateState } from '../../../../shared/updates.ts';
import { useCheckForUpdates, useDownloadUpdate, useRestartToUpdate } from '../../../api/updates.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import classes from './update-status.module.css';

/** The action for the current step (check, download, restart), or its progress. */
export function StepAction({ state }: { state: UpdateState }) {
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
    <div className={classes['action']}>
      <Button
        size="xs"
        variant="default"
        disabled={disabled}
        loading={loading || check.isPending}
        onClick={() => check.mutate()}
      >
        Check for updates
      </Button>
      <ErrorNotice error={check.error} />
    </div>
  );
}

function DownloadButton({ label }: { label: string }) {
  const download = useDownloadUpdate();
  return (
    <div className={classes['action']}>
      <Button size="xs" loading={download.isPending} onClick={() => download.mutate()}>
        {label}
      </Button>
      <ErrorNotice error={download.error} />
    </div>
  );
}

function RestartButton({ disabled = false, loading = false }: ButtonState) {
  const restart = useRestartToUpdate();
  return (
    <div className={classes['action']}>
      <Button
        size="xs"
        disabled={disabled}
        loading={loading || restart.isPending}
        onClick={() => restart.mutate()}
      >
        Restart to update
      </Button>
      <ErrorNotice error={restart.error} />
    </div>
  );
}

function DownloadProgress({ percent }: { percent: number }) {
  return (
    <div className={classes['progress']}>
      <Progress value={percent} size="sm" aria-label="Download" aria-valuetext={`${percent} percent`} />
      <span aria-hidden>{percent} %</span>
    </div>
  );
}
