import type { DatabaseSync } from 'node:sqlite';
import { assessmentHeadline, type Headline } from '../../../shared/assessment-headline.ts';
import type { Json } from '../../../shared/request.ts';
import { type RequestChange, storedAnswer } from '../../tracking/apply-answer.ts';
import { type CountedCall, countedCall, resultsOf, screeningCallsOf } from '../../tracking/read-results.ts';
import { writeAnswer } from '../answers/answer-store.ts';
import { change, integer, one } from '../operation.ts';
import { appendEventOf } from '../operations/event-operations.ts';
import { sortKey } from '../search/folded.ts';
import { facetCode } from './facets.ts';
import { pinsOf, storePinnedValues } from './pinned-values.ts';
import { indexRequest } from './request-index.ts';

/** Stores what a refresh brought; part of the caller's transaction. A request that is gone stays gone. */
export function applyChange(db: DatabaseSync, each: RequestChange): void {
  const { request } = each;
  const known = one(
    db,
    `SELECT tracked.row, tracked.workspace FROM request_ids
     JOIN workspaces ON workspaces.number = request_ids.workspace
     JOIN tracked ON tracked.row = request_ids.row
     WHERE workspaces.id = ? AND request_ids.request_id = ?`,
    request.workspaceId,
    request.requestId,
  );
  if (!known) return;
  const [row, workspace] = [integer(known, 'row'), integer(known, 'workspace')];
  change(
    db,
    `UPDATE tracked SET status = ?, call_status = ?, call_count = ?, has_results = ?, problem = ?, has_problem = ?,
       unseen = iif(changed_at <> ?, 1, unseen), changed_at = ?, refreshed_at = ?, completed_at = ?,
       next_refresh_at = ?, refresh_failures = ?
     WHERE row = ?`,
    facetCode(db, workspace, 'status', request.status),
    callStatusCode(db, workspace, each.lastCallStatus),
    each.callCount,
    Number(each.hasResults),
    request.problem,
    Number(request.problem !== null),
    request.changedAt,
    request.changedAt,
    request.refreshedAt,
    request.completedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    row,
  );
  if (each.answerChanged && request.answer !== null) storeAnswer(db, workspace, row, each);
  for (const event of each.history) appendEventOf(db, row, each.at, event);
}

function storeAnswer(
  db: DatabaseSync,
  workspace: number,
  row: number,
  { request, resultsChanged }: RequestChange,
): void {
  writeAnswer(db, workspace, row, request.answer ?? '');
  const answer = storedAnswer(request);
  storeCalls(db, workspace, row, screeningCallsOf(answer).map(countedCall));
  if (resultsChanged) storeResults(db, workspace, row, resultsOf(answer));
}

function storeResults(db: DatabaseSync, workspace: number, row: number, results: Json | undefined): void {
  const headline = assessmentHeadline(results);
  change(
    db,
    'UPDATE tracked SET headline = ?, headline_key = ? WHERE row = ?',
    headline?.text ?? null,
    headlineKey(headline),
    row,
  );
  storePinnedValues(db, pinsOf(db, workspace), row, results);
  indexRequest(db, row, results);
}

/** Scores before words, and what is neither last. */
export function headlineKey(headline: Headline | null): number | string | null {
  return headline && (headline.rank ?? sortKey(headline.text));
}

export function storeCalls(
  db: DatabaseSync,
  workspace: number,
  row: number,
  calls: readonly CountedCall[],
): void {
  change(db, 'DELETE FROM call_rows WHERE row = ?', row);
  for (const [ordinal, call] of calls.entries()) {
    change(
      db,
      'INSERT INTO call_rows (row, ordinal, started_at, duration_minutes, status) VALUES (?, ?, ?, ?, ?)',
      row,
      ordinal,
      call.startedAt,
      call.durationMinutes,
      callStatusCode(db, workspace, call.status),
    );
  }
}

/** 0 for none. */
export function callStatusCode(db: DatabaseSync, workspace: number, status: string | null): number {
  return status === null ? 0 : facetCode(db, workspace, 'call_status', status);
}
