import type { DatabaseSync } from 'node:sqlite';
import { change } from '../operation.ts';
import { coveringOf, isHeadlineOpen, questionnairesWithOpenHeadline } from './covering.ts';

/** Whether results of this questionnaire can be seen before a verdict: nothing is covered, or the headline is open. */
export function showsResults(db: DatabaseSync, workspaceId: string, questionnaire: string): boolean {
  const covering = coveringOf(db, workspaceId);
  return !covering || isHeadlineOpen(covering, questionnaire);
}

/** Marks the results that these submissions' requests have now as seen, as somebody got them in a file. */
export function markResultsOf(db: DatabaseSync, submissionIds: readonly string[]): void {
  const sql = `UPDATE requests SET results_shown = 1 WHERE has_results = 1 AND results_shown = 0 AND row IN
    (SELECT row FROM submissions WHERE id IN (SELECT value FROM json_each(?)))`;
  change(db, sql, JSON.stringify(submissionIds));
}

/**
 * Marks the requests of a workspace whose results can be seen now, so that a verdict given once they are covered tells that
 * they had been in view. Call after whatever may have uncovered any: results that arrive are marked by `applyChanges`. Runs in
 * the caller's transaction.
 */
export function markShownResults(db: DatabaseSync, workspaceId: string): void {
  const covering = coveringOf(db, workspaceId);
  const never = 'workspace_id = ? AND has_results = 1 AND results_shown = 0';
  if (!covering) {
    change(db, `UPDATE requests SET results_shown = 1 WHERE ${never}`, workspaceId);
    return;
  }
  const open = questionnairesWithOpenHeadline(covering);
  if (open === '[]') return;
  const isOpen = 'questionnaire_template_id IN (SELECT value FROM json_each(?))';
  change(db, `UPDATE requests SET results_shown = 1 WHERE ${never} AND ${isOpen}`, workspaceId, open);
}
