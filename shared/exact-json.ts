/** Source text of a primitive value (ECMAScript JSON.parse source text access). */
interface Context {
  readonly source?: string;
}

declare global {
  interface JSON {
    parse(text: string, reviver: (name: string, value: unknown, context: Context) => unknown): unknown;
    /** A number that `JSON.stringify` writes as this text. */
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * Finds numbers that JavaScript might not reproduce: many digits or a large exponent. Matches only where a number can
 * begin, because ids contain both and a reviver makes parsing four times slower.
 */
const MAY_BE_INEXACT = /(?:^|[[:,\s])-?\d(?:[\d.]{14}|[\d.]*[eE][+-]?\d\d)/;

/**
 * Like `JSON.parse`, but a number that would lose digits in JavaScript becomes a string of its source text. Throws on
 * invalid JSON.
 */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value,
  );
}

/** JavaScript numbers represent up to this many digits exactly. */
const EXACT_DIGITS = 15;

/** Whether a number is equal to its source text, digit for digit. */
function isExact(value: number, source: string): boolean {
  // Longer integers are identifiers rather than amounts.
  if (/^-?\d+$/.test(source)) return source.replace('-', '').length <= EXACT_DIGITS;
  return Number.isFinite(value) && digitsOf(String(value)) === digitsOf(source);
}

/** A number in canonical form: significant digits and a power of ten. */
function digitsOf(written: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const ending = digits.replace(/0+$/, '');
  return ending === ''
    ? '0'
    : `${sign}${ending}e${Number(power) - part.length + digits.length - ending.length}`;
}

/** Like `JSON.parse`, but `JSON.stringify` of the result writes each number as it was read. */
export function parseForWriting(text: string): unknown {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  );
}

/** JSON indented, each number as it was written; anything else, such as an answer cut at 4 KiB, unchanged. */
export function indentedJson(text: string): string {
  try {
    return JSON.stringify(parseForWriting(text), null, 2);
  } catch {
    return text;
  }
}
