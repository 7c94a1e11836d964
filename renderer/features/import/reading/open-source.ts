import { MAX_ROWS } from '../../../../shared/imports.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { type BytePieces, joined } from './byte-pieces.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { detectFileType } from './detect-file-type.ts';
import { countMatched, matchHeaders } from './match-headers.ts';
import { parseTable } from './parse-table.ts';
import { readWorkbook, type WorkbookSheet } from './read-workbook.ts';
import { findHeaders, type ImportSource } from './source-rows.ts';
import { HEADER_SEARCH_ROWS, type TableRow } from './table-row.ts';
import type { TextEncoding } from './text-encodings.ts';

/** An open file, with all sheets, so that the user can switch. */
export interface OpenedFile {
  readonly source: ImportSource;
  readonly sheets: readonly WorkbookSheet[];
}

/** Takes rows as they are read. */
export type RowListener = (rows: readonly TableRow[]) => void;

interface ReadOptions {
  /** The encoding the user chose. */
  readonly chosen?: TextEncoding | undefined;
  readonly onRows?: RowListener | undefined;
}

/**
 * Reads the rows of a file. A text is decoded and parsed piece by piece; the library reads workbooks whole. Errors: those of
 * `detectFileType` and `readWorkbook`, `no_rows`, `too_many_rows`.
 */
export async function openPieces(
  name: string,
  pieces: BytePieces,
  { chosen, onRows }: ReadOptions = {},
): Promise<Result<OpenedFile>> {
  const kind = detectFileType(pieces);
  if (!kind.ok) return kind;
  if (kind.value === 'text') return openDecoded(name, await decodeText(pieces, chosen), onRows);
  const sheets = await readWorkbook(joined(pieces));
  if (!sheets.ok) return sheets;
  return openSheet(name, sheets.value, bestSheet(sheets.value), onRows);
}

/** Reads the rows of a text. Errors: `no_rows`, `too_many_rows`. */
export function openText(name: string, text: string, onRows?: RowListener): Result<OpenedFile> {
  return openDecoded(name, { texts: [text], decoding: () => null }, onRows);
}

function openDecoded(
  name: string,
  { texts, decoding }: DecodedText,
  onRows?: RowListener,
): Result<OpenedFile> {
  const rows: TableRow[] = [];
  for (const some of parseTable(texts)) {
    for (const row of some) rows.push(row);
    onRows?.(some);
    if (rows.length > MAX_ROWS + HEADER_SEARCH_ROWS) return TOO_MANY;
  }
  const source = sourceOf({ name, decoding: decoding(), sheets: [], sheet: 0, hiddenColumns: [], rows });
  return source.ok ? ok({ source: source.value, sheets: [] }) : source;
}

/** Reads the rows of a sheet. Errors: `no_rows`, `too_many_rows`. */
export function openSheet(
  name: string,
  sheets: readonly WorkbookSheet[],
  at: number,
  onRows?: RowListener,
): Result<OpenedFile> {
  const names = sheets.map((sheet) => (sheet.hidden ? `${sheet.name} (hidden)` : sheet.name));
  const { rows, hiddenColumns } = sheets[at] ?? { rows: [], hiddenColumns: [] };
  const shownNames = names.length > 1 ? names : [];
  const source = sourceOf({ name, decoding: null, sheets: shownNames, sheet: at, hiddenColumns, rows });
  if (!source.ok) return source;
  onRows?.(rows);
  return ok({ source: source.value, sheets });
}

const TOO_MANY = fail('too_many_rows', { most: MAX_ROWS });

function sourceOf(read: Omit<ImportSource, 'headerAt'>): Result<ImportSource> {
  const headerAt = findHeaders(read.rows);
  const candidates = read.rows.length - (headerAt === null ? 0 : headerAt + 1);
  if (candidates <= 0 && read.sheets.length === 0) {
    return fail('no_rows');
  }
  if (candidates > MAX_ROWS) {
    return TOO_MANY;
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
