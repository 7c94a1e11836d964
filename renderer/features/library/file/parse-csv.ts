/**
 * The rows of a CSV text (RFC 4180), with the delimiter that its first line has most of: spreadsheets write commas,
 * semicolons or tabs, as their country has it. Rows without a letter are left out.
 */
export function parseCsv(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].reduce((best, each) =>
    firstLine.split(each).length > firstLine.split(best).length ? each : best,
  );
  // A cell in quotes (in which quotes are doubled) or without, and what ends it.
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
