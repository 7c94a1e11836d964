import type { ReactNode } from 'react';
import type { Workspace } from '../../../shared/workspace.ts';
import { InWorkspace } from '../../api/app-state.tsx';
import { OtherWorkspaceLabel } from './other-workspace-label.tsx';

/** Content of a dialog that acts on the workspace it was opened in, and names it while another one is on screen. */
export function WorkspaceDialog({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return (
    <InWorkspace workspace={workspace}>
      <OtherWorkspaceLabel id={workspace.id} />
      {children}
    </InWorkspace>
  );
}
