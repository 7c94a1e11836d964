import { toCsv } from '../../shared/csv.ts';
import { PROBLEM_HEADER } from '../../shared/imports.ts';
import { refusalWords, rowWords } from '../../shared/words/import-words.ts';
import type { RowToPutRight } from './ports.ts';

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
