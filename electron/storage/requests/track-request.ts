import type { DatabaseSync } from 'node:sqlite';
import { keptColumns } from '../../../shared/imports.ts';
import { OUTCOMES, outcomeOf } from '../../../shared/outcome.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import { MAX_NOTES_LENGTH, MAX_TAG_LENGTH } from '../../../shared/request-filter.ts';
import type { RequestChange, TrackedRequest } from '../../tracking/apply-answer.ts';
import { change, insert, insertAll, integer, one, statement, text, textList } from '../operation.ts';
import { appendEvidence } from '../stores/evidence-store.ts';
import { appendEventOf } from '../stores/history-store.ts';
import { showsResults } from './covering.ts';
import { columnsByQuestionnaire, storeResultColumns } from './described-fields.ts';
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
  insertRequest(db, request);
  indexRequest(db, request.row, undefined);
}

/** A request that came from the team, with what is known of it. */
export interface ColleaguesRequest {
  readonly accepted: AcceptedRequest;
  readonly found: RequestChange;
  /** Whether it is news to people here. */
  readonly isNews: boolean;
}

/**
 * The same for requests that came from the team, whose notes and tags come from there, too. Adds their results, by row, to those
 * whose words are yet to be indexed ({@link applyColleaguesChanges}).
 */
export function trackColleaguesRequests(
  db: DatabaseSync,
  requests: readonly ColleaguesRequest[],
  added: Map<number, Json | undefined>,
): void {
  const rows = requests.map(({ accepted, found, isNews }) => ({
    ...requestColumns(db, accepted),
    ...foundColumns(db, accepted, found),
    unseen: Number(isNews),
  }));
  insertAll(db, 'requests', rows);
  for (const { accepted } of requests) {
    addPinnedRows(db, accepted.workspaceId, accepted.row);
    added.set(accepted.row, undefined);
  }
  storeAnswers(
    db,
    requests.map(({ accepted, found }) => [found, accepted.row, accepted.questionnaireTemplateId]),
    added,
  );
}

function insertRequest(db: DatabaseSync, request: AcceptedRequest): void {
  const { row, workspaceId } = request;
  insert(db, 'requests', { ...requestColumns(db, request), ...newColumns(request) });
  addPinnedRows(db, workspaceId, row);
  const { notes, tags } = marksInFile(db, row);
  if (notes !== '') insert(db, 'notes', { row, text: notes });
  for (const tag of tags) {
    facetId(db, workspaceId, 'tag', tag);
    insert(db, 'request_tags', { workspace_id: workspaceId, tag, row });
  }
}

