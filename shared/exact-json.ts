/** Where a value stood in the text (ECMAScript, JSON.parse source text access); of plain values alone. */
interface Context {
  readonly source?: string;
}

declare global {
  interface JSON {
    parse(text: string, reviver: (name: string, value: unknown, context: Context) => unknown): unknown;
    /** A number for `JSON.stringify`, written as this text. */
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * What may stand in a text in which a number is not given back as it was written: many digits, or a large exponent. Only
 * where a number can begin: ids are full of both, and looking at every value takes four times as long.
 */
const MAY_BE_INEXACT = /(?:^|[[:,\s])-?\d(?:[\d.]{14}|[\d.]*[eE][+-]?\d\d)/;

/**
 * `JSON.parse`, but a number that would lose digits as a number of JavaScript is a text of the number as it was written.
 * Throws where the text is no JSON.
 */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value,
  );
}

/** Where only a whole text may stand: JavaScript's numbers have that many digits that are always right. */
const RIGHT_DIGITS = 15;

/** Whether a number says what was written, and is shown with all its digits. */
function isExact(value: number, source: string): boolean {
  // Larger ones are shown shortened, and are names rather than amounts.
  if (/^-?\d+$/.test(source)) return source.replace('-', '').length <= RIGHT_DIGITS;
  return Number.isFinite(value) && digitsOf(String(value)) === digitsOf(source);
}

/** A number in one way of writing: its digits without zeros around them, and the power of ten behind. */
function digitsOf(written: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const ending = digits.replace(/0+$/, '');
  return ending === ''
    ? '0'
    : `${sign}${ending}e${Number(power) - part.length + digits.length - ending.length}`;
}

/** `JSON.parse` for `JSON.stringify`: each number is written as it was read. */
export function parseForWriting(text: string): unknown {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  );
}
