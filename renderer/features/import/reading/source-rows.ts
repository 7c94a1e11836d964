import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import { submissionInput } from '../../../../shared/submission.ts';
import type { FileLetters } from './decode-text.ts';
import { countMatched, matchHeaders } from './match-headers.ts';
import { ROWS_ABOVE_HEADERS, type TableRow } from './table-row.ts';

/** What was dropped, chosen or pasted, cut into rows. */
export interface ImportSource {
  readonly name: string;
  /** How the letters were read; null for pasted text, workbooks and plain ASCII. */
  readonly letters: FileLetters | null;
  /** Names of the sheets, where there are several to choose from. */
  readonly sheets: readonly string[];
  /** Index of the sheet that was read. */
  readonly sheet: number;
  /** Indexes of the columns that do not show in the workbook. */
  readonly hiddenColumns: readonly number[];
  /** All rows, the one with the column names included. */
  readonly rows: readonly TableRow[];
  /** Index of the row that names the columns; what stands above it is no candidate. null: no row does. */
  readonly headerAt: number | null;
}

/**
 * The row with the column names: known names, also below a title; without any, the first row unless a phone number
 * or a link in it is a candidate's.
 */
export function findHeaders(rows: readonly TableRow[]): number | null {
  const matched = rows.slice(0, ROWS_ABOVE_HEADERS).map(({ cells }) => countMatched(matchHeaders(cells)));
  const best = matched.indexOf(Math.max(...matched));
  if ((matched[best] ?? 0) > 1) return best;
  if ((matched[0] ?? 0) > 0) return 0;
  return (rows[0]?.cells ?? []).some(belongsToSomebody) ? null : 0;
}

function belongsToSomebody(cell: string): boolean {
  if (submissionInput.shape.resumeUrl.safeParse(cell).success || parsePhoneNumber(cell).ok) return true;
  return cell.replace(/\D/g, '').length >= 7 && /^[\d\s()+./-]+$/.test(cell.trim());
}

/** The rows that are candidates. */
export function candidateRows({
  rows,
  headerAt,
}: Pick<ImportSource, 'rows' | 'headerAt'>): readonly TableRow[] {
  return headerAt === null ? rows : rows.slice(headerAt + 1);
}

/** Numbers of the candidates' rows that do not show in the workbook. */
export function hiddenNumbers(source: Pick<ImportSource, 'rows' | 'headerAt'>): readonly number[] {
  return candidateRows(source).flatMap(({ number, hidden }) => (hidden === true ? [number] : []));
}

/** The column names as they stand in the file; none where no row has them. */
export function headersOf({ rows, headerAt }: Pick<ImportSource, 'rows' | 'headerAt'>): readonly string[] {
  return headerAt === null ? [] : (rows[headerAt]?.cells ?? []).map((cell) => cell.trim());
}

/** What each column is called on screen; one without a name is told by what stands in it first. */
export function columnNames(source: ImportSource): readonly string[] {
  const headers = headersOf(source);
  const candidates = candidateRows(source);
  const width = candidates.reduce((widest, { cells }) => Math.max(widest, cells.length), headers.length);
  return Array.from({ length: width }, (_, at) => {
    const name = headers[at] ?? '';
    if (name !== '') return name;
    const text = candidates[0]?.cells[at]?.trim() ?? '';
    return text === '' ? `Column ${at + 1}` : `Column ${at + 1}: ${text.slice(0, 40)}`;
  });
}
