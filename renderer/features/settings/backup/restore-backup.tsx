import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PresentContent } from '../../../../shared/backup.ts';
import { api, queries } from '../../../api/api.ts';
import { openDialog } from '../../../parts/dialog.tsx';
import { countOf } from '../../../parts/format.ts';
import { lazyComponent } from '../../../parts/lazy-component.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { showToast } from '../../../parts/toast.tsx';
import { BackupProgress } from './backup-progress.tsx';
import { askForBackup } from './make-backup.tsx';

const RestoreDialog = lazyComponent(
  async () => (await import('./restore-dialog.tsx')).RestoreDialog,
  <Loader size="sm" />,
);

/** A button that lets the person choose a backup file, then opens the restore dialog; where Callboard isn't empty, it says so. */
export function RestoreBackup({ children }: { children: ReactNode }) {
  const { refetch } = useQuery(queries.backup.state());
  const choose = useMutation({ mutationFn: api.backup.choose });
  const begin = async () => {
    const { data } = await refetch();
    if (data?.content) askToStartOver(data.content, 'restore');
    else choose.mutate(undefined, { onSuccess: (file) => file && openRestore(file) });
  };
  return (
    <>
      <Button variant="default" loading={choose.isPending} onClick={() => void begin()}>
        {children}
      </Button>
      <ErrorNotice error={choose.error} />
    </>
  );
}

function openRestore(file: { readonly name: string }): void {
  openDialog({
    modalId: 'restore-backup',
    title: 'Restore a backup',
    onlyByItsButtons: true,
    content: (close) => <RestoreDialog file={file} onClose={close} />,
  });
}

/** Asks whether to put everything aside and begin anew. `why`: in order to restore a backup. */
export function askToStartOver(content: PresentContent, why?: 'restore'): void {
  openDialog({
    modalId: 'start-over',
    title: why ? 'Restore a backup' : 'Start over',
    onlyByItsButtons: true,
    content: (close) => <StartOver content={content} toRestore={why !== undefined} onClose={close} />,
  });
}

interface StartOverProps {
  readonly content: PresentContent;
  readonly toRestore: boolean;
  readonly onClose: () => void;
}

/** What starting over does, what it leaves undone, and a backup of the present first. */
function StartOver({ content: { requests, open }, toRestore, onClose }: StartOverProps) {
  const startOver = useMutation({ mutationFn: api.backup.startOver });
  const here = [
    ...(requests > 0 ? [countOf(requests, 'request')] : []),
    ...(open > 0 ? [countOf(open, 'unfinished submission')] : []),
  ].join(' and ');
  const run = () =>
    startOver.mutate(undefined, {
      onSuccess: ({ name }) => {
        onClose();
        showToast({
          tone: 'done',
          title: 'Callboard is empty now',
          message: `What was here is in the data folder, in the file ${name}.`,
        });
      },
    });
  return (
    <Stack gap="md">
      {toRestore && (
        <Text size="sm">
          A backup can only be restored into an empty Callboard. This one{' '}
          {here === '' ? 'has data of its own' : `has ${here}`}. Start over first.
        </Text>
      )}
      <Text size="sm">
        Starting over puts all workspaces with their data aside in one file in the data folder. The
        do-not-call list and the settings stay. You then connect to your service again, or restore a backup.
      </Text>
      {here !== '' && (
        <Notice tone="warning">
          <p>
            Callboard no longer follows {here}: nothing of it is sent or refreshed. Make a backup first to
            have it back later.
          </p>
        </Notice>
      )}
      <ErrorNotice error={startOver.error} />
      {startOver.isPending ? (
        <BackupProgress words="Starting over …" stop="Cancel without changes" />
      ) : (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="default"
            onClick={() => {
              onClose();
              askForBackup();
            }}
          >
            Make a backup
          </Button>
          <Button color="red.9" onClick={run}>
            Start over
          </Button>
        </Group>
      )}
    </Stack>
  );
}
