import { toCsv } from '../../shared/csv.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { RowProblem } from '../../shared/import-problems.ts';
import { PROBLEM_HEADER } from '../../shared/imports.ts';
import { dayAt } from '../../shared/notice.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { refusalWords, rowWords } from '../../shared/words/import-words.ts';

/**
 * A row of a file that was not queued (`problems`: why) or that the service refused (`refusal`, if the reason is known).
 */
export interface RowToPutRight {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly problems: readonly RowProblem[] | null;
  readonly refusal: SubmissionProblem | null;
}

/** Rows with the columns of their file and what is wrong with them: once corrected, the file can be imported again. */
export function problemsToCsv(headers: readonly string[], rows: readonly RowToPutRight[]): string {
  // A file that was itself corrected still has its old column of problems.
  const ownColumns = headers.flatMap((header, at) => (header.trim() === PROBLEM_HEADER ? [] : [at]));
  const width = Math.max(headers.length, ...rows.map(({ cells }) => cells.length));
  const columns = [
    ...ownColumns,
    ...Array.from({ length: width - headers.length }, (_, at) => headers.length + at),
  ];
  const lineOf = (cells: readonly string[]) => columns.map((at) => cells[at] ?? '');
  return toCsv([
    [...lineOf(headers), PROBLEM_HEADER],
    ...rows.map((row) => [
      ...lineOf(row.cells),
      row.problems === null ? refusalWords(row.refusal) : row.problems.map(rowWords).join(' '),
    ]),
  ]);
}

export const SAMPLE_NAME = 'Callboard sample.csv';

/** The notice in the sample is this old, days: early enough for most rules. */
const SAMPLE_NOTICE_DAYS = 30;

/**
 * A file to fill in. Its phone numbers are reserved for examples and reach nobody. `noticeOf`: for the day of notice, the
 * moment to count from, UTC ms; null without that column.
 */
export function sampleFile(noticeOf: number | null): string {
  const job = '123e4567-e89b-12d3-a456-426614174000';
  const rows = [
    ['Candidate name', 'Phone number', 'Resume link', 'Job description', 'Questionnaire'],
    ['Ada Lovelace', '+44 20 7946 0958', 'https://example.com/resumes/ada.pdf', job, 'general-screening'],
    ['José Ñandú', '+1 202 555 0143', 'https://example.com/resumes/jose.pdf', job, 'general-screening'],
    ['Grace Hopper', '+1 202 555 0171', 'https://example.com/resumes/grace.pdf', job, 'general-screening'],
  ];
  if (noticeOf === null) return toCsv(rows);
  const day = dayAt(noticeOf - SAMPLE_NOTICE_DAYS * DAY_MS);
  return toCsv(rows.map((row, at) => [...row, at === 0 ? 'Notice given on' : day]));
}
