import type { DatabaseSync } from 'node:sqlite';
import { type CountedCall, resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import type { RequestChange, TrackedRequest } from '../../tracking/apply-answer.ts';
import { change, integer, one, text } from '../operation.ts';
import { appendEventsOf } from '../stores/history-store.ts';
import { resultColumns, storeResultColumns } from './described-fields.ts';
import { facetId } from './facets.ts';
import { indexRequest } from './request-index.ts';
import { writeAnswer } from './stored-answer.ts';

/**
 * Stores what refreshes brought; part of the caller's transaction. A request that is gone stays gone. The words of all come
 * last, in the order of their rows: FTS5 gathers those and writes them down together, but for each one alone where a row
 * of the list is written in between.
 */
export function applyChanges(db: DatabaseSync, changes: readonly RequestChange[]): void {
  const newResults = new Map<number, Json | undefined>();
  for (const each of changes) applyChange(db, each, newResults);
  const rows = [...newResults.keys()].sort((one, other) => one - other);
  for (const row of rows) indexRequest(db, row, newResults.get(row));
}

function applyChange(db: DatabaseSync, each: RequestChange, newResults: Map<number, Json | undefined>): void {
  const { request } = each;
  const known = one(
    db,
    'SELECT row, questionnaire_template_id FROM requests WHERE workspace_id = ? AND request_id = ?',
    request.workspaceId,
    request.requestId,
  );
  if (!known) return;
  const { workspaceId } = request;
  const row = integer(known, 'row');
  const results = each.resultsChanged ? resultsIn(request.answer) : undefined;
  if (each.changed || each.resultsChanged) storeNews(db, row, each);
  else storeWhenRead(db, row, request);
  if (each.answerChanged && request.answer !== null) writeAnswer(db, row, request.answer);
  if (each.callsChanged) storeCalls(db, workspaceId, row, each.calls);
  if (each.resultsChanged) {
    const id = text(known, 'questionnaire_template_id');
    storeResultColumns(db, row, results, id, resultColumns(db, { workspaceId, id }));
    newResults.set(row, results);
  }
  appendEventsOf(db, row, each.at, each.history);
}

function storeNews(db: DatabaseSync, row: number, each: RequestChange): void {
  const { request } = each;
  facetId(db, request.workspaceId, 'status', request.status);
  change(
    db,
    STORE,
    request.status,
    each.lastCallStatus ?? '',
    each.calls.length,
    Number(each.hasResults),
    request.problem && JSON.stringify(request.problem),
    Number(request.problem !== null),
    request.changedAt,
    request.refreshedAt,
    request.completedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    row,
  );
}

const STORE = `UPDATE requests SET status = ?1, call_status = ?2, call_count = ?3, has_results = ?4, problem = ?5,
  has_problem = ?6, unseen = iif(changed_at <> ?7, 1, unseen), changed_at = ?7, refreshed_at = ?8, completed_at = ?9,
  next_refresh_at = ?10, refresh_failures = ?11 WHERE row = ?12`;

/**
 * Most reads say nothing that the list shows anew: what it is ordered and filtered by stays untouched, and its indexes with
 * it.
 */
function storeWhenRead(db: DatabaseSync, row: number, request: TrackedRequest): void {
  change(
    db,
    'UPDATE requests SET refreshed_at = ?, next_refresh_at = ?, refresh_failures = ? WHERE row = ?',
    request.refreshedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    row,
  );
}

function storeCalls(db: DatabaseSync, workspaceId: string, row: number, calls: readonly CountedCall[]): void {
  change(db, 'DELETE FROM screening_calls WHERE row = ?', row);
  for (const [ordinal, call] of calls.entries()) {
    if (call.status !== null) facetId(db, workspaceId, 'call_status', call.status);
    change(
      db,
      'INSERT INTO screening_calls (row, ordinal, started_at, duration_minutes, status) VALUES (?, ?, ?, ?, ?)',
      row,
      ordinal,
      call.startedAt,
      call.durationMinutes,
      call.status,
    );
  }
}
