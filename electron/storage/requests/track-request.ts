import type { DatabaseSync } from 'node:sqlite';
import { OUTCOMES, outcomeOf } from '../../../shared/outcome.ts';
import { insert } from '../operation.ts';
import { facetId } from './facets.ts';
import { sortKey } from './folded.ts';
import { addPinnedRows } from './pinned-values.ts';
import { searchDocument } from './search-document.ts';

/** A request that the service accepted, with the data of its submission. */
export interface AcceptedRequest {
  /** The row of its submission, and its own. */
  readonly row: number;
  readonly submissionId: string;
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

/** Starts tracking a request: adds it to the list and the search index, in the caller's transaction. */
export function trackRequest(db: DatabaseSync, request: AcceptedRequest): void {
  const { row, workspaceId, candidateName, phoneNumber, acceptedAt } = request;
  facetId(db, workspaceId, 'status', request.status);
  const { outcome, tries } = outcomeOf({ status: request.status, calls: [], hasResults: false });
  insert(db, 'requests', {
    row,
    workspace_id: workspaceId,
    request_id: request.requestId,
    status: request.status,
    outcome: OUTCOMES.indexOf(outcome),
    tries,
    job_description_id: request.jobDescriptionId,
    questionnaire_template_id: request.questionnaireTemplateId,
    name_key: sortKey(candidateName),
    accepted_at: acceptedAt,
    changed_at: acceptedAt,
    next_refresh_at: request.nextRefreshAt,
  });
  addPinnedRows(db, workspaceId, row);
  const words = searchDocument({
    submissionId: request.submissionId,
    candidateName,
    phoneNumber,
    notes: '',
    facets: [
      facetId(db, workspaceId, 'job_description', request.jobDescriptionId),
      facetId(db, workspaceId, 'questionnaire', request.questionnaireTemplateId),
    ],
    results: undefined,
  });
  insert(db, 'request_search', { rowid: row, words });
}
