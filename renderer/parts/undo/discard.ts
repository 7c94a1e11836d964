import type { Submission } from '../../../shared/submission.ts';
import { discard as discardForGood, undoDiscard } from '../../api/outbox.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../text/count-of.ts';
import { rememberChange } from './undo-stack.ts';

/** Discards a submission, which can be undone; rejects if it has changed since. */
export async function discard(submission: Submission): Promise<void> {
  await discardForGood(submission);
  rememberDiscarded(submission.workspaceId, [submission.id], `Discarding ${submission.candidateName}`);
}

/** Makes discarding these undoable. `what`: `Discarding 3 submissions`. */
export function rememberDiscarded(workspaceId: string, ids: readonly string[], what: string): void {
  rememberChange({ workspaceId, what, undo: () => undo(workspaceId, ids) });
}

async function undo(workspaceId: string, ids: readonly string[]): Promise<string | null> {
  const left = ids.length - (await undoDiscard(workspaceAccess(workspaceId), ids));
  return left === 0 ? null : `${countOf(left, 'was', 'were')} left out: sent already, or changed since.`;
}
