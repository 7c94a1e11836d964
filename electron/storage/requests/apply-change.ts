import type { DatabaseSync } from 'node:sqlite';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { type CountedCall, resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import type { RequestChange, TrackedRequest } from '../../tracking/apply-answer.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';
import { change, insert, integer, one, text } from '../operation.ts';
import { appendEventOf } from '../stores/history-store.ts';
import { showsResults } from './covering.ts';
import { resultColumns, storeResultColumns } from './described-fields.ts';
import { facetId } from './facets.ts';
import { indexRequest } from './request-index.ts';
import { writeAnswer } from './stored-answer.ts';

/**
 * Stores the changes of refreshes in the caller's transaction; ignores requests that no longer exist. Indexes words last
 * and in row order, because FTS5 then writes them in one batch instead of flushing for each request.
 */
export function applyChanges(db: DatabaseSync, changes: readonly RequestChange[]): void {
  const newResults = new Map<number, Json | undefined>();
  for (const requestChange of changes) applyChange(db, requestChange, newResults);
  const rows = [...newResults.keys()].sort((one, other) => one - other);
  for (const row of rows) indexRequest(db, row, newResults.get(row));
}

function applyChange(
  db: DatabaseSync,
  update: RequestChange,
  newResults: Map<number, Json | undefined>,
): void {
  const { request } = update;
  const sql = 'SELECT row, questionnaire_template_id FROM requests WHERE workspace_id = ? AND request_id = ?';
  const known = one(db, sql, request.workspaceId, request.requestId);
  if (!known) return;
  const { workspaceId } = request;
  const row = integer(known, 'row');
  const questionnaire = text(known, 'questionnaire_template_id');
  const results = update.resultsChanged ? resultsIn(request.answer) : undefined;
  if (update.changed || update.resultsChanged) storeChange(db, row, questionnaire, update);
  else storeRefreshTimes(db, row, request);
  if (update.answerChanged && request.answer !== null) writeAnswer(db, row, request.answer);
  if (update.callsChanged) storeCalls(db, workspaceId, row, update.calls);
  if (update.resultsChanged) {
    const columns = resultColumns(db, { workspaceId, id: questionnaire });
    storeResultColumns(db, row, results, questionnaire, columns);
    newResults.set(row, results);
  }
  if (update.resultsChanged && update.hasResults) recordResults(db, row, update);
  for (const event of update.history) appendEventOf(db, row, update.at, event);
}

/** The evidence gets a salted hash of the answer with which the results came. */
function recordResults(db: DatabaseSync, row: number, { request, at, calls }: RequestChange): void {
  const { submissionId, answer } = request;
  appendEvidence(db, {
    kind: 'results_arrived',
    at,
    facts: { calls: calls.length, completed: request.completedAt !== null },
    about: { row, submissionId, personal: { answer } },
  });
}

function storeChange(db: DatabaseSync, row: number, questionnaire: string, update: RequestChange): void {
  const { request } = update;
  facetId(db, request.workspaceId, 'status', request.status);
  change(
    db,
    STORE,
    request.status,
    update.lastCallStatus ?? '',
    update.calls.length,
    Number(update.hasResults),
    request.problem && JSON.stringify(request.problem),
    Number(request.problem !== null),
    request.changedAt,
    request.refreshedAt,
    request.completedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    row,
    OUTCOMES.indexOf(update.outcome),
    update.tries,
    Number(
      update.resultsChanged && update.hasResults && showsResults(db, request.workspaceId, questionnaire),
    ),
  );
}

const STORE = `UPDATE requests SET status = ?1, call_status = ?2, call_count = ?3, has_results = ?4, problem = ?5,
  results_shown = max(results_shown, ?15), has_problem = ?6, unseen = iif(changed_at <> ?7, 1, unseen),
  changed_at = ?7, refreshed_at = ?8, completed_at = ?9, next_refresh_at = ?10, refresh_failures = ?11, outcome = ?13, tries = ?14 WHERE row = ?12`;

/** Most refreshes change nothing else, so avoid writing columns that are indexed for the list. */
function storeRefreshTimes(db: DatabaseSync, row: number, request: TrackedRequest): void {
  const sql = 'UPDATE requests SET refreshed_at = ?, next_refresh_at = ?, refresh_failures = ? WHERE row = ?';
  change(db, sql, request.refreshedAt, request.nextRefreshAt, request.refreshFailures, row);
}

function storeCalls(db: DatabaseSync, workspaceId: string, row: number, calls: readonly CountedCall[]): void {
  change(db, 'DELETE FROM screening_calls WHERE row = ?', row);
  for (const [ordinal, call] of calls.entries()) {
    if (call.status !== null) facetId(db, workspaceId, 'call_status', call.status);
    const { startedAt, durationMinutes, status } = call;
    const columns = { row, ordinal, started_at: startedAt, duration_minutes: durationMinutes, status };
    insert(db, 'screening_calls', columns);
  }
}
