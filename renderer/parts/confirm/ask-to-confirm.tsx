import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { openDialog } from '../dialog/open-dialog.ts';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import { Confirmation } from './confirmation.tsx';

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
