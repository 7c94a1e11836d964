/** A cell: text from anyone, a number, or nothing. */
export type CsvCell = string | number | null;

/** Makes spreadsheet programs read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV (RFC 4180) that spreadsheet programs open as UTF-8 and never run as formulas. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvLine).join('');
}

/**
 * A line of CSV (RFC 4180 §2) with its line break. Text that a spreadsheet program would run as a formula gets a
 * leading apostrophe (OWASP, CSV injection); numbers are written as they are.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(isFormula(cell) && !isPhoneNumber(cell) ? `'${cell}` : cell);
}

/**
 * Matches the characters that start a formula, including full-width forms, which some programs treat alike, and after
 * spaces, which some trim.
 */
function isFormula(text: string): boolean {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text);
}

/**
 * E.164 numbers stay unescaped so that other systems (and this app's import) can read them. That is safe: a plus
 * followed only by digits evaluates to the number itself.
 */
function isPhoneNumber(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}

/**
 * Quotes a cell where RFC 4180 demands it, if it contains another common separator, or if it has outer spaces, which
 * some programs trim.
 */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
