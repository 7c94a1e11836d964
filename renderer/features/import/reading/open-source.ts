import { fail, ok, type Result } from '../../../../shared/result.ts';
import { decodeText, type FileDecoding } from './decode-text.ts';
import { detectFileType } from './detect-file-type.ts';
import { countMatched, matchHeaders } from './match-headers.ts';
import { parseTable } from './parse-table.ts';
import { readWorkbook, type WorkbookSheet } from './read-workbook.ts';
import { findHeaders, type ImportSource } from './source-rows.ts';
import type { TextEncoding } from './text-encodings.ts';

/** The most candidates in one file. */
export const MAX_ROWS = 100_000;

/** An open file, with all sheets, so that the user can switch. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly sheets: readonly WorkbookSheet[];
}

/**
 * Reads the rows of a file; `chosen` is the encoding the user chose. Errors: those of `detectFileType` and `readWorkbook`,
 * `no_rows`, `too_many_rows`.
 */
export async function openBytes(
  name: string,
  bytes: Uint8Array,
  chosen?: TextEncoding,
): Promise<Result<OpenedFile>> {
  const kind = detectFileType(bytes);
  if (!kind.ok) return kind;
  if (kind.value === 'text') {
    const { text, decoding } = await decodeText(bytes, chosen);
    return openText(name, text, decoding);
  }
  const sheets = await readWorkbook(bytes);
  if (!sheets.ok) return sheets;
  return openSheet(name, sheets.value, bestSheet(sheets.value));
}

/** Reads the rows of a text. Errors: `no_rows`, `too_many_rows`. */
export function openText(name: string, text: string, decoding: FileDecoding | null): Result<OpenedFile> {
  const source = sourceOf({
    name,
    decoding,
    sheets: [],
    sheet: 0,
    hiddenColumns: [],
    rows: parseTable(text),
  });
  return source.ok ? ok({ source: source.value, sheets: [] }) : source;
}

/** Reads the rows of a sheet. Errors: `no_rows`, `too_many_rows`. */
export function openSheet(name: string, sheets: readonly WorkbookSheet[], at: number): Result<OpenedFile> {
  const names = sheets.map((sheet) => (sheet.hidden ? `${sheet.name} (hidden)` : sheet.name));
  const { rows, hiddenColumns } = sheets[at] ?? { rows: [], hiddenColumns: [] };
  const shownNames = names.length > 1 ? names : [];
  const source = sourceOf({ name, decoding: null, sheets: shownNames, sheet: at, hiddenColumns, rows });
  return source.ok ? ok({ source: source.value, sheets }) : source;
}

function sourceOf(read: Omit<ImportSource, 'headerAt'>): Result<ImportSource> {
  const headerAt = findHeaders(read.rows);
  const candidates = read.rows.length - (headerAt === null ? 0 : headerAt + 1);
  if (candidates <= 0 && read.sheets.length === 0) {
    return fail('no_rows');
  }
  if (candidates > MAX_ROWS) {
    return fail('too_many_rows', { most: MAX_ROWS });
  }
  return ok({ ...read, headerAt });
}

/** The sheet with the most known column names; visible sheets come first. */
function bestSheet(sheets: readonly WorkbookSheet[]): number {
  const scores = sheets.map(({ rows, hidden }) => {
    const headerAt = findHeaders(rows) ?? 0;
    const matched = countMatched(matchHeaders(rows[headerAt]?.cells ?? []));
    return matched + (hidden ? 0 : 20) + (rows.length > 1 ? 5 : 0);
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}
