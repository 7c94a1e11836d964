import { fail, ok, type Result } from '../../../../shared/result.ts';
import { decodeText, type FileLetters } from './decode-text.ts';
import { countMatched, matchHeaders } from './match-headers.ts';
import { parseTable } from './parse-table.ts';
import { readWorkbook, type WorkbookSheet } from './read-workbook.ts';
import { recogniseFile } from './recognise-file.ts';
import { findHeaders, type ImportSource } from './source-rows.ts';
import type { TextEncoding } from './text-encodings.ts';

/** More rows than anybody reviews in one sitting. */
export const MOST_ROWS = 20_000;

/** What was opened; the sheets stay at hand for a change of mind. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly sheets: readonly WorkbookSheet[];
}

/** A file's bytes as rows; `chosen` is how a person says that the letters of a text are to be read. Errors: those of `recogniseFile` and `readWorkbook`, `no_rows`, `too_many_rows`. */
export async function openBytes(
  name: string,
  bytes: Uint8Array,
  chosen?: TextEncoding,
): Promise<Result<OpenedFile>> {
  const kind = recogniseFile(bytes);
  if (!kind.ok) return kind;
  if (kind.value === 'text') {
    const { text, letters } = await decodeText(bytes, chosen);
    return openText(name, text, letters);
  }
  const sheets = await readWorkbook(bytes);
  if (!sheets.ok) return sheets;
  return openSheet(name, sheets.value, bestSheet(sheets.value));
}

/** Text as rows. Errors: `no_rows`, `too_many_rows`. */
export function openText(name: string, text: string, letters: FileLetters | null): Result<OpenedFile> {
  const source = sourceOf({
    name,
    letters,
    sheets: [],
    sheet: 0,
    hiddenColumns: [],
    rows: parseTable(text),
  });
  return source.ok ? ok({ source: source.value, sheets: [] }) : source;
}

/** A sheet of a workbook as rows. Errors: `no_rows`, `too_many_rows`. */
export function openSheet(name: string, sheets: readonly WorkbookSheet[], at: number): Result<OpenedFile> {
  const names = sheets.map((sheet) => (sheet.hidden ? `${sheet.name} (hidden)` : sheet.name));
  const { rows, hiddenColumns } = sheets[at] ?? { rows: [], hiddenColumns: [] };
  const shownNames = names.length > 1 ? names : [];
  const source = sourceOf({ name, letters: null, sheets: shownNames, sheet: at, hiddenColumns, rows });
  return source.ok ? ok({ source: source.value, sheets }) : source;
}

function sourceOf(read: Omit<ImportSource, 'headerAt'>): Result<ImportSource> {
  const headerAt = findHeaders(read.rows);
  const candidates = read.rows.length - (headerAt === null ? 0 : headerAt + 1);
  if (candidates <= 0 && read.sheets.length === 0) {
    return fail('no_rows');
  }
  if (candidates > MOST_ROWS) {
    return fail('too_many_rows', { most: MOST_ROWS });
  }
  return ok({ ...read, headerAt });
}

/** The sheet with the best column names, a visible one before a hidden one. */
function bestSheet(sheets: readonly WorkbookSheet[]): number {
  const scores = sheets.map(({ rows, hidden }) => {
    const headerAt = findHeaders(rows) ?? 0;
    const matched = countMatched(matchHeaders(rows[headerAt]?.cells ?? []));
    return matched + (hidden ? 0 : 20) + (rows.length > 1 ? 5 : 0);
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}
