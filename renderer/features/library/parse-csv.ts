/// <reference path="../../papaparse.d.ts" />
import Papa from 'papaparse';

/**
 * Parses CSV (RFC 4180) with the most frequent delimiter of the first line: spreadsheets write commas, semicolons or tabs,
 * depending on the locale. Skips empty rows.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
  const { data } = Papa.parse(text.replace(/\r\n?/g, '\n'), { delimiter, newline: '\n' });
  return data.filter((row) => row.some((cell) => cell.trim() !== ''));
}
