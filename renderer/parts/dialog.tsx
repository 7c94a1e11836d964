import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Workspace } from '../../shared/workspace.ts';
import { afterPaint } from '../api/after-paint.ts';
import { InWorkspace, useOtherWorkspaceName } from '../api/app-state.tsx';
import { Dim } from './layout.tsx';
import { ErrorNotice } from './notice.tsx';
import { dialogOpens } from './shortcuts.ts';

type ModalSettings = Parameters<typeof modals.open>[0];

interface Dialog extends Pick<ModalSettings, 'title' | 'size'> {
  readonly modalId: string;
  /** What it acts on, named while another one is on screen. `workspace`: its content is in it, too. */
  readonly workspace?: Workspace;
  readonly workspaceId?: string;
  /** Neither Escape nor a click beside it closes it. */
  readonly onlyByItsButtons?: true;
  readonly content: (close: () => void) => ReactNode;
}

const ONLY_BY_ITS_BUTTONS = { withCloseButton: false, closeOnClickOutside: false, closeOnEscape: false };

const host = Promise.withResolvers<void>();

/** Call when Mantine's ModalsProvider has mounted, which happens after the first screen. */
export const markDialogHostReady = host.resolve;

/**
 * Opens a dialog, which may have to be loaded, once the ModalsProvider has mounted. `modals.open` alone would drop it before
 * that. From now on keys are no longer the page's.
 */
export function openDialog(dialog: Dialog | (() => Promise<Dialog>)): void {
  void dialogOpens(show(dialog));
}

async function show(dialog: Dialog | (() => Promise<Dialog>)): Promise<void> {
  const loaded = typeof dialog === 'function' ? await dialog() : dialog;
  const { workspace, workspaceId = workspace?.id, onlyByItsButtons, content, ...settings } = loaded;
  const close = () => modals.close(settings.modalId);
  const children = (
    <>
      {workspaceId !== undefined && <OtherWorkspaceLabel id={workspaceId} />}
      {content(close)}
    </>
  );
  await host.promise;
  const opened: ModalSettings = {
    ...settings,
    ...(onlyByItsButtons && ONLY_BY_ITS_BUTTONS),
    children: workspace ? <InWorkspace workspace={workspace}>{children}</InWorkspace> : children,
  };
  // Mantine mounts it in the next frame.
  flushSync(() => void modals.open(opened));
  await afterPaint();
}

interface Question {
  /** Its name is shown while another workspace is on screen; omit for questions about no single workspace. */
  readonly workspaceId?: string;
  readonly title: string;
  readonly body: ReactNode;
  /** Label of the confirm button. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Runs on confirmation. If it rejects, the dialog stays open and shows the error. */
  readonly run: () => Promise<unknown>;
}

let lastId = 0;

/** Opens a confirmation dialog, and runs the action if confirmed. */
export function askToConfirm({ workspaceId, title, body, confirm, danger = false, run }: Question): void {
  lastId += 1;
  openDialog({
    modalId: `question-${lastId}`,
    title,
    content: (close) => (
      <Confirmation confirm={confirm} danger={danger} run={run} onClose={close}>
        {workspaceId !== undefined && <OtherWorkspaceLabel id={workspaceId} />}
        {body}
      </Confirmation>
    ),
  });
}

interface ConfirmationProps {
  readonly confirm: string;
  readonly danger: boolean;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The content of a confirmation dialog. */
function Confirmation({ confirm, danger, run, onClose, children }: ConfirmationProps) {
  const action = useMutation({ mutationFn: run, onSuccess: onClose });
  return (
    <Stack gap="md">
      <Text component="div" size="sm">
        {children}
      </Text>
      <ErrorNotice error={action.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(danger && { color: 'red.9' })}
          loading={action.isPending}
          onClick={() => action.mutate()}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}

/** Names a workspace while another one is on screen; otherwise renders nothing. */
export function OtherWorkspaceLabel({ id }: { id: string }) {
  const name = useOtherWorkspaceName(id);
  if (name === undefined) return null;
  return (
    <Dim component="div" mb={4}>
      {name === null ? (
        'In a workspace that was removed'
      ) : (
        <>
          In <bdi>{name}</bdi>
        </>
      )}
    </Dim>
  );
}
