import { showErrorInShell } from '../../api/shell-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { openNotToCall } from '../../parts/do-not-call/open-not-to-call.ts';
import type { GroupTarget } from './run-bulk.tsx';

/** Asks for a reason, and puts the numbers of a whole group, as it was when shown, on the do-not-call list. */
export function notToCallGroup({ workspaceId, part, rows }: GroupTarget): void {
  const { api } = workspaceAccess(workspaceId);
  api.submissions
    .outboxGroupPhones({ part, ...rows })
    .then((phoneNumbers) => {
      if (phoneNumbers.length > 0) openNotToCall({ workspaceId, phoneNumbers });
    })
    .catch(showErrorInShell);
}
