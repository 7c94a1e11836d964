import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import type { BackupCounts } from '../../backup/backup-manager.ts';
import type { RequestRecord } from '../../reports/exported-requests.ts';
import { hasContent } from '../backup/start-over.ts';
import { all, integer, integerOrNull, one, read, text, textOrNull } from '../operation.ts';
import { colleagueNotes, isShared, ownNameIn } from '../requests/colleagues.ts';
import { type Covering, coveredAmong, coveredAnswerOf, coveringOf } from '../requests/covering.ts';
import { columnsByQuestionnaire, shownColumns } from '../requests/described-fields.ts';
import { selectedRows } from '../requests/filter-conditions.ts';
import { requestRows } from '../requests/request-rows.ts';
import { answerIn, backfillProgress } from '../requests/results-backfill.ts';
import { consentOf } from './submission-row.ts';

const BATCH_CHANGES = 5000;

/** When a request last changed, UTC ms. */
export interface LastChange {
  readonly changedAt: number;
  readonly row: number;
}

/** The data of exports: first the selected rows, then their records in pages. */
export const exportStore = {
  rows: read(selectedRows),

  /** The name that one's own requests have in a file, '' if it is unknown; null in a workspace without colleagues. */
  signature: read((db, workspaceId: string): string | null =>
    isShared(db, workspaceId) ? (ownNameIn(db, workspaceId) ?? '') : null,
  ),

  /** A batch of all requests, the latest change first, after `change`. Batches let the window's calls run in between. */
  changedBefore: read((db, change: LastChange): readonly LastChange[] =>
    all(
      db,
      `SELECT row, changed_at FROM requests INDEXED BY requests_by_changed WHERE (changed_at, row) < (?, ?)
       ORDER BY changed_at DESC, row DESC LIMIT ${BATCH_CHANGES}`,
      change.changedAt,
      change.row,
    ).map((row) => ({ changedAt: integer(row, 'changed_at'), row: integer(row, 'row') })),
  ),

  /** The records of these rows, in order; skips rows that no longer exist. */
  records: read((db, workspaceId: string, rows: readonly number[]): RequestRecord[] => {
    const more = moreOf(db, workspaceId, rows);
    // Until a backfill is done, the list's columns are incomplete, so read the results themselves.
    const isFilled = backfillProgress(db, workspaceId) === null;
    const columnsOf = columnsByQuestionnaire(db);
    const covering = coveringOf(db, workspaceId);
    return requestRows(db, workspaceId, rows).flatMap(
      ({ unseen: _, hasResults: __, calledTwice: ___, ...request }) => {
        const own = more.get(request.requestId);
        if (own === undefined) return [];
        const isCovered = covering && request.covered;
        const found = isCovered ? coveredMore(covering, request.questionnaireTemplateId, own) : own;
        const shown = isFilled
          ? {}
          : shownColumns(
              columnsOf({ workspaceId, id: request.questionnaireTemplateId }),
              resultsIn(found.rawAnswer),
            );
        return { ...request, ...found, ...shown };
      },
    );
  }),

  /** The answers of those rows that have results, verbatim. */
  answersWithResults: read((db, workspaceId: string, rows: readonly number[]): readonly string[] => {
    const covering = coveringOf(db, workspaceId);
    const wanted = JSON.stringify(rows);
    const covered = covering && coveredAmong(db, wanted);
    const sql = `SELECT requests.row, requests.questionnaire_template_id AS questionnaire, answers.size, answers.answer
      FROM json_each(?) AS wanted CROSS JOIN requests ON requests.row = wanted.value
      JOIN answers ON answers.row = requests.row WHERE requests.workspace_id = ? AND requests.has_results = 1`;
    return all(db, sql, wanted, workspaceId).flatMap((row) => {
      const answer = answerIn(row);
      if (!covering || !covered?.has(integer(row, 'row'))) return [answer];
      return coveredAnswerOf(covering, text(row, 'questionnaire'), answer) ?? [];
    });
  }),
};

/** The fields that the list doesn't have, as they may be exported before the verdict. */
function coveredMore(covering: Covering, questionnaire: string, more: More): More {
  return {
    ...more,
    colleagueNotes: [],
    rawAnswer: coveredAnswerOf(covering, questionnaire, more.rawAnswer),
  };
}

type More = Pick<
  RequestRecord,
  'resumeUrl' | 'submittedAt' | 'consent' | 'noticeOn' | 'notes' | 'colleagueNotes' | 'rawAnswer'
>;

/** The fields that the list doesn't have, by request id. */
function moreOf(db: DatabaseSync, workspaceId: string, rows: readonly number[]): Map<string, More> {
  const wanted = JSON.stringify(rows);
  const notes = colleagueNotes(db, wanted);
  const sql = `SELECT submissions.row, submissions.request_id, submissions.resume_url, submissions.created_at,
      submissions.consent_at, submissions.consent_wording, submissions.notice_on, coalesce(notes.text, '') AS notes,
      answers.size, answers.answer
    FROM json_each(?) AS wanted CROSS JOIN submissions ON submissions.row = wanted.value
    LEFT JOIN notes ON notes.row = submissions.row
    LEFT JOIN answers ON answers.row = submissions.row
    WHERE submissions.workspace_id = ?`;
  const found = all(db, sql, wanted, workspaceId);
  return new Map(
    found.map((row) => [
      text(row, 'request_id'),
      {
        resumeUrl: text(row, 'resume_url'),
        submittedAt: integer(row, 'created_at'),
        consent: consentOf(row),
        noticeOn: textOrNull(row, 'notice_on'),
        notes: text(row, 'notes'),
        colleagueNotes: notes.get(integer(row, 'row')) ?? [],
        rawAnswer: row['answer'] === null ? null : answerIn(row),
      },
    ]),
  );
}

export const backupCountStore = {
  counts: read((db): BackupCounts => {
    const row = one(
      db,
      `SELECT (SELECT coalesce(sum(n), 0) FROM request_counts) AS requests,
         (SELECT min(created_at) FROM workspaces) AS since,
         (SELECT coalesce(sum(n), 0) FROM request_counts JOIN workspaces ON workspaces.id = workspace_id
          WHERE kind = 'service') AS present,
         (SELECT count(*) FROM submissions JOIN workspaces ON workspaces.id = workspace_id
          WHERE kind = 'service' AND state NOT IN ('accepted', 'discarded')) AS open`,
    );
    if (!row) throw new Error('The counts have no row.');
    return {
      requests: integer(row, 'requests'),
      since: integerOrNull(row, 'since'),
      content: hasContent(db) ? { requests: integer(row, 'present'), open: integer(row, 'open') } : null,
    };
  }),
};
