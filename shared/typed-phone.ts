import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min/es6';
import { problem } from './input-problems.ts';
import { asCalled, parsePhoneNumber, plainCharacters, withoutExtension } from './phone-number.ts';

type ReadPhoneNumber = ReturnType<typeof parsePhoneNumber>;

/**
 * Parses a number that a person typed. One without a country code is read as a number of the workspace's default country
 * (ISO 3166) if that country assigns it and the digits mean no other number with a + in front; else it needs its country
 * code. Without a default country, every number does.
 *
 * Problems: those of {@link parsePhoneNumber}, `phone_not_of_default`, `phone_country_unclear`.
 */
export function parseTypedPhone(text: string, defaultCountry: string | null): ReadPhoneNumber {
  const read = parsePhoneNumber(text);
  if (defaultCountry === null || !isSupportedCountry(defaultCountry)) return read;
  if (read.ok) {
    return read.value.unusual && isOtherwise(text, defaultCountry) ? unclear(defaultCountry) : read;
  }
  return read.problem.code === 'phone_no_country_code'
    ? (nationalNumber(text, defaultCountry) ?? read)
    : read;
}

/** Whether it is a number with the prefix that this country dials abroad, if that is not 00: `001 49 …` in Singapore. */
function isOtherwise(text: string, country: CountryCode): boolean {
  const typed = plainCharacters(text).trim();
  return typed.startsWith('00') && inCountry(typed, country)?.isValid() === true;
}

function unclear(country: CountryCode): ReadPhoneNumber {
  return { ok: false, problem: problem('phone_country_unclear', { country }) };
}

/** Fewer digits after a slash are an extension ("030 123456/78"). */
const MIN_DIGITS_OF_SECOND = 5;

/** The number in its country; undefined if the text starts with a prefix for calls abroad, or with anything but a number. */
function nationalNumber(text: string, country: CountryCode): ReadPhoneNumber | undefined {
  const typed = plainCharacters(text).replace(/^tel:/i, '').trim();
  if (!/^[\d(]/.test(typed) || /^\(?\s*00/.test(typed)) return undefined;
  const [first = '', behind = ''] = typed.split(/\/(.*)/s);
  if (behind.replace(/\D/g, '').length >= MIN_DIGITS_OF_SECOND && inCountry(first, country)?.isValid()) {
    return { ok: false, problem: problem('phone_two_numbers') };
  }
  if (withoutExtension(typed) !== typed) return { ok: false, problem: problem('phone_extension') };
  const read = inCountry(typed, country);
  if (read?.ext) return { ok: false, problem: problem('phone_extension') };
  if (read && read.countryCallingCode !== getCountryCallingCode(country)) return undefined;
  const own = read && asCalled(read, (e164) => parsePhoneNumberFromString(e164, { extract: false }));
  if (!own || !(own.isValid() || read.isValid())) {
    return { ok: false, problem: problem('phone_not_of_default', { country }) };
  }
  const plus = parsePhoneNumberFromString(`+${typed.replace(/\D/g, '')}`, { extract: false });
  const isUnclear =
    plus?.isValid() && plus.number !== own.number && !isWrittenAsNorthAmerican(typed, country);
  return isUnclear ? unclear(country) : parsePhoneNumber(own.number);
}

function inCountry(typed: string, country: CountryCode) {
  return parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
}

/** A number that lacks its country code as one of a country. */
export interface PhoneChoice {
  readonly country: CountryCode;
  /** As it will be dialled, such as +49 1511 2345678. */
  readonly international: string;
}

/** The numbers that a text without a country code can be in these countries (ISO 3166), and with only the + in front. */
export function phoneChoices(text: string, countries: readonly string[]): readonly PhoneChoice[] {
  const typed = plainCharacters(text).trim();
  if (!/^\(?[1-9]|^\(?0(?!\s*0)/.test(typed) || withoutExtension(typed) !== typed) return [];
  const plus = parsePhoneNumberFromString(`+${typed.replace(/\D/g, '')}`, { extract: false });
  const read = [
    ...countries.flatMap((country) =>
      isSupportedCountry(country) ? [{ country, number: inCountry(typed, country) }] : [],
    ),
    { country: plus?.country, number: plus },
  ];
  const choices = read.flatMap(({ country, number }) => {
    const called = number?.isValid() && !number.ext ? parsePhoneNumber(number.number) : undefined;
    return country && called?.ok ? [{ country, international: called.value.international }] : [];
  });
  const isFirst = ({ international }: PhoneChoice) =>
    choices.find((choice) => choice.international === international);
  return choices.filter((choice) => isFirst(choice) === choice);
}

/** `(470) 555-0143`: nobody groups a +47 number like that. */
export function isWrittenAsNorthAmerican(typed: string, country: CountryCode): boolean {
  return (
    getCountryCallingCode(country) === '1' && /^\(?\d{3}\)?[\s./-]{1,2}\d{3}[\s./-]{1,3}\d{4}$/.test(typed)
  );
}
