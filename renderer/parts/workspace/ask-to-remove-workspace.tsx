import type { Workspace } from '../../../shared/workspace.ts';
import { api } from '../../api/api.ts';
import { askToConfirm } from '../confirm/ask-to-confirm.tsx';
import { showToast } from '../toast/show-toast.tsx';

/** Asks for confirmation, then hides a workspace and deletes its secrets. */
export function askToRemoveWorkspace(workspace: Workspace): void {
  askToConfirm({
    title: `Remove “${workspace.name}”?`,
    body: 'Its sign-in and client secret are deleted and its requests are no longer shown. The service keeps its data.',
    confirm: 'Remove workspace',
    danger: true,
    run: async () => {
      await api.workspaces.remove({ id: workspace.id });
      showToast({ title: 'Workspace removed', message: workspace.name });
    },
  });
}
