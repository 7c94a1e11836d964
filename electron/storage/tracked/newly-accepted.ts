import type { DatabaseSync } from 'node:sqlite';
import type { Submission } from '../../../shared/submission.ts';
import { all, change, integer, integerOrNull, one, type Row, text } from '../operation.ts';
import { sortKey } from '../search/folded.ts';
import { searchDocument } from '../search/search-document.ts';
import { type FacetKind, facetCode } from './facets.ts';
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

/** Where a submission is stored whose request was accepted, and the codes of what can be filtered by, as far as there are any. */
export interface Noted {
  readonly row: number;
  readonly workspace: number;
  readonly status: number | null;
  readonly job: number | null;
  readonly questionnaire: number | null;
}

/** Undefined where it is not stored as it was before this change. Looked up in one question: the queue waits for it. */
export function whereAccepted(db: DatabaseSync, submission: Submission, status: string): Noted | undefined {
  const found = one(
    db,
    `SELECT submissions.row, number AS workspace, ${codeOf('status', 4)}, ${codeOf('job_description', 5, 'job')},
       ${codeOf('questionnaire', 6)}
     FROM submissions CROSS JOIN workspaces ON workspaces.id = ?3
     WHERE submissions.id = ?1 AND revision = ?2 - 1`,
    submission.id,
    submission.revision,
    submission.workspaceId,
    status,
    submission.jobDescriptionId,
    submission.questionnaireTemplateId,
  );
  return (
    found && {
      row: integer(found, 'row'),
      workspace: integer(found, 'workspace'),
      status: integerOrNull(found, 'status'),
      job: integerOrNull(found, 'job'),
      questionnaire: integerOrNull(found, 'questionnaire'),
    }
  );
}

function codeOf(kind: FacetKind, parameter: number, name: string = kind): string {
  return `(SELECT code FROM facets WHERE workspace = number AND kind = '${kind}' AND value = ?${parameter}) AS ${name}`;
}

/**
 * Notes that the request of a submission is to be tracked; part of the caller's transaction. False, with nothing done: its
 * id is noted already. A service that gives one id twice for the same ask has one request, and so have we.
 */
export function noteAcceptance(
  db: DatabaseSync,
  { row, workspace, ...codes }: Noted,
  submission: Submission,
  request: Acceptance,
): boolean {
  const noted = change(
    db,
    'INSERT OR IGNORE INTO request_ids (workspace, request_id, row) VALUES (?, ?, ?)',
    workspace,
    request.requestId,
    row,
  );
  if (noted === 0) return false;
  const { jobDescriptionId, questionnaireTemplateId } = submission;
  change(
    db,
    `INSERT INTO newly_accepted (row, workspace, status, job, questionnaire, accepted_at, next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    codes.status ?? facetCode(db, workspace, 'status', request.status),
    codes.job ?? facetCode(db, workspace, 'job_description', jobDescriptionId),
    codes.questionnaire ?? facetCode(db, workspace, 'questionnaire', questionnaireTemplateId),
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

/** Tracks those that are noted, all or so many of them, and answers how many; part of the caller's transaction. */
export function trackNewlyAccepted(db: DatabaseSync, atMost = -1): number {
  const noted = all(
    db,
    `SELECT newly_accepted.*, submissions.candidate_name, submissions.phone_number
     FROM newly_accepted CROSS JOIN submissions ON submissions.row = newly_accepted.row
     ORDER BY newly_accepted.row LIMIT ?`,
    atMost,
  );
  for (const row of noted) track(db, row);
  return noted.length;
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
