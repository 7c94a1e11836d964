import type { DatabaseSync } from 'node:sqlite';
import { change } from '../operation.ts';
import { facetId } from './facets.ts';
import { sortKey } from './folded.ts';
import { addPinnedRows } from './pinned-values.ts';
import { searchDocument } from './search-document.ts';

/** A request that the service accepted, and what it was asked for. */
export interface AcceptedRequest {
  /** Of its submission, and its own. */
  readonly row: number;
  readonly workspaceId: string;
  readonly requestId: string;
  readonly candidateName: string;
  readonly phoneNumber: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  readonly status: string;
  /** UTC ms. */
  readonly acceptedAt: number;
  readonly nextRefreshAt: number;
}

/** Puts a request into the list with all its orders, and its words into the search; part of the caller's transaction. */
export function trackRequest(db: DatabaseSync, request: AcceptedRequest): void {
  const { row, workspaceId, candidateName, phoneNumber, acceptedAt } = request;
  facetId(db, workspaceId, 'status', request.status);
  change(
    db,
    `INSERT INTO requests (row, workspace_id, request_id, status, job_description_id, questionnaire_template_id,
       name_key, accepted_at, changed_at, next_refresh_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspaceId,
    request.requestId,
    request.status,
    request.jobDescriptionId,
    request.questionnaireTemplateId,
    sortKey(candidateName),
    acceptedAt,
    acceptedAt,
    request.nextRefreshAt,
  );
  addPinnedRows(db, workspaceId, row);
  const words = searchDocument({
    candidateName,
    phoneNumber,
    notes: '',
    facets: [
      facetId(db, workspaceId, 'job_description', request.jobDescriptionId),
      facetId(db, workspaceId, 'questionnaire', request.questionnaireTemplateId),
    ],
    results: undefined,
  });
  change(db, 'INSERT INTO request_search (rowid, words) VALUES (?, ?)', row, words);
}
