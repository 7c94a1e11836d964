/// <reference path="../../../papaparse.d.ts" />
import Papa from 'papaparse';
import { countMatched, matchHeaders } from './match-headers.ts';
import { HEADER_SEARCH_ROWS, type TableRow } from './table-row.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Parses CSV or TSV (RFC 4180, any usual delimiter); skips empty rows. */
export function parseTable(text: string): readonly TableRow[] {
  const { body, declared } = withoutDeclaration(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const delimiter = declared ?? delimiterByHeaders(body);
  const { data, errors } = Papa.parse(body, {
    newline: '\n',
    ...(delimiter === undefined ? { delimitersToGuess: DELIMITERS } : { delimiter }),
  });
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  return data
    .map((cells, at) => ({ number: at + 1, cells, brokenQuote: broken.has(at) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
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
