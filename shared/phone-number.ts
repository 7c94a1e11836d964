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
  /** For reading, such as +49 1511 2345678. */
  readonly international: string;
  /** ISO 3166 country, where the number tells. */
  readonly country: CountryCode | undefined;
  /** True when the country is not known to hand out such numbers: worth a second look, no reason to refuse. */
  readonly unusual: boolean;
}

/** A number that was read, or why it is none. */
export type ReadPhoneNumber =
  | { readonly ok: true; readonly value: PhoneNumber }
  | { readonly ok: false; readonly problem: InputProblem };

/**
 * Reads a telephone number in any formatting. The country code is demanded ("+" or "00" first), because a number
 * without one could ring a stranger in another country. The length must be one the country has; a number outside
 * the ranges in the tables is accepted and marked unusual, for the tables lag behind what operators hand out.
 *
 * Problems: `phone_missing`, `phone_no_country_code`, `phone_two_numbers`, `phone_extension`, `phone_incomplete`.
 */
export function parsePhoneNumber(text: string): ReadPhoneNumber {
  const typed = plainCharacters(text).trim();
  if (typed === '') return no('phone_missing');
  const withPlus = typed
    .replace(/^tel:/i, '')
    .replace(/^\(?\s*00(?=[\s\d(])/, '+')
    .replace(/^\(\s*\+/, '+(');
  if (!withPlus.startsWith('+')) {
    return no('phone_no_country_code');
  }
  const number = withPlus.replace(/^\+\(/, '+');
  if (number.includes('/') && isTwoNumbers(number)) {
    return no('phone_two_numbers');
  }
  const bare = number.replace(/[ -]/g, '');
  if (isPossibleAsItStands(bare)) return { ok: true, value: new KnownNumber(bare) };
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (!parsed?.isPossible() || parsed.ext) {
    return no(parsed?.ext ? 'phone_extension' : 'phone_incomplete');
  }
  return { ok: true, value: new KnownNumber(parsed.number, parsed) };
}

/** Most numbers: whether the library would take these digits as they stand, whichever country of their code they are from. */
function isPossibleAsItStands(e164: string): boolean {
  const planned = plannedNumber(e164);
  return planned?.plan.lengths.includes(planned.digits.length) ?? false;
}

/** All but the digits is looked up only when asked for: over thousands of numbers that takes longer than reading them. */
class KnownNumber implements PhoneNumber {
  readonly e164: string;
  /** As the library read it, where it had to. */
  private readonly read: LibraryNumber | undefined;

  constructor(e164: string, read?: LibraryNumber) {
    this.e164 = e164;
    this.read = read;
  }

  get international(): string {
    return this.whole?.formatInternational() ?? this.e164;
  }

  get country(): CountryCode | undefined {
    const [only, another] = this.read ? [] : (plannedNumber(this.e164)?.plan.countries ?? []);
    return another === undefined && only !== undefined ? only : this.whole?.country;
  }

  get unusual(): boolean {
    return this.whole?.isValid() !== true;
  }

  private get whole(): LibraryNumber | undefined {
    return this.read ?? parsePhoneNumberFromString(this.e164, { extract: false });
  }
}

function no(code: Extract<Plain<InputValues>, `phone_${string}`>): ReadPhoneNumber {
  return { ok: false, problem: problem(code) };
}

/** So many digits behind a slash are no extension ("123456/78") any more. */
const FEWEST_DIGITS_OF_ANOTHER = 5;

/** "+49 30/123456" is one number, "+49 30 1234567/654321" two that would be dialled as one. */
function isTwoNumbers(text: string): boolean {
  const [first = '', behind = ''] = text.split(/\/(.*)/s);
  if (behind.replace(/\D/g, '').length < FEWEST_DIGITS_OF_ANOTHER) return false;
  return parsePhoneNumberFromString(first, { extract: false })?.isValid() ?? false;
}

/**
 * Digits and signs in their plain forms, without the invisible marks of direction (Cf) that address books put around a
 * number: nobody can see or remove those. Most numbers are typed so.
 */
export function plainCharacters(text: string): string {
  return /[\u0080-\uFFFF]/.test(text) ? text.normalize('NFKC').replace(/\p{Cf}/gu, '') : text;
}

/** A stored number as people read it; what does not parse (older data) is shown as it is. */
export function formatPhoneNumber(e164: string): string {
  return internationalFormat(e164) ?? parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
