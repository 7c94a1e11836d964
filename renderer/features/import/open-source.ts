import { formatValue } from 'hucre';
import { type Cell, type CellValue, readXlsx, type Sheet, type Workbook } from 'hucre/xlsx';
import type { DocumentKind } from '../../../shared/failures.ts';
import { MAX_ROWS } from '../../../shared/imports.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { checkSize, type DecodedText, decodeText, isBinary } from './decode-text.ts';
import { countMatched, HEADER_SEARCH_ROWS, matchHeaders, type TableRow } from './match-headers.ts';
import { findHeaders, type ImportSource, parseTable } from './source-rows.ts';
import { type BytePieces, firstBytes, joined, sizeOf, type TextEncoding } from './text-encodings.ts';

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
  if (candidates <= 0 && read.sheets.length === 0) return fail('no_rows');
  if (candidates > MAX_ROWS) return TOO_MANY;
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

/** The type of a file by its content, whatever its name. */
type FileType = 'workbook' | 'text';

/**
 * Detects the type of a file by its content. Errors: `file_too_large`, `file_empty`, and for unsupported types
 * `file_is_protected`, `file_is_old_workbook`, `file_is_other_workbook`, `file_is_document`, `file_is_archive`,
 * `file_is_bomb`, `file_is_binary`.
 */
function detectFileType(pieces: BytePieces): Result<FileType> {
  const bytes = sizeOf(pieces);
  const size = checkSize(bytes);
  if (!size.ok) return size;
  if (bytes === 0) return fail('file_empty');
  const head = firstBytes(pieces, 512);
  if (startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP)) return detectZipType(joined(pieces));
  if (startsWith(head, OLE)) return detectOleType(joined(pieces));
  const document = DOCUMENTS.find(({ begins }) => startsWith(head, begins));
  if (document) return fail('file_is_document', { kind: document.kind });
  if (isBinary(pieces)) return fail('file_is_binary');
  const beginning = latin1.decode(head).replace(/^ï»¿/, '').trimStart();
  const format = TEXT_FORMATS.find(({ begins }) => begins.test(beginning));
  return format ? fail('file_is_document', { kind: format.kind }) : ok('text');
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const DOCUMENTS: readonly { readonly begins: readonly number[]; readonly kind: DocumentKind }[] = [
  { begins: [...'%PDF-'].map(code), kind: 'pdf' },
  { begins: [...'{\\rtf'].map(code), kind: 'rtf' },
  { begins: [0x89, 0x50, 0x4e, 0x47], kind: 'picture' },
  { begins: [0xff, 0xd8, 0xff], kind: 'picture' },
  { begins: [...'GIF8'].map(code), kind: 'picture' },
  { begins: [0x1f, 0x8b], kind: 'packed' },
];

