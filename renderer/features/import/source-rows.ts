import { parsePhoneNumber, plainCharacters } from '../../../shared/phone-number.ts';
import { submissionInput } from '../../../shared/submission.ts';
import type { FileDecoding } from './decode-text.ts';
import { countMatched, HEADER_SEARCH_ROWS, matchHeaders, type TableRow } from './match-headers.ts';

/** A file, sheet or pasted text, split into rows. */
export interface ImportSource {
  readonly name: string;
  /** How the text was decoded; null for pasted text, workbooks and plain ASCII. */
  readonly decoding: FileDecoding | null;
  /** Names of the sheets, if there are several. */
  readonly sheets: readonly string[];
  /** Index of the current sheet. */
  readonly sheet: number;
  /** Indexes of the columns hidden in the workbook. */
  readonly hiddenColumns: readonly number[];
  /** All rows, including the header row. */
  readonly rows: readonly TableRow[];
  /** Index of the header row; rows above it are no candidates. Null if there is none. */
  readonly headerAt: number | null;
}

/**
 * Index of the header row: the one with the most known names, or else the first, unless it has a phone number or a link
 * like a candidate.
 */
export function findHeaders(rows: readonly TableRow[]): number | null {
  const matched = rows.slice(0, HEADER_SEARCH_ROWS).map(({ cells }) => countMatched(matchHeaders(cells)));
  const best = matched.indexOf(Math.max(...matched));
  if ((matched[best] ?? 0) > 1) return best;
  if ((matched[0] ?? 0) > 0) return 0;
  return (rows[0]?.cells ?? []).some(belongsToSomebody) ? null : 0;
}

function belongsToSomebody(cell: string): boolean {
  if (submissionInput.shape.resumeUrl.safeParse(cell).success || parsePhoneNumber(cell).ok) return true;
  const plain = plainCharacters(cell).trim();
  return plain.replace(/\D/g, '').length >= 7 && /^[\d\s()+./-]+$/.test(plain);
}

/** The rows below the header row. */
export function candidateRows({
  rows,
  headerAt,
}: Pick<ImportSource, 'rows' | 'headerAt'>): readonly TableRow[] {
  return headerAt === null ? rows : rows.slice(headerAt + 1);
}

/** Numbers of the candidate rows hidden in the workbook. */
export function hiddenNumbers(source: Pick<ImportSource, 'rows' | 'headerAt'>): readonly number[] {
  return candidateRows(source).flatMap(({ number, hidden }) => (hidden === true ? [number] : []));
}

/** The column names in the file; empty without a header row. */
export function headersOf({ rows, headerAt }: Pick<ImportSource, 'rows' | 'headerAt'>): readonly string[] {
  return headerAt === null ? [] : (rows[headerAt]?.cells ?? []).map((cell) => cell.trim());
}

/** The columns' names on screen; one without a header is named after its first value. */
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
