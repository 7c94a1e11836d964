/** A cell: text from anyone, a number, or nothing. */
export type CsvCell = string | number | null;

/** What a file that spreadsheets open begins with, so that they read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV (RFC 4180) that spreadsheets open as UTF-8 and never run as formulas. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvLine).join('');
}

/**
 * A line of CSV (RFC 4180 §2), its end included. Text that a spreadsheet would take for a formula gets an apostrophe
 * in front (OWASP, CSV injection); numbers are written as they are.
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
 * What begins a formula, also in the full width that some spreadsheets take for the same, and behind the spaces that
 * some cut off.
 */
function isFormula(text: string): boolean {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text);
}

/**
 * A number in E.164 stays what other systems (and this app's import) can read. It is the one exception, and a safe
 * one: behind the plus there is nothing but digits, so the worst that it can be evaluated to is itself.
 */
function isPhoneNumber(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}

/** Quotes where RFC 4180 asks for them, where another separator stands, and for spaces at the edges, which some cut off. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
