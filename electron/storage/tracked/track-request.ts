import type { DatabaseSync } from 'node:sqlite';
import type { Submission } from '../../../shared/submission.ts';
import { change, integer, one } from '../operation.ts';
import { sortKey } from '../search/folded.ts';
import { facetCode, workspaceNumber } from './facets.ts';
import { addPinnedRows } from './pinned-values.ts';
import { indexRequest } from './request-index.ts';

export interface NewRequest {
  readonly requestId: string;
  readonly status: string;
  /** UTC ms. */
  readonly acceptedAt: number;
  readonly firstRefreshAt: number;
}

/**
 * Begins to track a request of a stored submission; part of the caller's transaction. A service that gives one id
 * twice for the same ask has one request, and so have we: then nothing is done.
 */
export function trackRequest(db: DatabaseSync, submission: Submission, request: NewRequest): void {
  const stored = one(db, 'SELECT row FROM submissions WHERE id = ?', submission.id);
  const workspace = workspaceNumber(db, submission.workspaceId);
  if (!stored || workspace === undefined) throw new Error('The submission of this request is not stored.');
  const known = 'SELECT 1 FROM request_ids WHERE workspace = ? AND request_id = ?';
  if (one(db, known, workspace, request.requestId)) return;
  const row = integer(stored, 'row');
  change(
    db,
    `INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at,
       next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    facetCode(db, workspace, 'status', request.status),
    facetCode(db, workspace, 'job_description', submission.jobDescriptionId),
    facetCode(db, workspace, 'questionnaire', submission.questionnaireTemplateId),
    sortKey(submission.candidateName),
    request.acceptedAt,
    request.acceptedAt,
    request.firstRefreshAt,
  );
  change(
    db,
    'INSERT INTO request_ids (workspace, request_id, row) VALUES (?, ?, ?)',
    workspace,
    request.requestId,
    row,
  );
  addPinnedRows(db, workspace, row);
  indexRequest(db, row, undefined);
}
