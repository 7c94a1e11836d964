import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestRecord } from '../../reports/request-record.ts';
import { type ResultField, resultFieldsOf } from '../../reports/result-columns.ts';
import { all, integer, read, text } from '../operation.ts';
import { consentOf } from '../requests/consent-of.ts';
import { columnsByQuestionnaire, shownColumns } from '../requests/described-fields.ts';
import { requestRows } from '../requests/request-rows.ts';
import { resultsReading } from '../requests/results-to-read.ts';
import { selectedRows } from '../requests/selected-rows.ts';
import { answerIn } from '../requests/stored-answer.ts';

/** What a file of requests is made from: first which, then page by page what. */
export const exportStore = {
  /** The numbers of the rows that are selected: those named in their order, those of a filter in none. */
  rows: read((db, workspaceId: string, selection: RequestSelection): number[] =>
    selectedRows(db, workspaceId, selection),
  ),

  /** These rows, the latest change first. Asked for by itself: what the window asks for of 100,000 comes in between. */
  latestFirst: read((db, rows: readonly number[]): number[] =>
    all(
      db,
      `SELECT requests.row FROM json_each(?) AS wanted CROSS JOIN requests ON requests.row = wanted.value
       ORDER BY requests.changed_at DESC, requests.row DESC`,
      JSON.stringify(rows),
    ).map((row) => integer(row, 'row')),
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

  /** The fields that the results of these rows have. */
  resultFields: read((db, workspaceId: string, rows: readonly number[]): readonly ResultField[] => {
    const answers = all(
      db,
      `SELECT answers.size, answers.answer
       FROM json_each(?) AS wanted CROSS JOIN answers ON answers.row = wanted.value
       JOIN requests ON requests.row = answers.row WHERE requests.workspace_id = ?`,
      JSON.stringify(rows),
      workspaceId,
    );
    return resultFieldsOf(answers.map((row) => resultsIn(answerIn(row))));
  }),
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
