import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../../../shared/request.ts';
import { change, one, text } from '../operation.ts';
import { facetId } from './facets.ts';
import { searchDocument } from './search-document.ts';

/** Updates a request in the search index, in the caller's transaction. */
export function indexRequest(db: DatabaseSync, row: number, results: Json | undefined): void {
  const request = one(
    db,
    `SELECT submissions.candidate_name, submissions.phone_number, requests.workspace_id, requests.job_description_id,
       requests.questionnaire_template_id, coalesce(notes.text, '') AS notes
     FROM requests JOIN submissions ON submissions.row = requests.row LEFT JOIN notes ON notes.row = requests.row
     WHERE requests.row = ?`,
    row,
  );
  if (!request) throw new Error('Only tracked requests are indexed.');
  const workspaceId = text(request, 'workspace_id');
  change(
    db,
    'INSERT OR REPLACE INTO request_search (rowid, words) VALUES (?, ?)',
    row,
    searchDocument({
      candidateName: text(request, 'candidate_name'),
      phoneNumber: text(request, 'phone_number'),
      notes: text(request, 'notes'),
      facets: [
        facetId(db, workspaceId, 'job_description', text(request, 'job_description_id')),
        facetId(db, workspaceId, 'questionnaire', text(request, 'questionnaire_template_id')),
      ],
      results,
    }),
  );
}
