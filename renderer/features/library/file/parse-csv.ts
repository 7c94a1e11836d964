/**
 * Parses CSV (RFC 4180) with the most frequent delimiter of the first line: spreadsheets write commas, semicolons or tabs,
 * depending on the locale. Skips empty rows.
 */
export function parseCsv(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].reduce((best, each) =>
    firstLine.split(each).length > firstLine.split(best).length ? each : best,
  );
  // A cell with or without quotes (doubled inside quotes), and the delimiter or line end after it.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, quoted, plain, end] of text.matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === delimiter) continue;
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
    if (whole === '' && end === '') break;
  }
  return rows;
}
