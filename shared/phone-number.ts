import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type PhoneNumber as LibraryNumber,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min/es6';
import { callKey } from './call-key.ts';
import { type InputProblem, problem } from './input-problems.ts';

/** A telephone number with its country code, normalised. */
export interface PhoneNumber {
  /** E.164, such as +4915112345678: what is stored, compared and sent. */
  readonly e164: string;
  /** Formatted for display, such as +49 1511 2345678. */
  readonly international: string;
  /** ISO 3166 country, if the number tells. */
  readonly country: CountryCode | undefined;
  /** True if no known range of the country contains the number: worth checking, but no reason to reject. */
  readonly unusual: boolean;
}

type ReadPhoneNumber =
  | { readonly ok: true; readonly value: PhoneNumber }
  | { readonly ok: false; readonly problem: InputProblem };

/** "00", but not the "0011" that Australians dial: no calling code begins with 11. */
const ABROAD = /^\(?\s*00[\s./-]*(?!11)(?=[\d(])/;

/**
 * Parses a phone number in any format. A country code ("+" or "00") is required, because a number without one could
 * ring a stranger in another country. The length must be valid for the country; a number outside the known ranges is
 * accepted and marked unusual, because the metadata lag behind newly assigned ranges. One that can only be called by the
 * number its country replaced it by (callKey) is read as that.
 *
 * Problems: `phone_missing`, `phone_no_country_code`, `phone_two_numbers`, `phone_extension`, `phone_code_twice`,
 * `phone_too_many_digits`, `phone_incomplete`.
 */
export function parsePhoneNumber(text: string): ReadPhoneNumber {
  const typed = plainCharacters(text).trim();
  if (typed === '') return failed(problem('phone_missing'));
  const number = internationalNumber(typed);
  if (number === null) return failed(problem('phone_no_country_code'));
  if (number.includes('/') && isTwoNumbers(number)) return failed(problem('phone_two_numbers'));
  if (withCodeOnce(number) !== null) return failed(problem('phone_code_twice'));
  if (withoutExtension(number) !== number) return failed(problem('phone_extension'));
  const written = parsePhoneNumberFromString(number, { extract: false });
  const parsed = withoutTrunkZero(number, written) ?? written;
  if (parsed?.ext) return failed(problem('phone_extension'));
  if (parsed?.isPossible()) return { ok: true, value: new LazyPhoneNumber(parsed) };
  return readAsReplaced(number) ?? failed(lengthProblem(number));
}

/** The text from its country code on, with a +; null without a country code. */
function internationalNumber(typed: string): string | null {
  const withPlus = typed
    .replace(/^tel:/i, '')
    .replace(ABROAD, '+')
    .replace(/^\(\s*\+/, '+(');
  return withPlus.startsWith('+') ? withPlus.replace(/^\+\(/, '+') : null;
}

/** Only digits and what people write between them. */
const DIGITS_ALONE = /^\+[\d\s()./\p{Pd}]+$/u;

/** The number that a country gave its telephone instead of this one, which nobody can call any more. */
function readAsReplaced(number: string): ReadPhoneNumber | null {
  if (!DIGITS_ALONE.test(number)) return null;
  const before = `+${number.replace(/\D/g, '')}`;
  const now = callKey(before);
  const parsed = now === before ? undefined : parsePhoneNumberFromString(now, { extract: false });
  return parsed?.isPossible() ? { ok: true, value: new LazyPhoneNumber(parsed) } : null;
}

/** Of any number (ITU-T E.164). */
const MOST_DIGITS = 15;

/** By calling code: the most digits of a number of any of its countries, with the code. */
const longest = new Map<string, number>();

/** The most digits (E.164, without the +) that a number which starts with these can have. */
function mostDigits(digits: string): number {
  if (longest.size === 0) {
    for (const country of getCountries()) {
      const plan = new Metadata();
      plan.selectNumberingPlan(country);
      const code = getCountryCallingCode(country);
      const lengths = plan.numberingPlan?.possibleLengths() ?? [];
      longest.set(code, Math.max(longest.get(code) ?? 0, ...lengths.map((length) => code.length + length)));
    }
  }
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => longest.has(start));
  return longest.get(code ?? '') ?? MOST_DIGITS;
}

function lengthProblem(number: string): InputProblem {
  const digits = number.replace(/\D/g, '');
  const most = mostDigits(digits);
  return DIGITS_ALONE.test(number) && digits.length > most
    ? problem('phone_too_many_digits', { digits: digits.length, most })
    : problem('phone_incomplete');
}

/** "+49 0049 171 …", "+33 +33 6 …". */
const CODE_AND_PREFIX_TWICE =
  /^\+(\d{1,3})\)?(?:\s*\(?\+|[\s()./\p{Pd}]+00)[\s()./\p{Pd}]*\1(?=[\s\d()./\p{Pd}]+$)/u;
/** "+49 49 171 …". */
const CODE_TWICE = /^\+(\d{1,3})[\s()./\p{Pd}]+\1(?=[\s()./\p{Pd}]+[\d\s()./\p{Pd}]+$)/u;

/**
 * The number (E.164) in a text with its country code twice, with it once; null for other texts, and for numbers whose first
 * group is like their code, such as those of Santa Maria in Brazil.
 */
export function withCodeOnce(text: string): string | null {
  const number = internationalNumber(plainCharacters(text).trim()) ?? '';
  const twice = CODE_AND_PREFIX_TWICE.test(number) ? CODE_AND_PREFIX_TWICE : CODE_TWICE;
  const [found, code] = twice.exec(number) ?? [];
  // In North America, a 1 is dialled before each number; Kazakhstan's numbers start with a 7.
  if (found === undefined || (twice === CODE_TWICE && (code === '1' || code === '7'))) return null;
  const once = parsePhoneNumberFromString(`+${code} ${number.slice(found.length)}`, { extract: false });
  if (!once?.isValid() || once.countryCallingCode !== code) return null;
  const written = twice === CODE_TWICE && parsePhoneNumberFromString(number, { extract: false });
  const isGroupedSo = written && written.formatInternational().split(' ')[1] === code;
  return isGroupedSo ? null : once.number;
}

/** "ext. 12", "x12", "#12", ";12", ",,12", "доб. 12" and what else libphonenumber knows, or German and French people write. */
const EXTENSION =
  /[\s,;]*(?:[,;#~]|(?<!\p{L})(?:e?xt(?:ensi[oó])?n?|x|доб(?:авочный)?|anexo|int(?:erno)?|durchwahl|dw|poste|app(?:arat)?)\s*[.:=]?)\s*\d{1,7}\s*#?\s*$/iu;

/** The text without the extension at its end. */
export function withoutExtension(text: string): string {
  return text.replace(EXTENSION, '');
}

/**
 * A number read by a country's rules as it is called from abroad: by the code of the place in that country's plan that it
 * belongs to (`0690 …` in France is +590), or by the number that replaced it. `parse`: reads E.164.
 */
export function asCalled<T extends Pick<LibraryNumber, 'number' | 'countryCallingCode' | 'isPossible'>>(
  read: T,
  parse: (e164: string) => T | undefined,
): T {
  const key = callKey(read.number);
  const other = key === read.number ? undefined : parse(key);
  if (!other) return read;
  const isElsewhere = other.countryCallingCode !== read.countryCallingCode;
  return isElsewhere || (!read.isPossible() && other.isPossible()) ? other : read;
}

/** "+48 (0) 512 345 678": not dialled from abroad, also where the country has no such zero; undefined where it is part of the number. */
function withoutTrunkZero(number: string, written: LibraryNumber | undefined): LibraryNumber | undefined {
  const trunk = /\(\s*0\s*\)/;
  if (!trunk.test(number) || written?.isValid()) return undefined;
  const bare = parsePhoneNumberFromString(number.replace(trunk, ' '), { extract: false });
  return bare?.isValid() ? bare : undefined;
}

/** Looks up everything but the digits lazily, because that takes longer than parsing, over thousands of numbers. */
class LazyPhoneNumber implements PhoneNumber {
  readonly e164: string;
  readonly country: CountryCode | undefined;
  private readonly read: LibraryNumber;

  constructor(read: LibraryNumber) {
    this.e164 = read.number;
    this.country = read.country;
    this.read = read;
  }

  get international(): string {
    return this.read.formatInternational();
  }

  get unusual(): boolean {
    return !this.read.isValid();
  }
}

function failed(wrong: InputProblem): ReadPhoneNumber {
  return { ok: false, problem: wrong };
}

/** Fewer digits after a slash are an extension ("123456/78"). */
const MIN_DIGITS_OF_SECOND = 5;

/** "+49 30/123456" is one number, "+49 30 1234567/654321" is two. */
function isTwoNumbers(text: string): boolean {
  const [first = '', behind = ''] = text.split(/\/(.*)/s);
  if (behind.replace(/\D/g, '').length < MIN_DIGITS_OF_SECOND) return false;
  return parsePhoneNumberFromString(first, { extract: false })?.isValid() ?? false;
}

/**
 * Normalises digits and signs to ASCII and removes invisible format characters (Cf) that address books add: a person
 * can't see or delete those. Skipped for plain ASCII, the common case.
 */
export function plainCharacters(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text;
  return asciiDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}

/** The text with the digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, asciiDigit);
}

/** A decimal digit of any script as 0 to 9: the ten digits of a script follow each other, and none comes before them. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** A stored number formatted for display; unparsable (older) data is returned unchanged. */
export function formatPhoneNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
