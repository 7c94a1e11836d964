import { localDay } from '../../../../shared/local-day.ts';
import type { RightsRequest } from '../../../../shared/rights.ts';
import { removeRights, saveRights } from '../../../api/rights.ts';
import { showErrorInShell } from '../../../api/shell-error.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { showUndoToast } from '../../../parts/toast/show-undo-toast.tsx';

/** Closes, reopens and deletes an entry. Each can be undone. */
export function useChangeRights(entry: RightsRequest) {
  const { id: workspaceId } = useWorkspace();
  const undoable = (title: string, change: () => Promise<unknown>): void => {
    change()
      .then(() => showUndoToast({ workspaceId, title, undo: () => saveRights(entry) }))
      .catch(showErrorInShell);
  };
  const closed = (state: 'done' | 'refused', refusal: string) =>
    saveRights({ ...entry, state, refusal, closedOn: localDay(Date.now()) });
  return {
    done: () => undoable('Request done', () => closed('done', '')),
    refuse: (refusal: string) => undoable('Request refused', () => closed('refused', refusal)),
    reopen: () =>
      undoable('Request reopened', () =>
        saveRights({ ...entry, state: 'open', closedOn: null, refusal: '' }),
      ),
    remove: () => undoable('Request deleted', () => removeRights(entry.id)),
  };
}
