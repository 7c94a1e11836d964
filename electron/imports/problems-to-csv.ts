import { toCsv } from '../../shared/csv.ts';
import type { RowProblem } from '../../shared/import-problems.ts';
import { PROBLEM_HEADER } from '../../shared/imports.ts';
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
