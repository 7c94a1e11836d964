/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';
import { countMatched, matchHeaders } from './match-headers.ts';
import { ROWS_ABOVE_HEADERS, type TableRow } from './table-row.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The rows of a CSV or TSV text (RFC 4180, any of the usual delimiters); rows without a letter in them are left out. */
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

/** Excel's own first line `sep=;`, which it never shows and never counts. */
function withoutDeclaration(text: string): { body: string; declared: string | undefined } {
  const declaration = /^"?sep=(.)"?\n/i.exec(text);
  return { body: text.slice(declaration?.[0].length ?? 0), declared: declaration?.[1] };
}

/** The delimiter that makes known column names of an early row. Sharper than counting: texts have commas, too. */
function delimiterByHeaders(text: string): string | undefined {
  const matched = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse(text, { delimiter, newline: '\n', preview: ROWS_ABOVE_HEADERS });
    return { delimiter, count: Math.max(0, ...data.map((cells) => countMatched(matchHeaders(cells)))) };
  });
  const best = matched.reduce((a, b) => (b.count > a.count ? b : a));
  // One name alone may be the only column there is, whatever the delimiter.
  return best.count > 1 ? best.delimiter : undefined;
}
