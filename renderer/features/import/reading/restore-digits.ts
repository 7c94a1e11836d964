/** Whether a number lost digits in scientific notation (`4.91511E+12`). */
export function isRounded(text: string): boolean {
  const exponent = EXPONENT.exec(text);
  return exponent !== null && (exponent[2] ?? '').length < Number(exponent[3]);
}

/** Whether a text is a number in scientific notation as spreadsheets write it: `1.23457E+15`. */
export function isExponent(text: string): boolean {
  return /^\d(?:[.,]\d+)?E[+-]\d{1,3}$/i.test(text);
}

const EXPONENT = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Whether a cell holds more than one phone number: `+49 30 123456; +49 151 12345678`. */
export function isTwoNumbers(text: string): boolean {
  const parts = text.split(
    /[;,|&\n]|\s(?:or|and|oder|und|ou|et|o|y|e|of|en|lub|eller|och)\s|\/(?=\s*(?:\+|00))/i,
  );
  return parts.filter((part) => part.replace(/\D/g, '').length >= MIN_DIGITS).length > 1;
}

const MIN_DIGITS = 7;

/**
 * Undoes what spreadsheets and exports do to phone numbers: `4.915112345678E+12`, `4915112345678.0`, and labels such as
 * `Mobil: +49…`, `+49… (privat)`, `p:+49…`.
 */
export function restoreDigits(text: string): string {
  const exponent = EXPONENT.exec(text);
  if (exponent && !isRounded(text)) {
    const [, first = '', rest = '', power = ''] = exponent;
    return (first + rest).slice(0, Number(power) + 1);
  }
  return text
    .replace(/^(\+?\d{5,})[.,]0+$/, '$1')
    .replace(LABEL_BEFORE, '')
    .replace(LABEL_BEHIND, '')
    .replace(/[\s,;.]+$/, '');
}

/** Only words for the kind of number: others, such as "do not call", matter. */
const KIND =
  '(?:tel|telefon|telephone|téléphone|phone|mobil|mobile|mob|handy|cell|gsm|portable|privat|private|[mtpc])';
const LABEL_BEFORE = new RegExp(`^${KIND}(?:\\.?:|\\.|\\s)\\s*(?=[+(\\d])`, 'i');
const LABEL_BEHIND = new RegExp(`\\s*\\(${KIND}\\.?\\)$`, 'i');
