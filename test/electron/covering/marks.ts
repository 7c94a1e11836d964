/**
 * Marks are texts that occur nowhere else: `zqw12qz`, a whole number, `88…`, which is also found within other digits, or a
 * decimal with two digits after its point.
 */

/** The digit 0 of scripts whose digits NFKC doesn't replace; the others follow it. */
const ZEROS = ['٠', '۰', '०', '০', '๐'].map((zero) => zero.codePointAt(0) ?? 0);

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const GROUP = /(?<=\d)[,.٬'’ _](?=\d{3})/g;
const POINT = /(?<=\d)[.,٫](?=\d)/g;
const TOKEN = /zq[a-z]+\d+qz|\d+/g;
const DECIMAL = /(?<![\d.])\d+\.\d\d(?!\d)/g;
const LONG_DIGITS = /\d{9,}/g;

/** A mark that is found whatever stands before or after it, and however it is written. */
export function longMark(at: number): string {
  // Ends in 1, so that no way of writing it loses a zero.
  return String(880_000_001 + 10 * ((at * 7919) % 999_983));
}

/** Which of the marks a text has: in any case, with other digits, grouped, as decimal or exponent, or within longer text. */
export function marksIn(text: string, marks: readonly string[]): string[] {
  const plain = plainDigits(text.normalize('NFKC').toLowerCase()).replaceAll(UUID, ' ');
  const found = new Set(plain.match(DECIMAL));
  for (const written of [plain, plain.replaceAll(GROUP, ''), plain.replaceAll(POINT, '')]) {
    for (const [token] of written.matchAll(TOKEN)) found.add(token);
    for (const [digits] of written.matchAll(LONG_DIGITS)) {
      for (let at = digits.indexOf('88'); at !== -1; at = digits.indexOf('88', at + 1))
        found.add(digits.slice(at, at + 9));
    }
  }
  return marks.filter((mark) => found.has(mark));
}

function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
