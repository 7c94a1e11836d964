import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { Json, RequestDetail, RequestRow, RequestSort } from '../../../shared/request.ts';
import { type RequestChange, storedAnswer, type TrackedRequest } from '../../tracking/apply-answer.ts';
import {
  all,
  change,
  integer,
  integerOrNull,
  one,
  type Row,
  read,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { appendEvent, eventOperations } from './event-operations.ts';

/** Which requests of a workspace, in which order. */
export interface RequestQuery {
  readonly workspaceId: string;
  readonly search: string;
  readonly status: string | null;
  readonly sort: RequestSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

const WITH_NAMES = `
  FROM requests
  JOIN submissions ON submissions.id = requests.submission_id
  LEFT JOIN library AS job ON job.workspace_id = requests.workspace_id
    AND job.kind = 'job_description' AND job.service_id = submissions.job_description_id
  LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = requests.workspace_id
    AND questionnaire.kind = 'questionnaire' AND questionnaire.service_id = submissions.questionnaire_template_id`;

const COLUMNS = `requests.*, submissions.candidate_name, submissions.phone_number, submissions.resume_url,
  submissions.job_description_id, submissions.questionnaire_template_id,
  nullif(job.name, '') AS job_name, nullif(questionnaire.name, '') AS questionnaire_name`;

const SORT_COLUMNS: Record<RequestSort, string> = {
  name: 'submissions.candidate_name COLLATE NOCASE',
  phone: 'submissions.phone_number',
  job: "coalesce(nullif(job.name, ''), submissions.job_description_id) COLLATE NOCASE",
  status: 'requests.status',
  calls: 'requests.call_count',
  accepted: 'requests.accepted_at',
  updated: 'requests.changed_at',
};

export const requestOperations = {
  page: read((db, query: RequestQuery): RequestPage => {
    const { where, params } = conditions(query);
    const direction = query.descending ? 'DESC' : 'ASC';
    const rows = all(
      db,
      `SELECT ${COLUMNS} ${WITH_NAMES} WHERE ${where}
       ORDER BY ${SORT_COLUMNS[query.sort]} ${direction}, requests.rowid ${direction} LIMIT ? OFFSET ?`,
      ...params,
      query.limit,
      query.offset,
    );
    return {
      rows: rows.map(rowToRequestRow),
      total: count(db, `SELECT count(*) AS n ${WITH_NAMES} WHERE ${where}`, ...params),
      all: count(db, 'SELECT count(*) AS n FROM requests WHERE workspace_id = ?', query.workspaceId),
    };
  }),

  statuses: read((db, workspaceId: string): { status: string; count: number }[] =>
    all(
      db,
      'SELECT status, count(*) AS n FROM requests WHERE workspace_id = ? GROUP BY status ORDER BY n DESC, status',
      workspaceId,
    ).map((row) => ({ status: text(row, 'status'), count: integer(row, 'n') })),
  ),

  detail: read((db, workspaceId: string, requestId: string): RequestDetail | undefined => {
    const row = one(
      db,
      `SELECT ${COLUMNS} ${WITH_NAMES} WHERE requests.workspace_id = ? AND requests.request_id = ?`,
      workspaceId,
      requestId,
    );
    return row && rowToDetail(db, row);
  }),

  count: read((db, workspaceId: string): number =>
    count(db, 'SELECT count(*) AS n FROM requests WHERE workspace_id = ?', workspaceId),
  ),

  due: read(
    (db, workspaceId: string, now: number, limit: number, first: readonly string[]): TrackedRequest[] =>
      all(
        db,
        `SELECT * FROM requests WHERE workspace_id = ? AND next_refresh_at <= ?
       ORDER BY request_id NOT IN (SELECT value FROM json_each(?)), next_refresh_at LIMIT ?`,
        workspaceId,
        now,
        JSON.stringify(first),
        limit,
      ).map(rowToTracked),
  ),

  nextDueAt: read((db, workspaceId: string): number | undefined => {
    const row = one(
      db,
      'SELECT min(next_refresh_at) AS at FROM requests WHERE workspace_id = ? AND next_refresh_at IS NOT NULL',
      workspaceId,
    );
    return row?.['at'] == null ? undefined : integer(row, 'at');
  }),

  find: read((db, workspaceId: string, requestIds: readonly string[] | undefined): TrackedRequest[] =>
    (requestIds
      ? all(
          db,
          'SELECT * FROM requests WHERE workspace_id = ? AND request_id IN (SELECT value FROM json_each(?))',
          workspaceId,
          JSON.stringify(requestIds),
        )
      : all(db, 'SELECT * FROM requests WHERE workspace_id = ? AND completed_at IS NULL', workspaceId)
    ).map(rowToTracked),
  ),

  apply: write((db, changes: readonly RequestChange[]): void => {
    for (const each of changes) applyChange(db, each);
  }),
};

function conditions(query: RequestQuery): { where: string; params: SQLInputValue[] } {
  const where = ['requests.workspace_id = ?'];
  const params: SQLInputValue[] = [query.workspaceId];
  if (query.status !== null) {
    where.push('requests.status = ?');
    params.push(query.status);
  }
  const words = query.search.trim();
  if (words !== '') {
    const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const digits = words.replaceAll(/\D/g, '');
    where.push(`(submissions.candidate_name LIKE ? ESCAPE '\\' OR requests.request_id LIKE ? ESCAPE '\\'
      OR job.name LIKE ? ESCAPE '\\'${digits.length >= 3 ? ' OR submissions.phone_number LIKE ?' : ''})`);
    params.push(pattern, pattern, pattern, ...(digits.length >= 3 ? [`%${digits}%`] : []));
  }
  return { where: where.join(' AND '), params };
}

function count(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  const row = one(db, sql, ...params);
  return row ? integer(row, 'n') : 0;
}

function applyChange(
  db: DatabaseSync,
  { request, callCount, lastCallStatus, hasResults, history }: RequestChange,
): void {
  change(
    db,
    `UPDATE requests SET status = ?, call_count = ?, last_call_status = ?, has_results = ?, answer = ?, problem = ?,
       refreshed_at = ?, changed_at = ?, completed_at = ?, next_refresh_at = ?, refresh_failures = ?
     WHERE workspace_id = ? AND request_id = ?`,
    request.status,
    callCount,
    lastCallStatus,
    Number(hasResults),
    request.answer,
    request.problem,
    request.refreshedAt,
    request.changedAt,
    request.completedAt,
    request.nextRefreshAt,
    request.refreshFailures,
    request.workspaceId,
    request.requestId,
  );
  for (const event of history) appendEvent(db, request.submissionId, Date.now(), event);
}

function rowToTracked(row: Row): TrackedRequest {
  return {
    workspaceId: text(row, 'workspace_id'),
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    status: text(row, 'status'),
    answer: textOrNull(row, 'answer'),
    problem: textOrNull(row, 'problem'),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
    completedAt: integerOrNull(row, 'completed_at'),
    nextRefreshAt: integerOrNull(row, 'next_refresh_at'),
    refreshFailures: integer(row, 'refresh_failures'),
  };
}

function rowToRequestRow(row: Row): RequestRow {
  return {
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    jobDescriptionId: text(row, 'job_description_id'),
    jobName: textOrNull(row, 'job_name'),
    questionnaireTemplateId: text(row, 'questionnaire_template_id'),
    questionnaireName: textOrNull(row, 'questionnaire_name'),
    status: text(row, 'status'),
    callCount: integer(row, 'call_count'),
    lastCallStatus: textOrNull(row, 'last_call_status'),
    hasResults: integer(row, 'has_results') === 1,
    problem: textOrNull(row, 'problem'),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
  };
}

function rowToDetail(db: DatabaseSync, row: Row): RequestDetail {
  const request = rowToRequestRow(row);
  const rawAnswer = textOrNull(row, 'answer');
  const answer = storedAnswer({ answer: rawAnswer });
  return {
    ...request,
    resumeUrl: text(row, 'resume_url'),
    screeningCalls: (answer?.screening_calls ?? []).map((call) => ({
      id: call.id ?? null,
      timestamp: call.timestamp ?? null,
      durationMinutes: call.duration_minutes ?? null,
      status: call.status ?? null,
    })),
    assessmentResults: toJson(answer?.assessment_results),
    rawAnswer,
    history: eventOperations.of.run(db, request.submissionId),
    nextRefreshAt: integerOrNull(row, 'next_refresh_at'),
  };
}

/** What JSON.parse gave, with its type checked instead of asserted. */
function toJson(value: unknown): Json | undefined {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  if (Array.isArray(value)) return value.map((each) => toJson(each) ?? null);
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toJson(each) ?? null]));
}
