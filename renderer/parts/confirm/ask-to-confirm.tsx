import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openDialog } from '../dialog/open-dialog.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';

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
  const modalId = `question-${lastId}`;
  openDialog({
    modalId,
    title,
    children: (
      <Confirmation confirm={confirm} danger={danger} run={run} onClose={() => modals.close(modalId)}>
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
          Keep as it is
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
