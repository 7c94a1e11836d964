import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { openDialog } from '../dialog/open-dialog.ts';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import { Confirmation } from './confirmation.tsx';

interface Question {
  /** Whose it is about, left out where it is about all: named where another workspace is on screen. */
  readonly workspaceId?: string;
  readonly title: string;
  readonly body: ReactNode;
  /** What the button that goes on says; the other one says `Keep as it is`. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Done when confirmed; when it fails the dialog stays and says why. */
  readonly run: () => Promise<unknown>;
}

let asked = 0;

/** Asks before something that cannot be taken back, and does it when the answer is yes. */
export function askToConfirm({ workspaceId, title, body, confirm, danger = false, run }: Question): void {
  asked += 1;
  const modalId = `question-${asked}`;
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
