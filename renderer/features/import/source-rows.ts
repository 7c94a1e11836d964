import Papa from 'papaparse';
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

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Characters that are parsed at a time. */
const PIECE_LENGTH = 512 * 1024;

/**
 * Parses CSV or TSV (RFC 4180, any usual delimiter) that comes in pieces, and yields rows as soon as they are complete;
 * skips empty rows. How the text is cut changes nothing. The delimiter is that of the first `pieceLength` characters.
 */
export function* parseTable(
  texts: Iterable<string>,
  pieceLength = PIECE_LENGTH,
): Generator<readonly TableRow[]> {
  let parser: TableParser | undefined;
  let rest = '';
  let enough = pieceLength;
  for (const text of withLineFeeds(texts)) {
    rest += text;
    if (rest.length < enough) continue;
    if (!parser) ({ parser, body: rest } = beginTable(rest));
    const { rows, length } = parser.parse(rest, false);
    rest = rest.slice(length);
    // A row longer than a piece is tried again when twice as much of it is there.
    enough = Math.max(pieceLength, 2 * rest.length);
    yield rows;
  }
  if (!parser) ({ parser, body: rest } = beginTable(rest));
  yield parser.parse(rest, true).rows;
}

/** The text with `\n` at the end of each line; a `\r` may be the last character of a piece. */
function* withLineFeeds(texts: Iterable<string>): Generator<string> {
  let held = '';
  for (const text of texts) {
    const all = held + text;
    held = all.endsWith('\r') ? '\r' : '';
    yield all.slice(0, all.length - held.length).replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

function beginTable(head: string): { readonly parser: TableParser; readonly body: string } {
  const { body, declared } = withoutDeclaration(head.replace(/^\uFEFF+/, ''));
  return { parser: new TableParser(declared ?? delimiterByHeaders(body) ?? likelyDelimiter(body)), body };
}

/** Parses the pieces of a table and numbers its rows. */
class TableParser {
  private readonly parser: InstanceType<typeof Papa.Parser>;
  private count = 0;

  constructor(delimiter: string) {
    this.parser = new Papa.Parser({ delimiter, newline: '\n' });
  }

  /** The rows of a text, and how long they are; unless it is the last one, its end may be only the beginning of a row. */
  parse(text: string, last: boolean): { readonly rows: readonly TableRow[]; readonly length: number } {
    const { data, errors, meta } = this.parser.parse(text, 0, !last);
    const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
    const rows = data
      .map((cells, at) => ({ number: this.count + at + 1, cells, brokenQuote: broken.has(at) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    this.count += data.length;
    return { rows, length: meta.cursor };
  }
}

/** Removes Excel's first line `sep=;`, which Excel neither shows nor counts as a row. */
function withoutDeclaration(text: string): { body: string; declared: string | undefined } {
  const declaration = /^"?sep=(.)"?\n/i.exec(text);
  return { body: text.slice(declaration?.[0].length ?? 0), declared: declaration?.[1] };
}

/** The delimiter that splits an early row into known column names. Counting would fail on texts with commas. */
function delimiterByHeaders(text: string): string | undefined {
  const matched = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse(text, { delimiter, newline: '\n', preview: HEADER_SEARCH_ROWS });
    return { delimiter, count: Math.max(0, ...data.map((cells) => countMatched(matchHeaders(cells)))) };
  });
  const best = matched.reduce((a, b) => (b.count > a.count ? b : a));
  // With only one known name, the file may have one column, whatever the delimiter.
  return best.count > 1 ? best.delimiter : undefined;
}

function likelyDelimiter(text: string): string {
  // The empty row behind the last line feed would count: of a short list with two columns, none would be found.
  return Papa.parse(text, { delimitersToGuess: DELIMITERS, newline: '\n', preview: 1, skipEmptyLines: true })
    .meta.delimiter;
}
