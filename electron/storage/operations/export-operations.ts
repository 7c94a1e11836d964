import type { DatabaseSync } from 'node:sqlite';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestRecord } from '../../reports/request-record.ts';
import { storedAnswer } from '../../tracking/apply-answer.ts';
import { resultsOf, screeningCallsOf } from '../../tracking/read-results.ts';
import { readAnswer } from '../answers/answer-store.ts';
import { all, integer, read, text } from '../operation.ts';
import { consentOf } from '../tracked/consent-of.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { requestRows } from '../tracked/request-rows.ts';
import { rowOf, selectedRows } from '../tracked/row-numbers.ts';

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
    const more = moreOf(db, rows);
    return requestRows(db, workspace, rows).flatMap(({ unseen: _, hasResults: __, ...request }) => {
      const row = rowOf(db, workspace, request.requestId);
      const found = row === undefined ? undefined : more.get(row);
      if (row === undefined || found === undefined) return [];
      const rawAnswer = readAnswer(db, row);
      const answer = storedAnswer({ answer: rawAnswer });
      return {
        ...request,
        ...found,
        rawAnswer,
        screeningCalls: screeningCallsOf(answer),
        assessmentResults: resultsOf(answer),
      };
    });
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

type More = Pick<RequestRecord, 'resumeUrl' | 'submittedAt' | 'consent' | 'notes'>;

function moreOf(db: DatabaseSync, rows: readonly number[]): Map<number, More> {
  const found = all(
    db,
    `SELECT submissions.row, submissions.resume_url, submissions.created_at,
       submissions.consent_at, submissions.consent_wording, coalesce(notes.text, '') AS notes
     FROM json_each(?) AS wanted CROSS JOIN submissions ON submissions.row = wanted.value
     LEFT JOIN notes ON notes.row = submissions.row`,
    JSON.stringify(rows),
  );
  return new Map(
    found.map((row) => [
      integer(row, 'row'),
      {
        resumeUrl: text(row, 'resume_url'),
        submittedAt: integer(row, 'created_at'),
        consent: consentOf(row),
        notes: text(row, 'notes'),
      },
    ]),
  );
}
