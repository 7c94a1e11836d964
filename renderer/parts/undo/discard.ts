import type { Submission } from '../../../shared/submission.ts';
import { discard as discardForGood, undoDiscard } from '../../api/outbox.ts';
import { countOf } from '../text/count-of.ts';
import { rememberChange } from './undo-stack.ts';

/** Discards submissions, which can be undone; returns how many changed. */
export async function discard(submissions: readonly Submission[]): Promise<number> {
  const changed = await discardForGood(submissions);
  for (const [workspaceId, own] of Map.groupBy(submissions, (submission) => submission.workspaceId)) {
    if (changed > 0) rememberChange({ workspaceId, what: discardWords(own), undo: () => undo(own) });
  }
  return changed;
}

function discardWords(submissions: readonly Submission[]): string {
  const [first] = submissions;
  return submissions.length === 1 && first
    ? `Discarding ${first.candidateName}`
    : `Discarding ${countOf(submissions.length, 'submission')}`;
}

async function undo(submissions: readonly Submission[]): Promise<string | null> {
  const left = submissions.length - (await undoDiscard(submissions));
  return left === 0 ? null : `${countOf(left, 'was', 'were')} left out: sent already, or changed since.`;
}
