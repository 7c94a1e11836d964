import type { DatabaseSync } from 'node:sqlite';
import type { LinkedSubmission, RequestDetail } from '../../../shared/request.ts';
import { type RequestChange, storedAnswer, type TrackedRequest } from '../../tracking/apply-answer.ts';
import { resultsOf, screeningCallsOf } from '../../tracking/read-results.ts';
import { readAnswer, unpackedAnswer } from '../answers/answer-store.ts';
import { all, integer, integerOrNull, one, type Row, read, text, textOrNull, write } from '../operation.ts';
import { applyChanges } from '../tracked/apply-change.ts';
import { consentOf } from '../tracked/consent-of.ts';
import { resultColumns } from '../tracked/described-fields.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { countAll } from '../tracked/find-requests.ts';
import { requestProblemOf, requestRows } from '../tracked/request-rows.ts';
import { rowOf } from '../tracked/row-numbers.ts';
import { eventOperations } from './event-operations.ts';
import { requestListOperations } from './request-list-operations.ts';

/** What tracking keeps of requests, as the tracker sees it. */
const TRACKED = `SELECT tracked.*, workspaces.id AS workspace_id, submissions.id AS submission_id,
    submissions.request_id, status.value AS status_value, answers.dictionary, answers.packed
  FROM tracked
  JOIN workspaces ON workspaces.number = tracked.workspace
  JOIN submissions ON submissions.row = tracked.row
  JOIN facets AS status ON status.code = tracked.status
  LEFT JOIN answers ON answers.row = tracked.row`;

export const requestOperations = {
  ...requestListOperations,

  detail: read((db, workspaceId: string, requestId: string): RequestDetail | undefined => {
    const workspace = workspaceNumber(db, workspaceId);
    const row = workspace === undefined ? undefined : rowOf(db, workspace, requestId);
    return workspace === undefined || row === undefined ? undefined : detailOf(db, workspace, row);
  }),

  count: read((db, workspaceId: string): number => {
    const workspace = workspaceNumber(db, workspaceId);
    return workspace === undefined ? 0 : countAll(db, workspace);
  }),

  due: read((db, workspaceId: string, now: number, limit: number, first: readonly string[]): string[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const wanted = all(
      db,
      `SELECT tracked.row FROM json_each(?) AS named
         CROSS JOIN request_ids ON request_ids.workspace = ? AND request_ids.request_id = named.value
         JOIN tracked ON tracked.row = request_ids.row
         WHERE tracked.next_refresh_at <= ? ORDER BY tracked.next_refresh_at LIMIT ?`,
      JSON.stringify(first),
      workspace,
      now,
      limit,
    );
    const others = all(
      db,
      `SELECT row FROM tracked INDEXED BY tracked_due WHERE workspace = ? AND next_refresh_at <= ?
         ORDER BY next_refresh_at LIMIT ?`,
      workspace,
      now,
      limit,
    );
    const rows = new Set([...wanted, ...others].map((row) => integer(row, 'row')));
    return [...rows].slice(0, limit).flatMap((row) => {
      const submission = one(db, 'SELECT request_id FROM submissions WHERE row = ?', row);
      return submission ? [text(submission, 'request_id')] : [];
    });
  }),

  nextDueAt: read((db, workspaceId: string): number | undefined => {
    const row = one(
      db,
      `SELECT min(next_refresh_at) AS at FROM tracked
       WHERE workspace = (SELECT number FROM workspaces WHERE id = ?) AND next_refresh_at IS NOT NULL`,
      workspaceId,
    );
    return row?.['at'] == null ? undefined : integer(row, 'at');
  }),

  ids: read((db, workspaceId: string, requestIds: readonly string[] | undefined): string[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    if (requestIds) return [...new Set(requestIds)].filter((id) => rowOf(db, workspace, id) !== undefined);
    return all(
      db,
      `SELECT submissions.request_id FROM tracked JOIN submissions ON submissions.row = tracked.row
       WHERE tracked.workspace = ? AND tracked.completed_at IS NULL`,
      workspace,
    ).map((row) => text(row, 'request_id'));
  }),

  find: read((db, workspaceId: string, requestIds: readonly string[]): TrackedRequest[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const rows = new Set(requestIds.map((requestId) => rowOf(db, workspace, requestId)));
    return [...rows].flatMap((number) => {
      const row = number === undefined ? undefined : one(db, `${TRACKED} WHERE tracked.row = ?`, number);
      return row ? [rowToTracked(db, row)] : [];
    });
  }),

  apply: write((db, changes: readonly RequestChange[]): void => {
    applyChanges(db, changes);
  }),
};

function rowToTracked(db: DatabaseSync, row: Row): TrackedRequest {
  return {
    workspaceId: text(row, 'workspace_id'),
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    status: text(row, 'status_value'),
    answer: row['packed'] === null ? null : unpackedAnswer(db, row),
    problem: requestProblemOf(row),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
    completedAt: integerOrNull(row, 'completed_at'),
    nextRefreshAt: integerOrNull(row, 'next_refresh_at'),
    refreshFailures: integer(row, 'refresh_failures'),
  };
}

function detailOf(db: DatabaseSync, workspace: number, row: number): RequestDetail | undefined {
  const [request] = requestRows(db, [row]);
  const more = one(
    db,
    `SELECT submissions.resume_url, submissions.created_at, submissions.previous_submission_id,
       submissions.consent_at, submissions.consent_wording, tracked.next_refresh_at, coalesce(notes.text, '') AS notes
     FROM tracked JOIN submissions ON submissions.row = tracked.row LEFT JOIN notes ON notes.row = tracked.row
     WHERE tracked.row = ?`,
    row,
  );
  if (!request || !more) return undefined;
  const rawAnswer = readAnswer(db, row);
  const answer = storedAnswer({ answer: rawAnswer });
  const previousId = textOrNull(more, 'previous_submission_id');
  return {
    ...request,
    resumeUrl: text(more, 'resume_url'),
    screeningCalls: screeningCallsOf(answer),
    assessmentResults: resultsOf(answer),
    described: resultColumns(db, { workspace, id: request.questionnaireTemplateId }).described,
    rawAnswer,
    notes: text(more, 'notes'),
    submittedAt: integer(more, 'created_at'),
    consent: consentOf(more),
    previous: previousId === null ? null : (linked(db, 'submissions.id = ?', previousId)[0] ?? null),
    following: linked(db, 'submissions.previous_submission_id = ?', request.submissionId),
    history: eventOperations.of.run(db, request.submissionId),
    nextRefreshAt: integerOrNull(more, 'next_refresh_at'),
  };
}

/** Submissions made from another or that another was made from, the newest first. */
function linked(db: DatabaseSync, where: string, id: string): LinkedSubmission[] {
  return all(
    db,
    `SELECT submissions.id, submissions.request_id, submissions.created_at,
       coalesce(facets.value, submissions.state) AS status
     FROM submissions
     LEFT JOIN tracked ON tracked.row = submissions.row
     LEFT JOIN facets ON facets.code = tracked.status
     WHERE ${where} ORDER BY submissions.created_at DESC, submissions.row DESC`,
    id,
  ).map((row) => ({
    submissionId: text(row, 'id'),
    requestId: textOrNull(row, 'request_id'),
    submittedAt: integer(row, 'created_at'),
    status: text(row, 'status'),
  }));
}
