import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestRecord } from '../../reports/request-record.ts';
import { all, integer, read, text } from '../operation.ts';
import { consentOf } from '../requests/consent-of.ts';
import { columnsByQuestionnaire, shownColumns } from '../requests/described-fields.ts';
import { requestRows } from '../requests/request-rows.ts';
import { resultsReading } from '../requests/results-backfill.ts';
import { selectedRows } from '../requests/selected-rows.ts';
import { answerIn } from '../requests/stored-answer.ts';

const CHANGES_AT_A_TIME = 5000;

/** When a request changed last, UTC ms. */
export interface LastChange {
  readonly changedAt: number;
  readonly row: number;
}

/** What a file of requests is made from: first which, then page by page what. */
export const exportStore = {
  /** The numbers of the rows that are selected: those named in their order, those of a filter in none. */
  rows: read((db, workspaceId: string, selection: RequestSelection): number[] =>
    selectedRows(db, workspaceId, selection),
  ),

  /** The next few of all requests, the latest change first, behind this one: what the window asks for comes in between. */
  changedBefore: read((db, change: LastChange): readonly LastChange[] =>
    all(
      db,
      `SELECT row, changed_at FROM requests INDEXED BY requests_by_changed WHERE (changed_at, row) < (?, ?)
       ORDER BY changed_at DESC, row DESC LIMIT ${CHANGES_AT_A_TIME}`,
      change.changedAt,
      change.row,
    ).map((row) => ({ changedAt: integer(row, 'changed_at'), row: integer(row, 'row') })),
  ),

  /** The records of these rows, in their order; a row that is gone meanwhile is left out. */
  records: read((db, workspaceId: string, rows: readonly number[]): RequestRecord[] => {
    const more = moreOf(db, workspaceId, rows);
    // What the list does not show yet is read from the results themselves.
    const isRead = resultsReading(db, workspaceId) === null;
    const columnsOf = columnsByQuestionnaire(db);
    return requestRows(db, rows).flatMap(({ unseen: _, hasResults: __, ...request }) => {
      const found = more.get(request.requestId);
      if (found === undefined) return [];
      const shown = isRead
        ? {}
        : shownColumns(
            columnsOf({ workspaceId, id: request.questionnaireTemplateId }),
            resultsIn(found.rawAnswer),
          );
      return { ...request, ...found, ...shown };
    });
  }),

  /** The answers of those of these rows that have results, letter by letter. */
  answersWithResults: read((db, workspaceId: string, rows: readonly number[]): readonly string[] =>
    all(
      db,
      `SELECT answers.size, answers.answer
       FROM json_each(?) AS wanted CROSS JOIN requests ON requests.row = wanted.value
       JOIN answers ON answers.row = requests.row WHERE requests.workspace_id = ? AND requests.has_results = 1`,
      JSON.stringify(rows),
      workspaceId,
    ).map(answerIn),
  ),
};

type More = Pick<RequestRecord, 'resumeUrl' | 'submittedAt' | 'consent' | 'notes' | 'rawAnswer'>;

/** By the ids of the requests. */
function moreOf(db: DatabaseSync, workspaceId: string, rows: readonly number[]): Map<string, More> {
  const found = all(
    db,
    `SELECT submissions.request_id, submissions.resume_url, submissions.created_at,
       submissions.consent_at, submissions.consent_wording, coalesce(notes.text, '') AS notes,
       answers.size, answers.answer
     FROM json_each(?) AS wanted CROSS JOIN submissions ON submissions.row = wanted.value
     LEFT JOIN notes ON notes.row = submissions.row
     LEFT JOIN answers ON answers.row = submissions.row
     WHERE submissions.workspace_id = ?`,
    JSON.stringify(rows),
    workspaceId,
  );
  return new Map(
    found.map((row) => [
      text(row, 'request_id'),
      {
        resumeUrl: text(row, 'resume_url'),
        submittedAt: integer(row, 'created_at'),
        consent: consentOf(row),
        notes: text(row, 'notes'),
        rawAnswer: row['answer'] === null ? null : answerIn(row),
      },
    ]),
  );
}
