import { fail, ok, type Result } from '../../../shared/result.ts';
import { submissionInput } from '../../../shared/submission.ts';
import { decodeText } from './decode-text.ts';
import { countMatched, matchHeaders } from './match-headers.ts';
import { parseTable, type TableRow } from './parse-table.ts';

/** What was dropped, chosen or pasted, cut into rows. */
export interface ImportSource {
  readonly name: string;
  /** How the letters were read; null for pasted text. */
  readonly encoding: string | null;
  /** All rows, the one with the column names included. */
  readonly rows: readonly TableRow[];
  /** The first row names the columns. */
  readonly hasHeaders: boolean;
}

/** A file's bytes as rows. Errors: those of `decodeText` and of {@link sourceFromText}. */
export function sourceFromBytes(name: string, bytes: Uint8Array): Result<ImportSource> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  return sourceFromText(name, decoded.value.text, decoded.value.encoding);
}

/** Text as rows. Error: `no_rows` when there is nobody in it. */
export function sourceFromText(name: string, text: string, encoding: string | null): Result<ImportSource> {
  const rows = parseTable(text);
  const hasHeaders = looksLikeHeaders(rows[0]?.cells ?? []);
  if (rows.length <= (hasHeaders ? 1 : 0)) {
    return fail('no_rows', 'There is nobody in it.', {
      nextStep: 'It needs a row with the column names and a row for each candidate.',
    });
  }
  return ok({ name, encoding, rows, hasHeaders });
}

/** Known names make a header row; without any, a phone number or a link in the first row is a candidate's. */
function looksLikeHeaders(cells: readonly string[]): boolean {
  if (countMatched(matchHeaders(cells)) > 0) return true;
  const { phoneNumber, resumeUrl } = submissionInput.shape;
  return !cells.some((cell) => phoneNumber.safeParse(cell).success || resumeUrl.safeParse(cell).success);
}

/** The rows that are candidates. */
export function candidateRows(source: ImportSource): readonly TableRow[] {
  return source.hasHeaders ? source.rows.slice(1) : source.rows;
}

/** What each column is called on screen; one without a name is told by what stands in it first. */
export function columnNames(source: ImportSource): readonly string[] {
  const width = source.rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const [first] = source.rows;
  return Array.from({ length: width }, (_, at) => {
    const text = first?.cells[at]?.trim() ?? '';
    if (source.hasHeaders && text !== '') return text;
    return text === '' ? `Column ${at + 1}` : `Column ${at + 1}: ${text.slice(0, 40)}`;
  });
}
