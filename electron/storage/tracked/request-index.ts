import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../../../shared/request.ts';
import { change, integer, one, text } from '../operation.ts';
import { searchDocument } from '../search/search-document.ts';

/** Puts a request into the search index as it is now; part of the caller's transaction. */
export function indexRequest(db: DatabaseSync, row: number, results: Json | undefined): void {
  const request = one(
    db,
    `SELECT submissions.candidate_name, submissions.phone_number, tracked.job, tracked.questionnaire,
       coalesce(notes.text, '') AS notes
     FROM tracked JOIN submissions ON submissions.row = tracked.row LEFT JOIN notes ON notes.row = tracked.row
     WHERE tracked.row = ?`,
    row,
  );
  if (!request) throw new Error('Only tracked requests are searched.');
  change(
    db,
    'INSERT OR REPLACE INTO request_search (rowid, words) VALUES (?, ?)',
    row,
    searchDocument({
      candidateName: text(request, 'candidate_name'),
      phoneNumber: text(request, 'phone_number'),
      notes: text(request, 'notes'),
      facets: [integer(request, 'job'), integer(request, 'questionnaire')],
      results,
    }),
  );
}
