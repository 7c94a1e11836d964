import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { opensInViewer } from '../../../shared/desktop.ts';
import { api } from '../../api/api.ts';
import { toApiError } from '../../api/api-error.ts';
import { showToast } from '../toast/show-toast.tsx';
import classes from './saved-file.module.css';

/** Long enough to read a path and reach for a button. */
const SAVED_MS = 15_000;

interface SavedFileToast {
  readonly id?: string;
  readonly workspaceId?: string;
  readonly title: ReactNode;
  readonly path: string;
}

let shown = 0;

/** Says where a file was saved, and offers to open it or to show its folder. */
export function showSavedFile({ path, ...toast }: SavedFileToast): void {
  shown += 1;
  const id = toast.id ?? `saved-file-${shown}`;
  showToast({ ...toast, id, message: <SavedFile key={shown} path={path} />, autoClose: SAVED_MS });
}

function SavedFile({ path }: Pick<SavedFileToast, 'path'>) {
  const open = useMutation({ mutationFn: () => api.desktop.openSaved({ path }) });
  const show = useMutation({ mutationFn: () => api.desktop.showSaved({ path }) });
  const error = open.error ?? show.error;
  return (
    <>
      <bdi className={classes['path']} title={path}>
        {path}
      </bdi>
      <Group gap="xs" mt={8}>
        {opensInViewer(path) && (
          <Button size="compact-sm" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
            Open
          </Button>
        )}
        <Button size="compact-sm" variant="default" loading={show.isPending} onClick={() => show.mutate()}>
          Show in folder
        </Button>
      </Group>
      {error && (
        <div role="alert" className={classes['failed']}>
          {sentences(error)}
        </div>
      )}
    </>
  );
}

function sentences(error: unknown): string {
  const { message, nextStep } = toApiError(error);
  return nextStep === undefined ? message : `${message} ${nextStep}`;
}
