import type { DatabaseSync } from 'node:sqlite';
import { keptColumns } from '../../../shared/imports.ts';
import { OUTCOMES, outcomeOf } from '../../../shared/outcome.ts';
import { type CountedCall, resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import { MAX_NOTES_LENGTH, MAX_TAG_LENGTH } from '../../../shared/request-filter.ts';
import type { RequestChange, TrackedRequest } from '../../tracking/apply-answer.ts';
import { change, insert, integer, one, text, textList } from '../operation.ts';
import { appendEvidence } from '../stores/evidence-store.ts';
import { appendEventOf } from '../stores/history-store.ts';
import { showsResults } from './covering.ts';
import { resultColumns, storeResultColumns } from './described-fields.ts';
import { facetId } from './facets.ts';
import { addPinnedRows } from './pinned-values.ts';
import { writeAnswer } from './results-backfill.ts';
import { indexRequest, sortKey } from './search.ts';

/** A request that the service accepted, with the data of its submission. */
interface AcceptedRequest {
  /** The row of its submission, and its own. */
  readonly row: number;
  readonly submissionId: string;
  readonly workspaceId: string;
  readonly requestId: string;
  readonly candidateName: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  readonly status: string;
  /** UTC ms. */
  readonly acceptedAt: number;
  readonly nextRefreshAt: number;
  /** Of one that came from the team: the login of the colleague who made it. */
  readonly colleague?: string | null;
}

/**
 * Starts tracking a request: adds it to the list and the search index, with the notes and tags that its file has for it,
 * in the caller's transaction.
 */
export function trackRequest(db: DatabaseSync, request: AcceptedRequest): void {
  insertRequest(db, request, newColumns(request));
  indexRequest(db, request.row, undefined);
}

/**
 * The same for one that came from the team, with what is known of it. Adds its results, by row, to those whose words are yet
 * to be indexed ({@link applyColleaguesChanges}).
 */
export function trackColleaguesRequest(
  db: DatabaseSync,
  request: AcceptedRequest,
  found: RequestChange,
  added: Map<number, Json | undefined>,
): void {
  insertRequest(db, request, foundColumns(db, request, found));
  added.set(request.row, undefined);
  storeAnswer(db, request.row, request.questionnaireTemplateId, found, added);
}

function insertRequest(
  db: DatabaseSync,
  request: AcceptedRequest,
  columns: ReturnType<typeof newColumns> | ReturnType<typeof foundColumns>,
): void {
  const { row, workspaceId, candidateName, acceptedAt, questionnaireTemplateId } = request;
  facetId(db, workspaceId, 'status', request.status);
  insert(db, 'requests', {
    row,
    workspace_id: workspaceId,
    request_id: request.requestId,
    ...columns,
    job_description_id: request.jobDescriptionId,
    questionnaire_template_id: questionnaireTemplateId,
    name_key: sortKey(candidateName),
    accepted_at: acceptedAt,
    colleague: request.colleague ?? null,
  });
  addPinnedRows(db, workspaceId, row);
  const { notes, tags } = marksInFile(db, row);
  if (notes !== '') insert(db, 'notes', { row, text: notes });
  for (const tag of tags) {
    facetId(db, workspaceId, 'tag', tag);
    insert(db, 'request_tags', { workspace_id: workspaceId, tag, row });
  }
}

function newColumns({ status, acceptedAt, nextRefreshAt }: AcceptedRequest) {
  const { outcome, tries } = outcomeOf({ status, calls: [], hasResults: false });
  return {
    ...{ status, outcome: OUTCOMES.indexOf(outcome), tries },
    ...{ changed_at: acceptedAt, next_refresh_at: nextRefreshAt },
  };
}

function foundColumns(
  db: DatabaseSync,
  { workspaceId, questionnaireTemplateId }: AcceptedRequest,
  { request, lastCallStatus, calls, hasResults, outcome, tries }: RequestChange,
) {
  return {
    status: request.status,
    call_status: lastCallStatus ?? '',
    call_count: calls.length,
    has_results: Number(hasResults),
    results_shown: Number(hasResults && showsResults(db, workspaceId, questionnaireTemplateId)),
    problem: request.problem && JSON.stringify(request.problem),
    has_problem: Number(request.problem !== null),
    changed_at: request.changedAt,
    refreshed_at: request.refreshedAt,
    completed_at: request.completedAt,
    next_refresh_at: request.nextRefreshAt,
    outcome: OUTCOMES.indexOf(outcome),
    tries,
  };
}

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
  const headers = textList(found, 'headers');
  const cells = textList(found, 'cells').map((cell) => cell.trim());
  const lines = kept.notes.flatMap((column) => {
    const [header = '', cell = ''] = [headers[column], cells[column]];
    return cell === '' ? [] : [header === '' ? cell : `${header}: ${cell}`];
  });
  const tags = kept.tags.flatMap((column) => cells[column]?.slice(0, MAX_TAG_LENGTH).trim() || []);
  return { notes: lines.join('\n').slice(0, MAX_NOTES_LENGTH), tags: new Set(tags) };
}

/**
 * Stores the changes of refreshes in the caller's transaction; ignores requests that no longer exist. Indexes words last
 * and in row order, because FTS5 then writes them in one batch instead of flushing for each request.
 */
