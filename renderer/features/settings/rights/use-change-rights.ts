import { localDay } from '../../../../shared/local-day.ts';
import type { RightsRequest, RightsStanding } from '../../../../shared/rights.ts';
import { moveRights, putBackRights, removeRights, undoMove } from '../../../api/rights.ts';
import { showErrorInShell } from '../../../api/shell-error.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { showUndoToast } from '../../../parts/toast/show-undo-toast.tsx';

/** Closes, reopens and deletes an entry. Each can be undone, which takes back no later change. */
export function useChangeRights(entry: RightsRequest) {
  const { id: workspaceId } = useWorkspace();
  const move = (title: string, to: RightsStanding): void => {
    moveRights(entry, to)
      .then((back) => showUndoToast({ workspaceId, title, undo: () => undoMove(back) }))
      .catch(showErrorInShell);
  };
  const today = () => localDay(Date.now());
  return {
    done: () => move('Request done', { state: 'done', refusal: '', closedOn: today() }),
    refuse: (refusal: string) => move('Request refused', { state: 'refused', refusal, closedOn: today() }),
    reopen: () => move('Request reopened', { state: 'open', refusal: '', closedOn: null }),
    remove: () => {
      removeRights(entry)
        .then((removed) =>
          showUndoToast({ workspaceId, title: 'Request deleted', undo: () => putBackRights(removed) }),
        )
        .catch(showErrorInShell);
    },
  };
}
