import type { ReactNode } from 'react';
import type { Workspace } from '../../../shared/workspace.ts';
import { InWorkspace } from '../../api/app-state.tsx';
import { OtherWorkspaceLabel } from './other-workspace-label.tsx';

/** The inside of a dialog: it acts on the workspace it was opened in, and says which that is where another is on screen. */
export function WorkspaceDialog({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return (
    <InWorkspace workspace={workspace}>
      <OtherWorkspaceLabel id={workspace.id} />
      {children}
    </InWorkspace>
  );
}
