import type { DatabaseSync } from 'node:sqlite';
import type { Submission } from '../../../shared/submission.ts';
import { all, change, integer, one, type Row, text } from '../operation.ts';
import { sortKey } from '../search/folded.ts';
import { searchDocument } from '../search/search-document.ts';
import { facetCode, workspaceNumber } from './facets.ts';
import { addPinnedRows } from './pinned-values.ts';

/**
 * A request that the service accepted is stored in two steps. With the outcome, which the queue waits for: its id, and what
 * is needed to track it. A moment later, for many at a time: its row in the list with all its orders, and its words in the
 * search. One at a time, that costs three times as much.
 */
export interface Acceptance {
  readonly requestId: string;
  readonly status: string;
  /** UTC ms. */
  readonly acceptedAt: number;
  readonly firstRefreshAt: number;
}

/**
 * Notes that the request of a submission, stored in this row, is to be tracked; part of the caller's transaction. False,
 * with nothing done: a service that gives one id twice for the same ask has one request, and so have we.
 */
export function noteAcceptance(
  db: DatabaseSync,
  row: number,
  submission: Submission,
  request: Acceptance,
): boolean {
  const workspace = workspaceNumber(db, submission.workspaceId);
  if (workspace === undefined) throw new Error('The workspace of this request is not stored.');
  const noted = change(
    db,
    'INSERT OR IGNORE INTO request_ids (workspace, request_id, row) VALUES (?, ?, ?)',
    workspace,
    request.requestId,
    row,
  );
  if (noted === 0) return false;
  change(
    db,
    `INSERT INTO newly_accepted (row, workspace, status, job, questionnaire, accepted_at, next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    facetCode(db, workspace, 'status', request.status),
    facetCode(db, workspace, 'job_description', submission.jobDescriptionId),
    facetCode(db, workspace, 'questionnaire', submission.questionnaireTemplateId),
    request.acceptedAt,
    request.firstRefreshAt,
  );
  return true;
}

/** How many requests are noted and not tracked yet. */
export function newlyAccepted(db: DatabaseSync): number {
  const counted = one(db, 'SELECT count(*) AS n FROM newly_accepted');
  return counted ? integer(counted, 'n') : 0;
}

/** Tracks those that are noted, all or so many of them; part of the caller's transaction. */
export function trackNewlyAccepted(db: DatabaseSync, atMost = -1): void {
  const noted = all(
    db,
    `SELECT newly_accepted.*, submissions.candidate_name, submissions.phone_number
     FROM newly_accepted CROSS JOIN submissions ON submissions.row = newly_accepted.row
     ORDER BY newly_accepted.row LIMIT ?`,
    atMost,
  );
  for (const row of noted) track(db, row);
}

function track(db: DatabaseSync, noted: Row): void {
  const row = integer(noted, 'row');
  const workspace = integer(noted, 'workspace');
  const [job, questionnaire] = [integer(noted, 'job'), integer(noted, 'questionnaire')];
  const candidateName = text(noted, 'candidate_name');
  const acceptedAt = integer(noted, 'accepted_at');
  change(
    db,
    `INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at,
       next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    integer(noted, 'status'),
    job,
    questionnaire,
    sortKey(candidateName),
    acceptedAt,
    acceptedAt,
    integer(noted, 'next_refresh_at'),
  );
  change(db, 'DELETE FROM newly_accepted WHERE row = ?', row);
  addPinnedRows(db, workspace, row);
  change(
    db,
    'INSERT INTO request_search (rowid, words) VALUES (?, ?)',
    row,
    searchDocument({
      candidateName,
      phoneNumber: text(noted, 'phone_number'),
      notes: '',
      facets: [job, questionnaire],
      results: undefined,
    }),
  );
}
