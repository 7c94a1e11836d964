import { undoDiscard } from '../../api/outbox.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../text/count-of.ts';
import type { UndoableChange } from './undo-stack.ts';

/** The discard of these submissions, as a change that can be undone. */
export function discardedChange(workspaceId: string, ids: readonly string[], what: string): UndoableChange {
  const undo = async () => {
    const left = ids.length - (await undoDiscard(workspaceAccess(workspaceId), ids));
    return left === 0 ? null : `${countOf(left, 'was', 'were')} left out: sent already, or changed since.`;
  };
  return { workspaceId, what: `Discarding ${what}`, undo };
}
