import { formatValue } from 'hucre';
import type { Cell, CellValue, Sheet, Workbook } from 'hucre/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import type { TableRow } from './table-row.ts';

/** One sheet of a workbook that has anything in it. */
export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly TableRow[];
  /** Indexes of the columns that do not show. */
  readonly hiddenColumns: readonly number[];
}

/** The sheets of an XLSX workbook (ECMA-376). Errors: `file_is_protected`, `file_damaged`. */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<readonly WorkbookSheet[]>> {
  let workbook: Workbook;
  try {
    workbook = await readXlsx(bytes, { readStyles: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'EncryptedFileError') {
      return fail('file_is_protected');
    }
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
  const sheetHidden = isHidden(sheet);
  return sheet.rows.flatMap((cells, at) => {
    const texts = Object.assign(cells.map(cellText), formulas.get(at));
    if (texts.every((text) => text.trim() === '')) return [];
    const row: TableRow = { number: at + 1, cells: withoutEmptyEnd(texts), brokenQuote: false };
    const rowLinks = links.get(at);
    const rowShown = shown.get(at);
    const { hidden: flagged, height } = sheet.rowDefs?.get(at) ?? {};
    // By hand, by a filter and by a folded group all set the same flag; a row without height shows as little.
    const hidden = sheetHidden || flagged === true || height === 0;
    return [
      {
        ...row,
        ...(rowLinks && { links: rowLinks }),
        ...(rowShown && { shown: rowShown }),
        ...(hidden && { hidden }),
      },
    ];
  });
}

/** A cell as its person would type it: all digits of a number, dates as ISO 8601. */
function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  // A phone number kept as a number shows as 1.5123E+11: its digits are all there.
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(value);
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace(/\.000Z$/, '');
}

/** Tables are read as wide as their widest row, and one stray cell far right would make every row ragged. */
function withoutEmptyEnd(texts: readonly string[]): readonly string[] {
  return texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1);
}

/** Texts of cells, by row and column; both count from 0. */
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

function linksByRow(sheet: Sheet): TextsByRow {
  return textsByRow(
    sheet,
    ({ hyperlink, formula }) => hyperlink?.target ?? /^=?HYPERLINK\(\s*"([^"]+)"/i.exec(formula ?? '')?.[1],
  );
}

/** What a format makes of a number: `0012` of 12; of dates always, for nobody typed ISO 8601. */
function shownByRow(sheet: Sheet): TextsByRow {
  return textsByRow(sheet, ({ value, style }) => {
    if (!style?.numFmt || !(typeof value === 'number' || value instanceof Date)) return undefined;
    const shown = formatValue(value, style.numFmt).trim();
    return value instanceof Date || shown !== cellText(value) ? shown : undefined;
  });
}

/** Formulas without a result, as programs leave them that only write workbooks: what they would give is not known. */
function uncalculatedByRow(sheet: Sheet): TextsByRow {
  return textsByRow(sheet, ({ type, value, formula = '' }) =>
    type === 'formula' && value === null ? `=${formula.replace(/^=/, '')}` : undefined,
  );
}
