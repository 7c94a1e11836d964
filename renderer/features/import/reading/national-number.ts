// The full tables: a country code that is only assumed must make a number that is beyond doubt.
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { NationalReading } from './national-reading.ts';

/** `4.91511E+12` with fewer digits than it had: they are gone for good. */
export function isRounded(text: string): boolean {
  const exponent = EXPONENT.exec(text);
  return exponent !== null && (exponent[2] ?? '').length < Number(exponent[3]);
}

const EXPONENT = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Whether a cell holds more than one number: `+49 30 123456; +49 151 12345678`. */
export function isTwoNumbers(text: string): boolean {
  const parts = text.split(
    /[;,|&\n]|\s(?:or|and|oder|und|ou|et|o|y|e|of|en|lub|eller|och)\s|\/(?=\s*(?:\+|00))/i,
  );
  return parts.filter((part) => part.replace(/\D/g, '').length >= FEWEST_DIGITS).length > 1;
}

const FEWEST_DIGITS = 7;

/**
 * A number as spreadsheets and exports disfigure it, in digits again: `4.915112345678E+12`, `4915112345678.0`; without
 * the words around it: `Mobil: +49…`, `+49… (privat)`, `p:+49…`.
 */
export function restoredDigits(text: string): string {
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

/** Only words that say what kind of number it is: others, such as "do not call", matter. */
const KIND =
  '(?:tel|telefon|telephone|téléphone|phone|mobil|mobile|mob|handy|cell|gsm|portable|privat|private|[mtpc])';
const LABEL_BEFORE = new RegExp(`^${KIND}(?:\\.?:|\\.|\\s)\\s*(?=\\+)`, 'i');
const LABEL_BEHIND = new RegExp(`\\s*\\(${KIND}\\.?\\)$`, 'i');

/** A number as it is to be judged. */
export interface CompletedNumber {
  readonly text: string;
  /** The country code was assumed, and no such number is handed out there; for reading. */
  readonly doubtful: string | null;
}

/**
 * The number with its country code, where it has none and the reading tells it; else as it is. One that begins with
 * the country's own code, or is none of the country but begins with another's, only lost its plus.
 */
export function completedNumber(text: string, reading: NationalReading): CompletedNumber {
  const typed = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^tel:/i, '')
    .trim();
  if (reading === null || /^\(?\s*(\+|00)/.test(typed) || !/\d/.test(typed)) return { text, doubtful: null };
  const ofCountry =
    reading === '+'
      ? parsePhoneNumberFromString(`+${typed}`, { extract: false })
      : parsePhoneNumberFromString(typed, { defaultCountry: reading, extract: false });
  const hasOwnCode = reading !== '+' && typed.startsWith(getCountryCallingCode(reading));
  if ((hasOwnCode || !ofCountry?.isValid()) && numberWithoutPlus(typed) !== undefined) {
    return { text: `+${typed}`, doubtful: null };
  }
  if (!ofCountry) return { text, doubtful: null };
  const international = ofCountry.formatInternational();
  return { text: international, doubtful: ofCountry.isValid() ? null : international };
}

/** The number it would be if a spreadsheet had taken its plus away, for reading; undefined where it would be none. */
export function numberWithoutPlus(text: string): string | undefined {
  const digits = text.trim();
  if (!/^[1-9][\d\s()./-]{7,}$/.test(digits)) return undefined;
  const parsed = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  return parsed?.isValid() && !parsed.ext ? parsed.formatInternational() : undefined;
}
