import { formatValue } from 'hucre';
import type { Cell, CellValue, Sheet, Workbook } from 'hucre/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import type { TableRow } from './table-row.ts';

/** A sheet that is not empty. */
export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly TableRow[];
  /** Indexes of the hidden columns. */
  readonly hiddenColumns: readonly number[];
}

/** Reads the sheets of an XLSX workbook (ECMA-376). Errors: `file_is_protected`, `file_is_bomb`, `file_damaged`. */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<readonly WorkbookSheet[]>> {
  let workbook: Workbook;
  try {
    workbook = await readXlsx(bytes, { readStyles: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'EncryptedFileError') {
      return fail('file_is_protected');
    }
    if (error instanceof Error && /zip bomb/.test(error.message)) return fail('file_is_bomb');
    return fail('file_damaged');
  }
  return ok(
    workbook.sheets
      .map((sheet) => ({
        name: sheet.name,
        hidden: isHidden(sheet),
        rows: rowsOf(sheet),
        hiddenColumns: (sheet.columns ?? []).flatMap(({ hidden }, at) => (hidden === true ? [at] : [])),
      }))
      .filter(({ rows }) => rows.length > 0),
  );
}

function isHidden({ hidden, veryHidden }: Sheet): boolean {
  return hidden === true || veryHidden === true;
}

function rowsOf(sheet: Sheet): readonly TableRow[] {
  const links = linksByRow(sheet);
  const shown = shownByRow(sheet);
  const formulas = uncalculatedByRow(sheet);
  const merged = mergedByRow(sheet);
  const sheetHidden = isHidden(sheet);
  return sheet.rows.flatMap((cells, at) => {
    const texts = Object.assign(cells.map(cellText), formulas.get(at));
    if (texts.every((text) => text.trim() === '')) return [];
    const row: TableRow = { number: at + 1, cells: withoutEmptyEnd(texts), brokenQuote: false };
    const rowLinks = links.get(at);
    const rowShown = shown.get(at);
    const rowMerged = merged.get(at);
    const { hidden: flagged, height } = sheet.rowDefs?.get(at) ?? {};
    // Hiding, filtering and collapsing all set the same flag; a row of height 0 is just as invisible.
    const hidden = sheetHidden || flagged === true || height === 0;
    return [
      {
        ...row,
        ...(rowLinks && { links: rowLinks }),
        ...(rowShown && { shown: rowShown }),
        ...(rowMerged && { merged: rowMerged }),
        ...(hidden && { hidden }),
      },
    ];
  });
}

/** A cell as a user would type it: all digits of a number, dates as ISO 8601. */
function cellText(value: CellValue): string {
  if (value === null) return '';
  // A cell of type d (ECMA-376 18.18.11) has its date as text.
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?Z?$/, '$1');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  if (!Number.isInteger(value)) return String(value);
  // All digits of a phone number stored as a number, which Excel shows as 1.5123E+11. It keeps no more than 15 of them.
  return Math.abs(value) < 1e15 ? value.toFixed(0) : value.toExponential().toUpperCase();
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace(/\.\d{3}Z$/, '');
}

/** Removes trailing empty cells: rows are as wide as the widest row of the sheet. */
function withoutEmptyEnd(texts: readonly string[]): readonly string[] {
  return texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1);
}

/** Texts of cells, by row and column index. */
type TextsByRow = ReadonlyMap<number, Readonly<Record<number, string>>>;

function textsByRow(sheet: Sheet, textFor: (cell: Cell) => string | undefined): TextsByRow {
  const texts = new Map<number, Record<number, string>>();
  for (const [place, cell] of sheet.cells ?? []) {
    const text = textFor(cell);
    if (!text) continue;
    const [row = NaN, column = NaN] = place.split(',').map(Number);
    const ofRow = texts.get(row) ?? {};
    ofRow[column] = text;
    texts.set(row, ofRow);
  }
  return texts;
}

/** Where cells lead. An address that a formula puts together is not in the file: then it is the formula. */
function linksByRow(sheet: Sheet): TextsByRow {
  const shared = sharedFormulas(sheet);
  return textsByRow(sheet, ({ hyperlink, formula, formulaSharedIndex }) => {
    if (hyperlink) return hyperlink.target;
    const bare = (formula || shared.get(formulaSharedIndex ?? -1) || '').replace(/^=/, '');
    const address = LINK_TO_LITERAL.exec(bare)?.[1];
    if (address !== undefined) return address.replaceAll('""', '"');
    return /\bHYPERLINK\s*\(/i.test(bare) ? `=${bare}` : undefined;
  });
}

/** `HYPERLINK` of one text, in which quotation marks are doubled, with or without a name beside it. */
const LINK_TO_LITERAL = /^\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"\s*(?:[,;].*)?\)\s*$/is;

/** The formulas that several cells share: it is written in the first of them alone. */
function sharedFormulas({ cells }: Sheet): ReadonlyMap<number, string> {
  const shared = new Map<number, string>();
  for (const { formula, formulaSharedIndex } of cells?.values() ?? []) {
    if (formula && formulaSharedIndex !== undefined) shared.set(formulaSharedIndex, formula);
  }
  return shared;
}

/** Formatted values that differ from the cell's text (`0012` for 12), and of all dates, since nobody typed ISO 8601. */
function shownByRow(sheet: Sheet): TextsByRow {
  return textsByRow(sheet, ({ value, style }) => {
    if (!style?.numFmt || !(typeof value === 'number' || value instanceof Date)) return undefined;
    const shown = formatValue(value, style.numFmt).trim();
    return value instanceof Date || shown !== cellText(value) ? shown : undefined;
  });
}

/** The texts of cells merged downwards, for the rows below their first: a job set once for several candidates. */
function mergedByRow({ merges = [], rows }: Sheet): TextsByRow {
  const texts = new Map<number, Record<number, string>>();
  for (const { startRow, startCol, endRow } of merges) {
    const text = cellText(rows[startRow]?.[startCol] ?? null);
    if (text.trim() === '') continue;
    for (let at = startRow + 1; at <= endRow && at < rows.length; at += 1) {
      const ofRow = texts.get(at) ?? {};
      // Merged cells never overlap, except in a file made to keep the reader busy.
      if (ofRow[startCol] !== undefined) break;
      ofRow[startCol] = text;
      texts.set(at, ofRow);
    }
  }
  return texts;
}

/** Formulas without a stored result, written by programs that do not calculate. */
function uncalculatedByRow(sheet: Sheet): TextsByRow {
  return textsByRow(sheet, ({ type, value, formula = '' }) =>
    type === 'formula' && value === null ? `=${formula.replace(/^=/, '')}` : undefined,
  );
}
