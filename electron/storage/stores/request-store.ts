import type { DatabaseSync } from 'node:sqlite';
import { resultsOf, screeningCallsOf, storedAnswer } from '../../../shared/read-results.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import type { TrackedRequest } from '../../tracking/apply-answer.ts';
import { all, integer, integerOrNull, one, type Row, read, text, textOrNull, write } from '../operation.ts';
import { applyChanges } from '../requests/apply-change.ts';
import { coveredHistory } from '../requests/covered-history.ts';
import { coveredAnswerOf, coveredLink, coveredResults, coveringOf } from '../requests/covering.ts';
import { resultColumns } from '../requests/described-fields.ts';
import { countAll } from '../requests/find-requests.ts';
import { requestProblemOf, requestRows } from '../requests/request-rows.ts';
import { isFoundByAllWords } from '../requests/search-document.ts';
import { rowOf } from '../requests/selected-rows.ts';
import { answerIn, readAnswer } from '../requests/stored-answer.ts';
import { historyStore } from './history-store.ts';
import { followingOf, previousOf } from './linked-submissions.ts';
import { requestListStore } from './request-list-store.ts';
import { consentOf } from './submission-row.ts';

/** The columns of `rowToTracked`. */
const TRACKED = `SELECT requests.*, submissions.id AS submission_id, answers.size, answers.answer
  FROM requests
  JOIN submissions ON submissions.row = requests.row
  LEFT JOIN answers ON answers.row = requests.row`;

export const requestStore = {
  ...requestListStore,

  detail: read((db, workspaceId: string, requestId: string): RequestDetail | undefined => {
    const row = rowOf(db, workspaceId, requestId);
    return row === undefined ? undefined : detailOf(db, workspaceId, row);
  }),

  count: read(countAll),

  due: read((db, workspaceId: string, now: number, limit: number, first: readonly string[]): string[] => {
    const wanted = all(
      db,
      `SELECT requests.request_id FROM json_each(?) AS named
         CROSS JOIN requests ON requests.workspace_id = ? AND requests.request_id = named.value
         WHERE requests.next_refresh_at <= ? ORDER BY requests.next_refresh_at LIMIT ?`,
      JSON.stringify(first),
      workspaceId,
      now,
      limit,
    );
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

  nextDueAt: read((db, workspaceId: string): number | undefined => {
    const row = one(
      db,
      `SELECT min(next_refresh_at) AS at FROM requests
       WHERE workspace_id = ? AND next_refresh_at IS NOT NULL`,
      workspaceId,
    );
    return row?.['at'] == null ? undefined : integer(row, 'at');
  }),

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

  apply: write(applyChanges),
};

function rowToTracked(row: Row): TrackedRequest {
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
  };
}

function detailOf(db: DatabaseSync, workspaceId: string, row: number): RequestDetail | undefined {
  const [request] = requestRows(db, workspaceId, [row]);
  const more = one(
    db,
    `SELECT submissions.resume_url, submissions.created_at, submissions.previous_submission_id,
       submissions.consent_at, submissions.consent_wording, submissions.notice_on, requests.next_refresh_at, coalesce(notes.text, '') AS notes
     FROM requests JOIN submissions ON submissions.row = requests.row LEFT JOIN notes ON notes.row = requests.row
     WHERE requests.row = ?`,
    row,
  );
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
    submittedAt: integer(more, 'created_at'),
    consent: consentOf(more),
    noticeOn: textOrNull(more, 'notice_on'),
    previous: previousOf(db, textOrNull(more, 'previous_submission_id')),
    following: followingOf(db, request.submissionId),
    history: historyStore.of.run(db, request.submissionId),
    nextRefreshAt: integerOrNull(more, 'next_refresh_at'),
  };
  return request.covered === 'nothing' ? detail : coveredDetail(db, workspaceId, detail);
}

/** The page of a request as it may be shown before its verdict. */
function coveredDetail(db: DatabaseSync, workspaceId: string, detail: RequestDetail): RequestDetail {
  const covering = coveringOf(db, workspaceId);
  if (!covering) throw new Error('A request is covered in a workspace that covers nothing.');
  const { questionnaireTemplateId: id, rawAnswer, assessmentResults, previous, following, history } = detail;
  return {
    ...detail,
    rawAnswer: coveredAnswerOf(covering, id, rawAnswer),
    assessmentResults: coveredResults(covering, id, assessmentResults),
    foundByAllWords: true,
    history: coveredHistory(history),
    ...(covering.identity && {
      resumeUrl: '',
      previous: coveredLink(previous),
      following: following.map(coveredLink),
    }),
  };
}
