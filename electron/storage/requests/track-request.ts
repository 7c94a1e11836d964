import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { keptColumns } from '../../../shared/imports.ts';
import { OUTCOMES, outcomeOf } from '../../../shared/outcome.ts';
import { MAX_NOTES_LENGTH, MAX_TAG_LENGTH } from '../../../shared/request-filter.ts';
import { insert, one, text } from '../operation.ts';
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

/**
 * Starts tracking a request: adds it to the list and the search index, with the notes and tags that its file has for it,
 * in the caller's transaction.
 */
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
  const { notes, tags } = marksInFile(db, row);
  if (notes !== '') insert(db, 'notes', { row, text: notes });
  for (const tag of tags) {
    facetId(db, workspaceId, 'tag', tag);
    insert(db, 'request_tags', { workspace_id: workspaceId, tag, row });
  }
  const words = searchDocument({
    candidateName,
    phoneNumber,
    notes,
    facets: [
      facetId(db, workspaceId, 'job_description', request.jobDescriptionId),
      facetId(db, workspaceId, 'questionnaire', request.questionnaireTemplateId),
    ],
    results: undefined,
  });
  insert(db, 'request_search', { rowid: row, words });
}

const texts = z.array(z.string());

/** What the row of a file says of a submission, or of the one that it corrects, in the columns kept as notes and tags. */
function marksInFile(
  db: DatabaseSync,
  row: number,
): { readonly notes: string; readonly tags: ReadonlySet<string> } {
  const found = one(
    db,
    `WITH RECURSIVE line (id, previous, depth) AS (
       SELECT id, previous_submission_id, 0 FROM submissions WHERE row = ?
       UNION ALL
       SELECT earlier.id, earlier.previous_submission_id, depth + 1
       FROM line JOIN submissions AS earlier ON earlier.id = line.previous
       WHERE earlier.state = 'discarded' AND depth < 100
     )
     SELECT cells, headers, kept FROM line
     JOIN import_rows ON import_rows.submission_id = line.id JOIN imports ON imports.id = import_rows.import_id
     ORDER BY depth LIMIT 1`,
    row,
  );
  if (!found) return { notes: '', tags: new Set() };
  const kept = keptColumns.parse(JSON.parse(text(found, 'kept')));
  const headers = texts.parse(JSON.parse(text(found, 'headers')));
  const cells = texts.parse(JSON.parse(text(found, 'cells'))).map((cell) => cell.trim());
  const lines = kept.notes.flatMap((column) => {
    const [header = '', cell = ''] = [headers[column], cells[column]];
    return cell === '' ? [] : [header === '' ? cell : `${header}: ${cell}`];
  });
  const tags = kept.tags.flatMap((column) => cells[column]?.slice(0, MAX_TAG_LENGTH).trim() || []);
  return { notes: lines.join('\n').slice(0, MAX_NOTES_LENGTH), tags: new Set(tags) };
}
