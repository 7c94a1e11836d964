import type { DatabaseSync } from 'node:sqlite';
import { change } from '../operation.ts';
import { sortKey } from '../search/folded.ts';
import { searchDocument } from '../search/search-document.ts';
import { facetCode } from './facets.ts';
import { addPinnedRows } from './pinned-values.ts';

/** A request that the service accepted, and what it was asked for. */
export interface AcceptedRequest {
  /** Of its submission, and its own. */
  readonly row: number;
  readonly workspace: number;
  readonly candidateName: string;
  readonly phoneNumber: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  readonly status: string;
  /** UTC ms. */
  readonly acceptedAt: number;
  readonly nextRefreshAt: number;
}

/**
 * Stores whose request has this id; part of the caller's transaction. False, with nothing done: the id is known already. A
 * service that gives one id twice for the same ask has one request, and so have we.
 */
export function nameRequest(db: DatabaseSync, workspace: number, requestId: string, row: number): boolean {
  const named = change(
    db,
    'INSERT OR IGNORE INTO request_ids (workspace, request_id, row) VALUES (?, ?, ?)',
    workspace,
    requestId,
    row,
  );
  return named > 0;
}

/**
 * Puts requests into the list with all its orders, and their words into the search; part of the caller's transaction. The
 * words of all come last, in the order of their rows: FTS5 gathers those and writes them down together, but for each one
 * alone where a row of the list is written in between.
 */
export function trackRequests(db: DatabaseSync, requests: readonly AcceptedRequest[]): void {
  const words = requests.map((request) => [request.row, track(db, request)] as const);
  for (const [row, document] of words.toSorted(([one], [other]) => one - other)) {
    change(db, 'INSERT INTO request_search (rowid, words) VALUES (?, ?)', row, document);
  }
}

/** Answers the words it is found by. */
function track(db: DatabaseSync, request: AcceptedRequest): string {
  const { row, workspace, candidateName, phoneNumber, acceptedAt } = request;
  const job = facetCode(db, workspace, 'job_description', request.jobDescriptionId);
  const questionnaire = facetCode(db, workspace, 'questionnaire', request.questionnaireTemplateId);
  change(
    db,
    `INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at,
       next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    facetCode(db, workspace, 'status', request.status),
    job,
    questionnaire,
    sortKey(candidateName),
    acceptedAt,
    acceptedAt,
    request.nextRefreshAt,
  );
  addPinnedRows(db, workspace, row);
  return searchDocument({
    candidateName,
    phoneNumber,
    notes: '',
    facets: [job, questionnaire],
    results: undefined,
  });
}