export function applyChanges(db: DatabaseSync, changes: readonly RequestChange[]): void {
  storeChanges(db, changes, 'here', new Map());
}

/**
 * The same for what colleagues' computers read: the evidence is of what this one did. `added`: results of the requests that
 * came with it, by row, which are indexed, too.
 */
export function applyColleaguesChanges(
  db: DatabaseSync,
  changes: readonly RequestChange[],
  added: ReadonlyMap<number, Json | undefined>,
): void {
  storeChanges(db, changes, 'elsewhere', added);
}

function storeChanges(
  db: DatabaseSync,
  changes: readonly RequestChange[],
  read: 'here' | 'elsewhere',
  added: ReadonlyMap<number, Json | undefined>,
): void {
  const newResults = new Map(added);
  for (const requestChange of changes) applyChange(db, requestChange, newResults, read);
  const rows = [...newResults.keys()].sort((one, other) => one - other);
  for (const row of rows) indexRequest(db, row, newResults.get(row));
}

function applyChange(
  db: DatabaseSync,
  update: RequestChange,
  newResults: Map<number, Json | undefined>,
  read: 'here' | 'elsewhere',
): void {
  const { request } = update;
  const sql = 'SELECT row, questionnaire_template_id FROM requests WHERE workspace_id = ? AND request_id = ?';
  const known = one(db, sql, request.workspaceId, request.requestId);
  if (!known) return;
  const row = integer(known, 'row');
  const questionnaire = text(known, 'questionnaire_template_id');
  if (update.changed || update.resultsChanged) storeChange(db, row, questionnaire, update);
  else storeRefreshTimes(db, row, request);
  storeAnswer(db, row, questionnaire, update, newResults);
  if (read === 'here' && update.resultsChanged && update.hasResults) recordResults(db, row, update);
  for (const event of update.history) appendEventOf(db, row, update.at, event);
}

/** Stores what is new in an answer: its text, its calls, and its results, which it adds to `newResults`. */
function storeAnswer(
  db: DatabaseSync,
  row: number,
  questionnaire: string,
  { request, answerChanged, callsChanged, resultsChanged, calls }: RequestChange,
  newResults: Map<number, Json | undefined>,
): void {
  const { workspaceId, answer } = request;
  if (answerChanged && answer !== null) writeAnswer(db, row, answer);
  if (callsChanged) storeCalls(db, workspaceId, row, calls);
  if (!resultsChanged) return;
  const results = resultsIn(answer);
  const columns = resultColumns(db, { workspaceId, id: questionnaire });
  storeResultColumns(db, row, results, questionnaire, columns);
  newResults.set(row, results);
}

/** The evidence gets a salted hash of the answer with which the results came. */
function recordResults(db: DatabaseSync, row: number, { request, at, calls }: RequestChange): void {
  const { submissionId, answer } = request;
  appendEvidence(db, {
    kind: 'results_arrived',
    at,
    facts: { calls: calls.length, completed: request.completedAt !== null },
    about: { row, submissionId, personal: { answer } },
  });
}

function storeChange(db: DatabaseSync, row: number, questionnaire: string, update: RequestChange): void {
  const { request } = update;
  facetId(db, request.workspaceId, 'status', request.status);
  change(
    db,
    STORE,
    request.status,
    update.lastCallStatus ?? '',
    update.calls.length,
    Number(update.hasResults),
    request.problem && JSON.stringify(request.problem),
    Number(request.problem !== null),
    request.changedAt,
    request.refreshedAt,
    request.completedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    row,
    OUTCOMES.indexOf(update.outcome),
    update.tries,
    Number(
      update.resultsChanged && update.hasResults && showsResults(db, request.workspaceId, questionnaire),
    ),
  );
}

const STORE = `UPDATE requests SET status = ?1, call_status = ?2, call_count = ?3, has_results = ?4, problem = ?5,
  results_shown = max(results_shown, ?15), has_problem = ?6, unseen = iif(changed_at <> ?7, 1, unseen),
  changed_at = ?7, refreshed_at = ?8, completed_at = ?9, next_refresh_at = ?10, refresh_failures = ?11, outcome = ?13, tries = ?14 WHERE row = ?12`;

/** Most refreshes change nothing else, so avoid writing columns that are indexed for the list. */
function storeRefreshTimes(db: DatabaseSync, row: number, request: TrackedRequest): void {
  const sql = 'UPDATE requests SET refreshed_at = ?, next_refresh_at = ?, refresh_failures = ? WHERE row = ?';
  change(db, sql, request.refreshedAt, request.nextRefreshAt, request.refreshFailures, row);
}

function storeCalls(db: DatabaseSync, workspaceId: string, row: number, calls: readonly CountedCall[]): void {
  change(db, 'DELETE FROM screening_calls WHERE row = ?', row);
  for (const [ordinal, call] of calls.entries()) {
    if (call.status !== null) facetId(db, workspaceId, 'call_status', call.status);
    const { startedAt, durationMinutes, status } = call;
    const columns = { row, ordinal, started_at: startedAt, duration_minutes: durationMinutes, status };
    insert(db, 'screening_calls', columns);
  }
}
