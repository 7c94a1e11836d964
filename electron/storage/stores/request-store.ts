import type { DatabaseSync } from 'node:sqlite';
import type { RequestPage } from '../../../shared/ipc/request-calls.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { resultsOf, screeningCallsOf, storedAnswer } from '../../../shared/read-results.ts';
import { type RequestDetail, type RequestRow, VERDICTS } from '../../../shared/request.ts';
import {
  type FilterValue,
  type FilterValues,
  type HiddenBy,
  NO_FILTER,
  NOT_REACHED,
  type RequestFilter,
  type RequestFilterPart,
  requestFilter,
  type SavedView,
  TO_REVIEW,
  type TodayCounts,
} from '../../../shared/request-filter.ts';
import type { TrackedRequest } from '../../tracking/apply-answer.ts';
import {
  all,
  change,
  inReadTransaction,
  integer,
  integerOrNull,
  one,
  oneOf,
  type Row,
  read,
  scalar,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { colleagueNotes, countedPeople, isShared, ownNameIn } from '../requests/colleagues.ts';
import { coveredAnswerOf, coveredHistory, coveredResults, coveringOf } from '../requests/covering.ts';
import { resultColumns } from '../requests/described-fields.ts';
import type { FacetKind } from '../requests/facets.ts';
import { matchesOf, rowOf, rowsOf } from '../requests/filter-conditions.ts';
import { countAll, countRequests, findPage, positionOf, requestOrder } from '../requests/find-requests.ts';
import { requestProblemOf, requestRows } from '../requests/request-rows.ts';
import { answerIn, readAnswer } from '../requests/results-backfill.ts';
import { isFoundByAllWords } from '../requests/search.ts';
import { applyChanges } from '../requests/track-request.ts';
import { historyStore } from './history-store.ts';
import { consentOf, followingOf, previousOf } from './submission-row.ts';

export interface RequestOrderQuery extends Pick<SavedView, 'filter' | 'sort' | 'descending'> {
  readonly workspaceId: string;
}

export interface RequestQuery extends RequestOrderQuery {
  readonly offset: number;
  readonly limit: number;
}

/** Queries over many tracked requests. */
const requestListStore = {
  page: read((db, query: RequestQuery): RequestPage => inReadTransaction(db, () => pageOf(db, query))),

  /** These requests; skips those that the workspace doesn't track. */
  rows: read((db, workspaceId: string, requestIds: readonly string[]): RequestRow[] =>
    requestRows(db, workspaceId, rowsOf(db, workspaceId, requestIds)),
  ),

  /** The 0-based position of a request in an order; undefined if it doesn't match. */
  place: read((db, query: RequestOrderQuery, requestId: string): number | undefined => {
    const row = rowOf(db, query.workspaceId, requestId);
    if (row === undefined) return undefined;
    const matches = matchesOf(db, query.workspaceId, query.filter);
    const order = requestOrder(db, query.workspaceId, query.sort);
    return positionOf(db, { matches, order, descending: query.descending }, row);
  }),

  filterValues: read(
    (db, workspaceId: string): FilterValues => ({
      outcomes: countedOutcomes(db, workspaceId),
      statuses: countedValues(db, workspaceId, 'status', 'status'),
      callStatuses: countedValues(db, workspaceId, 'call_status', 'call_status'),
      jobs: countedValues(db, workspaceId, 'job_description', 'job_description_id'),
      questionnaires: countedValues(db, workspaceId, 'questionnaire', 'questionnaire_template_id'),
      tags: countedTags(db, workspaceId),
      by: countedPeople(db, workspaceId),
      verdicts: countedVerdicts(db, workspaceId),
    }),
  ),

  today: read((db, workspaceId: string, since: number): TodayCounts => {
    const count = (filter: RequestFilter): number => countRequests(db, matchesOf(db, workspaceId, filter));
    // Few are submitted again: counting them takes less than looking for each whether it is.
    const [any, again] = [null, true].map((submittedAgain) => count({ ...NOT_REACHED, submittedAgain }));
    return {
      isShared: isShared(db, workspaceId),
      assessed: assessedSince(db, workspaceId, since),
      toReview: count(TO_REVIEW),
      notReached: (any ?? 0) - (again ?? 0),
    };
  }),

  /** For each part of a filter that is set, how many requests would match without it. */
  hiddenBy: read((db, workspaceId: string, filter: RequestFilter): HiddenBy[] => {
    return PARTS.filter((part) => isSet(filter, part)).map((part) => ({
      part,
      withoutIt: countRequests(db, matchesOf(db, workspaceId, withoutPart(filter, part))),
    }));
  }),
};

function pageOf(db: DatabaseSync, query: RequestQuery): RequestPage {
  const { workspaceId, descending, offset, limit } = query;
  const matches = matchesOf(db, workspaceId, query.filter);
  const order = requestOrder(db, workspaceId, query.sort);
  const { rows, total } = findPage(db, { matches, order, descending, offset, limit });
  return {
    rows: requestRows(db, workspaceId, rows),
    total,
    all: countAll(db, workspaceId),
    isShared: isShared(db, workspaceId),
  };
}

/** Along the index of changes: a request completes by one. */
function assessedSince(db: DatabaseSync, workspaceId: string, since: number): number {
  const sql = `SELECT count(*) AS n FROM requests WHERE changed_at >= ?1 AND completed_at >= ?1
    AND +workspace_id = ?2 AND +outcome = ?3 AND +archived = 0 AND colleague IS NULL`;
  return scalar(db, sql, since, workspaceId, OUTCOMES.indexOf('assessed'));
}

const PARTS = requestFilter.keyof().options;

function isSet(filter: RequestFilter, part: RequestFilterPart): boolean {
  const value = filter[part];
  if (part === 'archived') return value !== 'any';
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** `archived` is `no` by default, so removing it means showing archived requests, too. */
function withoutPart(filter: RequestFilter, part: RequestFilterPart): RequestFilter {
  return part === 'archived' ? { ...filter, archived: 'any' } : { ...filter, [part]: NO_FILTER[part] };
}

function countedValues(
  db: DatabaseSync,
  workspaceId: string,
  kind: FacetKind,
  column: 'status' | 'call_status' | 'job_description_id' | 'questionnaire_template_id',
): FilterValue[] {
  const sql = `SELECT facets.value, facets.name, counted.n
    FROM (SELECT ${column} AS value, sum(n) AS n FROM request_counts
          WHERE workspace_id = ?1 AND archived = 0 GROUP BY ${column}) AS counted
    JOIN facets ON facets.workspace_id = ?1 AND facets.kind = ?2 AND facets.value = counted.value
    ORDER BY counted.n DESC, facets.sort_key, facets.value`;
  return all(db, sql, workspaceId, kind).map(rowToValue);
}

/** Counts all requests in the index on tags, and subtracts the few archived ones. */
function countedTags(db: DatabaseSync, workspaceId: string): FilterValue[] {
  const sql = `WITH hidden AS MATERIALIZED (
      SELECT request_tags.tag, count(*) AS n FROM requests INDEXED BY requests_archived
      CROSS JOIN request_tags ON request_tags.row = requests.row
      WHERE requests.workspace_id = ?1 AND requests.archived = 1 GROUP BY request_tags.tag)
    SELECT value, name, n FROM (
      SELECT facets.value, facets.name, facets.sort_key,
        (SELECT count(*) FROM request_tags WHERE workspace_id = ?1 AND tag = facets.value) - coalesce(hidden.n, 0) AS n
      FROM facets LEFT JOIN hidden ON hidden.tag = facets.value
      WHERE facets.workspace_id = ?1 AND facets.kind = 'tag')
    WHERE n > 0 ORDER BY n DESC, sort_key, value`;
  return all(db, sql, workspaceId).map(rowToValue);
}

function countedOutcomes(db: DatabaseSync, workspaceId: string): FilterValues['outcomes'] {
  return all(
    db,
    `SELECT outcomes.value, sum(n) AS n FROM request_counts JOIN outcomes ON outcomes.rank = request_counts.outcome
     WHERE workspace_id = ? AND archived = 0 GROUP BY outcomes.rank ORDER BY 2 DESC, outcomes.rank`,
    workspaceId,
  ).map((row) => ({ value: oneOf(row, 'value', OUTCOMES), count: integer(row, 'n') }));
}

function countedVerdicts(db: DatabaseSync, workspaceId: string): FilterValues['verdicts'] {
  const sql = `SELECT verdict, sum(n) AS n FROM request_counts WHERE workspace_id = ? AND archived = 0
    GROUP BY verdict`;
  return all(db, sql, workspaceId)
    .map((row) => ({ value: oneOf(row, 'verdict', VERDICTS), count: integer(row, 'n') }))
    .sort(
      (one, other) => other.count - one.count || VERDICTS.indexOf(one.value) - VERDICTS.indexOf(other.value),
    );
}

function rowToValue(row: Row): FilterValue {
  return { value: text(row, 'value'), name: textOrNull(row, 'name'), count: integer(row, 'n') };
}

export const TRACKED = `SELECT requests.*, submissions.id AS submission_id, answers.size, answers.answer
  FROM requests
  JOIN submissions ON submissions.row = requests.row
  LEFT JOIN answers ON answers.row = requests.row`;

export const requestStore = {
  ...requestListStore,

  /** Undefined if the workspace tracks no request with this id. */
  detail: read((db, workspaceId: string, requestId: string): RequestDetail | undefined => {
    const row = rowOf(db, workspaceId, requestId);
    return row === undefined ? undefined : detailOf(db, workspaceId, row);
  }),

  count: read(countAll),

  /** Ids of requests whose refresh is due, the longest due first; those in `first` that are due come before all others. */
  due: read((db, workspaceId: string, now: number, limit: number, first: readonly string[]): string[] => {
    const sql = `SELECT requests.request_id FROM json_each(?) AS named
        CROSS JOIN requests ON requests.workspace_id = ? AND requests.request_id = named.value
        WHERE requests.next_refresh_at <= ? ORDER BY requests.next_refresh_at LIMIT ?`;
    const wanted = all(db, sql, JSON.stringify(first), workspaceId, now, limit);
    const others = all(
      db,
      `SELECT request_id FROM requests INDEXED BY requests_due WHERE workspace_id = ? AND next_refresh_at <= ?
         ORDER BY next_refresh_at LIMIT ?`,
      workspaceId,
      now,
      limit,
    );
    const ids = new Set([...wanted, ...others].map((row) => text(row, 'request_id')));
    return [...ids].slice(0, limit);
  }),

  /** When the next refresh is due, UTC ms; undefined if nothing is refreshed automatically. */
  nextDueAt: read((db, workspaceId: string): number | undefined => {
    const sql = `SELECT min(next_refresh_at) AS at FROM requests
      WHERE workspace_id = ? AND next_refresh_at IS NOT NULL`;
    const row = one(db, sql, workspaceId);
    return row?.['at'] == null ? undefined : integer(row, 'at');
  }),

  /** Ids of the named requests that are tracked, or of all unfinished ones; each once. */
  ids: read((db, workspaceId: string, requestIds: readonly string[] | undefined): string[] => {
    if (requestIds) return [...new Set(requestIds)].filter((id) => rowOf(db, workspaceId, id) !== undefined);
    const sql = 'SELECT request_id FROM requests WHERE workspace_id = ? AND completed_at IS NULL';
    return all(db, sql, workspaceId).map((row) => text(row, 'request_id'));
  }),

  find: read((db, workspaceId: string, requestIds: readonly string[]): TrackedRequest[] => {
    const sql = `${TRACKED} WHERE requests.workspace_id = ? AND requests.request_id = ?`;
    return [...new Set(requestIds)].flatMap((requestId) => {
      const row = one(db, sql, workspaceId, requestId);
      return row ? [rowToTracked(row)] : [];
    });
  }),

  /** Another computer reads these for now: this one doesn't before `until` (UTC ms), and then only if no answer came. */
  leave: write((db, workspaceId: string, requestIds: readonly string[], until: number): void => {
    for (const requestId of requestIds) {
      const sql = `UPDATE requests SET next_refresh_at = ? WHERE workspace_id = ? AND request_id = ? AND next_refresh_at < ?`;
      change(db, sql, until, workspaceId, requestId, until);
    }
  }),

  /** Stores the results of refreshes in one transaction. */
  apply: write(applyChanges),
};

export function rowToTracked(row: Row): TrackedRequest {
  return {
    workspaceId: text(row, 'workspace_id'),
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    status: text(row, 'status'),
    answer: row['answer'] === null ? null : answerIn(row),
    problem: requestProblemOf(row),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
    completedAt: integerOrNull(row, 'completed_at'),
    nextRefreshAt: integerOrNull(row, 'next_refresh_at'),
    refreshFailures: integer(row, 'refresh_failures'),
    colleague: textOrNull(row, 'colleague'),
  };
}

function detailOf(db: DatabaseSync, workspaceId: string, row: number): RequestDetail | undefined {
  const [request] = requestRows(db, workspaceId, [row]);
  const sql = `SELECT submissions.resume_url, submissions.created_at, submissions.previous_submission_id,
      submissions.consent_at, submissions.consent_wording, submissions.notice_on, requests.next_refresh_at, coalesce(notes.text, '') AS notes
    FROM requests JOIN submissions ON submissions.row = requests.row LEFT JOIN notes ON notes.row = requests.row
    WHERE requests.row = ?`;
  const more = one(db, sql, row);
  if (!request || !more) return undefined;
  const rawAnswer = readAnswer(db, row);
  const answer = storedAnswer(rawAnswer);
  const assessmentResults = resultsOf(answer);
  const detail: RequestDetail = {
    ...request,
    resumeUrl: text(more, 'resume_url'),
    screeningCalls: screeningCallsOf(answer),
    assessmentResults,
    foundByAllWords: isFoundByAllWords(rawAnswer, assessmentResults),
    described: resultColumns(db, { workspaceId, id: request.questionnaireTemplateId }).described,
    rawAnswer,
    notes: text(more, 'notes'),
    colleagueNotes: colleagueNotes(db, JSON.stringify([row])).get(row) ?? [],
    isShared: ownNameIn(db, workspaceId) !== null,
    submittedAt: integer(more, 'created_at'),
    consent: consentOf(more),
    noticeOn: textOrNull(more, 'notice_on'),
    previous: previousOf(db, textOrNull(more, 'previous_submission_id')),
    following: followingOf(db, request.submissionId),
    history: historyStore.of.run(db, request.submissionId),
    nextRefreshAt: integerOrNull(more, 'next_refresh_at'),
  };
  return request.covered ? coveredDetail(db, workspaceId, detail) : detail;
}

/** The page of a request as it may be shown before its verdict. */
function coveredDetail(db: DatabaseSync, workspaceId: string, detail: RequestDetail): RequestDetail {
  const covering = coveringOf(db, workspaceId);
  if (!covering) throw new Error('A request is covered in a workspace that covers nothing.');
  const { questionnaireTemplateId: id, rawAnswer, assessmentResults, history } = detail;
  return {
    ...detail,
    rawAnswer: coveredAnswerOf(covering, id, rawAnswer),
    assessmentResults: coveredResults(covering, id, assessmentResults),
    foundByAllWords: true,
    colleagueNotes: [],
    history: coveredHistory(history),
  };
}
