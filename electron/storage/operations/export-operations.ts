import type { DatabaseSync } from 'node:sqlite';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestRecord } from '../../reports/request-record.ts';
import { type ResultField, resultFieldsOf } from '../../reports/result-columns.ts';
import { storedAnswer } from '../../tracking/apply-answer.ts';
import { resultsOf, screeningCallsOf } from '../../tracking/read-results.ts';
import { unpackedAnswer } from '../answers/answer-store.ts';
import { all, integer, read, text } from '../operation.ts';
import { consentOf } from '../tracked/consent-of.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { requestRows } from '../tracked/request-rows.ts';
import { selectedRows } from '../tracked/row-numbers.ts';

/** What a file of requests is made from: first which, then page by page what. */
export const exportOperations = {
  /** The numbers of the rows that are selected: those named in their order, those of a filter the latest change first. */
  rows: read((db, workspaceId: string, selection: RequestSelection): number[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const rows = selectedRows(db, workspace, selection);
    return 'requestIds' in selection ? rows : latestFirst(db, rows);
  }),

  /** The records of these rows, in their order; a row that is gone meanwhile is left out. */
  records: read((db, workspaceId: string, rows: readonly number[]): RequestRecord[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const more = moreOf(db, workspaceId, rows);
    return requestRows(db, rows).flatMap(({ unseen: _, hasResults: __, ...request }) => {
      const found = more.get(request.requestId);
      if (found === undefined) return [];
      const answer = storedAnswer({ answer: found.rawAnswer });
      return {
        ...request,
        ...found,
        screeningCalls: screeningCallsOf(answer),
        assessmentResults: resultsOf(answer),
      };
    });
  }),

  /** The fields that the results of these rows have. */
  resultFields: read((db, workspaceId: string, rows: readonly number[]): readonly ResultField[] => {
    const answers = all(
      db,
      `SELECT dictionary, packed, submissions.request_id
       FROM json_each(?) AS wanted CROSS JOIN answers ON answers.row = wanted.value
       JOIN submissions ON submissions.row = answers.row WHERE submissions.workspace_id = ?`,
      JSON.stringify(rows),
      workspaceId,
    );
    return resultFieldsOf(answers.map((row) => resultsOf(storedAnswer({ answer: unpackedAnswer(db, row) }))));
  }),
};

function latestFirst(db: DatabaseSync, rows: readonly number[]): number[] {
  return all(
    db,
    `SELECT tracked.row FROM json_each(?) AS wanted CROSS JOIN tracked ON tracked.row = wanted.value
     ORDER BY tracked.changed_at DESC, tracked.row DESC`,
    JSON.stringify(rows),
  ).map((row) => integer(row, 'row'));
}

type More = Pick<RequestRecord, 'resumeUrl' | 'submittedAt' | 'consent' | 'notes' | 'rawAnswer'>;

/** By the ids of the requests. */
function moreOf(db: DatabaseSync, workspaceId: string, rows: readonly number[]): Map<string, More> {
  const found = all(
    db,
    `SELECT submissions.request_id, submissions.resume_url, submissions.created_at,
       submissions.consent_at, submissions.consent_wording, coalesce(notes.text, '') AS notes,
       answers.dictionary, answers.packed
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
        rawAnswer: row['packed'] === null ? null : unpackedAnswer(db, row),
      },
    ]),
  );
}
