/// <reference path="../../../papaparse.d.ts" />
import Papa from 'papaparse';
import { countMatched, matchHeaders } from './match-headers.ts';
import { HEADER_SEARCH_ROWS, type TableRow } from './table-row.ts';

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