const TEXT_FORMATS: readonly { readonly begins: RegExp; readonly kind: DocumentKind }[] = [
  {
    begins: /^<(!doctype html|html|table|head|body)\b/i,
    kind: 'web_page',
  },
  { begins: /^<\?xml\b/i, kind: 'xml' },
  { begins: /^BEGIN:VCARD\s/i, kind: 'vcard' },
  { begins: /^BEGIN:VCALENDAR\s/i, kind: 'calendar' },
  // With a quotation mark or a bracket, because a column may be called `[ID]`.
  { begins: /^(?:\{\s*"|\[\s*["[{])/, kind: 'json' },
  // A field that a mail server writes, or two fields (RFC 5322 §2.2), of which a list may have one as the name of a column.
  {
    begins:
      /^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|DKIM-Signature|ARC-[\w-]+|Authentication-Results):\s/i,
    kind: 'mail',
  },
  {
    begins: /^(?:From|To|Cc|Reply-To|Subject|Date|X-[\w-]+):[ \t].*\r?\n(?:[ \t].*\r?\n)*[\w-]+:[ \t]/i,
    kind: 'mail',
  },
  { begins: /^TABLE\r?\n0,1\r?\n/, kind: 'dif' },
  // Not just `ID;P`, with which a CSV may begin: `ID;Phone`.
  { begins: /^ID;P\w*(?:;[NE])*\r?\n(?:[BCFOP]|NN|NE);[A-Z]/, kind: 'sylk' },
];

/** Detects the type of a ZIP by the file names in it (ECMA-376 part 2; OpenDocument 1.3 part 2 §3). */
function detectZipType(bytes: Uint8Array): Result<FileType> {
  if (isZipBomb(bytes)) return fail('file_is_bomb');
  const holds = (name: string) => includes(bytes, [...name].map(code));
  if (holds('xl/workbook.xml')) return ok('workbook');
  if (holds('xl/workbook.bin') || holds('opendocument.spreadsheet') || holds('Index/Document.iwa')) {
    return fail('file_is_other_workbook');
  }
  if (holds('word/document.xml') || holds('ppt/') || holds('opendocument.text')) {
    return fail('file_is_document', { kind: 'text' });
  }
  return fail('file_is_archive');
}

/** The container of Office files before 2007, and of password-protected ones since ([MS-OFFCRYPTO] §1.3.2). */
function detectOleType(bytes: Uint8Array): Result<FileType> {
  if (includes(bytes, utf16('EncryptedPackage'))) return fail('file_is_protected');
  if (includes(bytes, utf16('WordDocument'))) return fail('file_is_document', { kind: 'text' });
  return fail('file_is_old_workbook');
}

const latin1 = new TextDecoder('latin1');

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [code(letter), 0]);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function includes(bytes: Uint8Array, sought: readonly number[]): boolean {
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}
/** More than any workbook of 50 MB unpacks to, bytes; the reader holds all of it in memory. */
const MOST_UNPACKED = 600 * 1024 * 1024;

/** A small workbook of equal rows may pack well, so the ratio alone is no sign. */
const HARMLESS = 20 * 1024 * 1024;
/** The XML of real workbooks packs to about a tenth; of nothing but equal rows, to a fortieth. */
const MOST_RATIO = 100;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;

/**
 * Whether a ZIP says of itself that it unpacks to absurdly much (APPNOTE.TXT 4.3.12). One that lies about its sizes is
 * found when it is unpacked: the reader stops at the size that the entry states.
 */
export function isZipBomb(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let unpacked = 0;
  for (let at = directoryStart(view); at !== null && at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) break;
    const size = unpackedSize(view, at);
    // Content that claims to have no length would not be stopped at it.
    if (size === 0 && view.getUint32(at + 20, true) > 2) return true;
    unpacked += size;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return unpacked > MOST_UNPACKED || (unpacked > HARMLESS && unpacked > MOST_RATIO * bytes.length);
}

/** The size that a directory entry states; some programs always write it as 64 bits (APPNOTE.TXT 4.5.3). */
function unpackedSize(view: DataView, entry: number): number {
  const size = view.getUint32(entry + 24, true);
  if (size !== IN_ZIP64) return size;
  const end = view.byteLength - 12;
  const extra = entry + 46 + view.getUint16(entry + 28, true);
  const extraEnd = Math.min(extra + view.getUint16(entry + 30, true), end);
  for (let at = extra; at <= extraEnd; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === ZIP64_FIELD) return Number(view.getBigUint64(at + 4, true));
  }
  return size;
}

/** Where the central directory begins; null if there is none. */
function directoryStart(view: DataView): number | null {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return view.getUint32(at + 16, true);
  }
  return null;
}

/** A sheet that is not empty. */
interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly TableRow[];
  /** Indexes of the hidden columns. */
  readonly hiddenColumns: readonly number[];
}

/** Reads the sheets of an XLSX workbook (ECMA-376). Errors: `file_is_protected`, `file_is_bomb`, `file_damaged`. */
async function readWorkbook(bytes: Uint8Array): Promise<Result<readonly WorkbookSheet[]>> {
  let workbook: Workbook;
  try {
    workbook = await readXlsx(bytes, { readStyles: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'EncryptedFileError') return fail('file_is_protected');
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