function requestColumns(db: DatabaseSync, request: AcceptedRequest) {
  const { row, workspaceId, status } = request;
  facetId(db, workspaceId, 'status', status);
  return {
    ...{ row, workspace_id: workspaceId, request_id: request.requestId },
    job_description_id: request.jobDescriptionId,
    questionnaire_template_id: request.questionnaireTemplateId,
    name_key: sortKey(request.candidateName),
    accepted_at: request.acceptedAt,
    colleague: request.colleague ?? null,
  };
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
  of: Pick<AcceptedRequest, 'workspaceId' | 'questionnaireTemplateId'>,
  { request, lastCallStatus, calls, hasResults, resultsChanged, outcome, tries }: RequestChange,
) {
  return {
    status: request.status,
    call_status: lastCallStatus ?? '',
    call_count: calls.length,
    has_results: Number(hasResults),
    results_shown: Number(
      resultsChanged && hasResults && showsResults(db, of.workspaceId, of.questionnaireTemplateId),
    ),
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
  const sql = `WITH RECURSIVE line (id, previous, depth) AS (
      SELECT id, previous_submission_id, 0 FROM submissions WHERE row = ?
      UNION ALL
      SELECT earlier.id, earlier.previous_submission_id, depth + 1
      FROM line JOIN submissions AS earlier ON earlier.id = line.previous
      WHERE earlier.state = 'discarded' AND depth < 100
    )
    SELECT cells, headers, kept FROM line
    JOIN import_rows ON import_rows.submission_id = line.id JOIN imports ON imports.id = import_rows.import_id
    ORDER BY depth LIMIT 1`;
  const found = one(db, sql, row);
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
  const known = changes.flatMap((requestChange) => knownRequest(db, requestChange));
  for (const each of known) storeState(db, each, read);
  storeAnswers(db, known, newResults);
  const rows = [...newResults.keys()].sort((one, other) => one - other);
  for (const row of rows) indexRequest(db, row, newResults.get(row));
}

/** A change with the row of its request, and its questionnaire. */
type KnownChange = readonly [change: RequestChange, row: number, questionnaire: string];

function knownRequest(db: DatabaseSync, update: RequestChange): KnownChange[] {
  const { workspaceId, requestId } = update.request;
  const sql = 'SELECT row, questionnaire_template_id FROM requests WHERE workspace_id = ? AND request_id = ?';
  const known = one(db, sql, workspaceId, requestId);
  return known ? [[update, integer(known, 'row'), text(known, 'questionnaire_template_id')]] : [];
}

function storeState(
  db: DatabaseSync,
  [update, row, questionnaire]: KnownChange,
  read: 'here' | 'elsewhere',
): void {
  if (update.changed || update.resultsChanged) storeChange(db, row, questionnaire, update);
  else storeRefreshTimes(db, row, update.request);
  if (read === 'here' && update.resultsChanged && update.hasResults) recordResults(db, row, update);
  for (const event of update.history) appendEventOf(db, row, update.at, event);
}

/** Stores what is new in answers: their texts, their calls, and their results, which it adds to `newResults`. */
function storeAnswers(
  db: DatabaseSync,
  changes: readonly KnownChange[],
  newResults: Map<number, Json | undefined>,
): void {
  const columnsOf = columnsByQuestionnaire(db);
  for (const [{ request, answerChanged, resultsChanged }, row, questionnaire] of changes) {
    const { workspaceId, answer } = request;
    if (answerChanged && answer !== null) writeAnswer(db, row, answer);
    if (!resultsChanged) continue;
    const results = resultsIn(answer);
    storeResultColumns(db, row, results, questionnaire, columnsOf({ workspaceId, id: questionnaire }));
    newResults.set(row, results);
  }
  storeCalls(
    db,
    changes.filter(([{ callsChanged }]) => callsChanged),
  );
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
  const { workspaceId, status, refreshFailures } = update.request;
  facetId(db, workspaceId, 'status', status);
  const columns = foundColumns(db, { workspaceId, questionnaireTemplateId: questionnaire }, update);
  statement(db, STORE).run({ ...columns, row, refresh_failures: refreshFailures });
}

const STORE = `UPDATE requests SET status = :status, call_status = :call_status, call_count = :call_count,
  has_results = :has_results, results_shown = max(results_shown, :results_shown), problem = :problem, has_problem = :has_problem,
  unseen = iif(changed_at <> :changed_at, 1, unseen), changed_at = :changed_at, refreshed_at = :refreshed_at,
  completed_at = :completed_at, next_refresh_at = :next_refresh_at, refresh_failures = :refresh_failures,
  outcome = :outcome, tries = :tries WHERE row = :row`;

/** Most refreshes change nothing else, so avoid writing columns that are indexed for the list. */
function storeRefreshTimes(db: DatabaseSync, row: number, request: TrackedRequest): void {
  const sql = 'UPDATE requests SET refreshed_at = ?, next_refresh_at = ?, refresh_failures = ? WHERE row = ?';
  change(db, sql, request.refreshedAt, request.nextRefreshAt, request.refreshFailures, row);
}

function storeCalls(db: DatabaseSync, changes: readonly KnownChange[]): void {
  if (changes.length === 0) return;
  // Of one that was read twice, the last.
  const changed = new Map(changes.map(([update, row]) => [row, update]));
  const rows = JSON.stringify([...changed.keys()]);
  change(db, 'DELETE FROM screening_calls WHERE row IN (SELECT value FROM json_each(?))', rows);
  const calls = [...changed].flatMap(([row, update]) =>
    update.calls.map((call, ordinal) => ({ row, ordinal, workspaceId: update.request.workspaceId, ...call })),
  );
  for (const { workspaceId, status } of calls)
    if (status !== null) facetId(db, workspaceId, 'call_status', status);
  insertAll(
    db,
    'screening_calls',
    calls.map(({ row, ordinal, startedAt, durationMinutes, status }) => ({
      ...{ row, ordinal, started_at: startedAt, duration_minutes: durationMinutes, status },
    })),
  );
}
