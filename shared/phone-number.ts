import {
  type CountryCode,
  type PhoneNumber as LibraryNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min/es6';
import type { Plain } from './coded.ts';
import { type InputProblem, problem } from './input-problems.ts';
import type { InputValues } from './input-values.ts';
import { internationalFormat } from './international-format.ts';
import { plannedNumber } from './numbering-plan.ts';

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
 * accepted and marked unusual, because the metadata lag behind newly assigned ranges.
 *
 * Problems: `phone_missing`, `phone_no_country_code`, `phone_two_numbers`, `phone_extension`, `phone_incomplete`.
 */
export function parsePhoneNumber(text: string): ReadPhoneNumber {
  // Most come from where they were parsed before.
  if (isPossibleNumber(text)) return { ok: true, value: new LazyPhoneNumber(text) };
  const typed = plainCharacters(text).trim();
  if (typed === '') return failed('phone_missing');
  const withPlus = typed
    .replace(/^tel:/i, '')
    .replace(ABROAD, '+')
    .replace(/^\(\s*\+/, '+(');
  if (!withPlus.startsWith('+')) {
    return failed('phone_no_country_code');
  }
  const number = withPlus.replace(/^\+\(/, '+');
  if (number.includes('/') && isTwoNumbers(number)) {
    return failed('phone_two_numbers');
  }
  const bare = number.replace(/[ -]/g, '');
  if (isPossibleNumber(bare)) return { ok: true, value: new LazyPhoneNumber(bare) };
  const written = parsePhoneNumberFromString(number, { extract: false });
  const parsed = withoutTrunkZero(number, written) ?? written;
  if (!parsed?.isPossible() || parsed.ext) {
    return failed(parsed?.ext ? 'phone_extension' : 'phone_incomplete');
  }
  return { ok: true, value: new LazyPhoneNumber(parsed.number, parsed) };
}

/** "+48 (0) 512 345 678": not dialled from abroad, also where the country has no such zero; undefined where it is part of the number. */
function withoutTrunkZero(number: string, written: LibraryNumber | undefined): LibraryNumber | undefined {
  const trunk = /\(\s*0\s*\)/;
  if (!trunk.test(number) || written?.isValid()) return undefined;
  const bare = parsePhoneNumberFromString(number.replace(trunk, ' '), { extract: false });
  return bare?.isValid() ? bare : undefined;
}

/** Fast path for most numbers: whether the library would accept these digits in every country of their calling code. */
function isPossibleNumber(e164: string): boolean {
  const planned = plannedNumber(e164);
  return planned?.plan.lengths.includes(planned.digits.length) ?? false;
}

/** Looks up everything but the digits lazily, because that takes longer than parsing, over thousands of numbers. */
class LazyPhoneNumber implements PhoneNumber {
  readonly e164: string;
  /** The library's result, if it was needed. */
  private readonly read: LibraryNumber | undefined;

  constructor(e164: string, read?: LibraryNumber) {
    this.e164 = e164;
    this.read = read;
  }

  get international(): string {
    return this.parsed?.formatInternational() ?? this.e164;
  }

  get country(): CountryCode | undefined {
    const [first, second] = this.read ? [] : (plannedNumber(this.e164)?.plan.countries ?? []);
    return second === undefined && first !== undefined ? first : this.parsed?.country;
  }

  get unusual(): boolean {
    return this.parsed?.isValid() !== true;
  }

  private get parsed(): LibraryNumber | undefined {
    return this.read ?? parsePhoneNumberFromString(this.e164, { extract: false });
  }
}

function failed(code: Extract<Plain<InputValues>, `phone_${string}`>): ReadPhoneNumber {
  return { ok: false, problem: problem(code) };
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
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit);
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
  return internationalFormat(e164) ?? parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
