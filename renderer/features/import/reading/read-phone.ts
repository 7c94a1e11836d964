// The full tables: a country code that is only assumed must make a number that is beyond doubt.
import {
  type CountryCode,
  getCountryCallingCode,
  PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max/es6';
import { problem } from '../../../../shared/input-problems.ts';
import { parsePhoneNumber, plainCharacters } from '../../../../shared/phone-number.ts';
import { inputWords } from '../../../../shared/words/input-words.ts';
import { countryName } from '../../../parts/phone/country-name.ts';
import type { CellChoice } from './cell-choice.ts';
import type { NationalReading } from './national-reading.ts';
import { choiceFrom, choiceOf, nationalChoice, plusChoice, withCodeOnce } from './phone-choices.ts';
import { isRounded, isTwoNumbers, restoredDigits } from './restored-number.ts';
import type { Verdict } from './verdict.ts';

/**
 * Reads a phone number of a file; `reading` says what numbers without a country code are.
 *
 * Ready is only what one reading fits:
 * - A number with + or 00 in front that its country hands out.
 * - A number that the chosen country hands out just so, or without the zero (or 1, or 8) that only counts at home:
 *   `0151 23456789` and `151 12345678` in Germany. The own country code in front changes nothing, where that makes
 *   no number of its own: `393471234567` in Italy.
 * - Where a person said that only the + is missing, a number that is valid with it.
 *
 * To be chosen, never assumed, is all else that could be a number:
 * - What is a number of the chosen country and, with a + in front, another: `447946012345` in Germany, `15123456789`
 *   there too. Written 3-3-4, a number of the North American plan is only that.
 * - What is none of the chosen country, but a number with a + in front: `151 23456789` in Italy.
 * - What is a number of the chosen country only with a zero in front that is part of it: `612345678` in Italy.
 * - What begins with the chosen country's own code and is another number of it: `491511234567` in Germany.
 * - A number with another country's prefix for calls abroad: `011 44 …` with the United States chosen.
 * - A number with its + that its country is not known to hand out, or whose country code stands there twice: a digit too many?
 */
export function readPhone(text: string, reading: NationalReading): Verdict {
  // Most numbers: nothing below would find anything in them, and thousands are read at once.
  if (PLAIN_WITH_CODE.test(text)) return withCountryCode(text);
  const written = problemAsWritten(text);
  if (written !== null) return { problem: written };
  const digits = restoredDigits(text);
  const typed = plainCharacters(digits).replace(/^tel:/i, '').trim();
  const beside = wordsBeside(typed);
  if (beside !== null) return { problem: beside };
  if (/^\(?\s*\+/.test(typed)) return withCountryCode(digits);
  if (isDate(typed)) return { problem: 'This is a date, or looks like one. Enter the phone number.' };
  if (/^\(?\s*00(?=[\s\d(])/.test(typed)) return withAbroadPrefix(digits, typed, reading);
  if (reading === null) return withoutCountry(digits, typed);
  return reading === '+' ? withPlusAlone(digits, typed) : nationalNumber(typed, reading);
}

const PLAIN_WITH_CODE = /^\+\d[\d -]{5,25}\d$/;

/** What no reading would mend. */
function problemAsWritten(text: string): string | null {
  if (text.trim() === '') return 'Enter the phone number.';
  if (isRounded(text)) {
    return 'The spreadsheet has rounded this number. Format the column as text there.';
  }
  if (!/\d/.test(text.normalize('NFKC'))) return 'This is no phone number. Enter it.';
  if (isTwoNumbers(text)) return 'These are two phone numbers. Enter one.';
  return text.length > 60 ? 'This is too long for a phone number.' : null;
}

/** Letters that are not part of an extension, which has words of its own. */
function wordsBeside(typed: string): string | null {
  const words = typed.match(/\p{L}+/gu) ?? [];
  const [only, another] = words;
  if (only === undefined) return null;
  if (EXTENSION.test(typed)) return 'Extensions cannot be called. Enter a direct number.';
  return only.length === 1 && another === undefined
    ? `There is a letter among the digits: ${only}. Check the number.`
    : 'There are words beside the number. Look at them, then enter the number alone.';
}

const EXTENSION = /(?:ext(?:ension)?|x|durchwahl|dw|poste|app(?:arat)?)\.?[\s:]*=?\s*\d{1,6}$/i;

function isDate(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(typed) || /^\d{1,2}([./])\d{1,2}\1(?:\d{2}|\d{4})$/.test(typed);
}

function withCountryCode(text: string): Verdict {
  const parsed = parsePhoneNumber(text);
  if (!parsed.ok) return { problem: inputWords(parsed.problem) };
  const { e164, country } = parsed.value;
  const known = knownNumber(text, e164, country);
  if (!known) return { problem: NO_NUMBER };
  const once = withCodeOnce(known);
  if (once) {
    return chosenOf([choiceFrom('written', known), once], 'Does the country code stand there twice?');
  }
  if (known.number === e164 && known.isValid()) return { value: e164 };
  const where = known.country ? countryName(known.country) : 'any country';
  return chosenOf(
    [choiceFrom('written', known)],
    `No usual number of ${where}. Check the digits; choose it if they are right.`,
  );
}

/**
 * A number as the full tables know it. One that was read as its digits stand there is not read again, which would take as
 * long as the first time; of others more may be left away, such as a second zero.
 */
function knownNumber(text: string, e164: string, country: CountryCode | undefined): PhoneNumber | undefined {
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (`+${digits}` !== e164) return parsePhoneNumberFromString(e164, { extract: false });
  const known = new PhoneNumber(e164);
  if (country !== undefined) known.country = country;
  return known;
}

/** `00` is a + in most countries; in some, more digits belong to the prefix, and another number comes of it. */
function withAbroadPrefix(text: string, typed: string, reading: NationalReading): Verdict {
  const own = reading !== null && reading !== '+' ? nationalChoice(typed, reading) : null;
  const verdict = withCountryCode(text);
  if (!own) return verdict;
  if ('problem' in verdict) {
    return chosenOf([...(verdict.choices ?? []), own], `Choose what ${typed.slice(0, 3)} in front means.`);
  }
  if (verdict.value === own.value) return verdict;
  const written = choiceOf('written', verdict.value);
  return chosenOf(written ? [written, own] : [own], 'This can be read in two ways. Choose one.');
}

function withoutCountry(text: string, typed: string): Verdict {
  const plus = plusChoice(typed);
  if (plus) return chosenOf([plus], 'No country code. Choose this if only the + is missing.');
  const parsed = parsePhoneNumber(text);
  return { problem: parsed.ok ? NO_NUMBER : inputWords(parsed.problem) };
}

const NO_NUMBER = inputWords(problem('phone_incomplete'));

function withPlusAlone(text: string, typed: string): Verdict {
  const plus = plusChoice(typed);
  if (plus) return { value: plus.value, country: plus.country };
  const parsed = parsePhoneNumber(text);
  return { problem: parsed.ok ? NO_NUMBER : inputWords(parsed.problem) };
}

function nationalNumber(typed: string, country: CountryCode): Verdict {
  if (isBesideSlash(typed, country)) return { problem: 'These are two phone numbers. Enter one.' };
  const own = nationalChoice(typed, country);
  const plus = own && hasNoPlusReading(typed, own, country) ? null : plusChoice(typed);
  const zero = /^\D*0/.test(typed) ? null : nationalChoice(`0${typed}`, country, 'zero');
  const choices = [own, zero, plus].filter((choice) => choice !== null);
  const different = choices.filter(
    ({ value }, at) => choices.findIndex((choice) => choice.value === value) === at,
  );
  const [first, another] = different;
  if (!first) return { problem: `${countryName(country)} has no such number. Check the digits.` };
  if (another) return chosenOf(different, 'This can be read in several ways. Choose one.');
  if (first.kind === 'zero')
    return chosenOf(different, `A number of ${countryName(country)} only with a zero in front.`);
  if (first.kind === 'plus') {
    return chosenOf(
      different,
      `${countryName(country)} has no such number. Choose this if only the + is missing.`,
    );
  }
  const code = getCountryCallingCode(country);
  if (
    !first.value.startsWith(`+${code}`) ||
    !isGroupedSo(typed, first.value) ||
    hasCodeAndTooFew(typed, first.value, code)
  ) {
    return chosenOf(different, 'Choose this if that is the number, or enter it with its country code.');
  }
  if (first.country === null || first.country === country) return { value: first.value };
  return {
    value: first.value,
    country: first.country,
    hint: `This is a number of ${countryName(first.country)}.`,
  };
}

/** "030 1234567/654321" are two numbers that would be dialled as one. */
function isBesideSlash(typed: string, country: CountryCode): boolean {
  const [first = '', behind = ''] = typed.split(/\/(.*)/s);
  return behind.replace(/\D/g, '').length >= 5 && nationalChoice(first, country) !== null;
}

/** Whether a + in front would make nothing else of it than the country's own number. */
function hasNoPlusReading(typed: string, own: CellChoice, country: CountryCode): boolean {
  return own.value === `+${typed.replace(/\D/g, '')}` || isWrittenAsNorthAmerican(typed, country);
}

/** `(470) 555-0143`: with +47 in front nobody would write it so. */
function isWrittenAsNorthAmerican(typed: string, country: CountryCode): boolean {
  return (
    getCountryCallingCode(country) === '1' && /^\(?\d{3}\)?[\s./-]{1,2}\d{3}[\s./-]{1,3}\d{4}$/.test(typed)
  );
}

/**
 * Whether the groups of digits can be those of a number that has its country code without a +, if it is one: the code
 * stands alone or nothing does. `151 23456789` is no number of the United States that anybody would write so.
 */
function isGroupedSo(typed: string, e164: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (`+${digits}` !== e164) return true;
  const [first = ''] = typed.match(/\d+/) ?? [];
  const code = parsePhoneNumberFromString(e164, { extract: false })?.countryCallingCode;
  return first === digits || first === code;
}

/**
 * `49 1511 234567` is a number of Leer in Germany, and more likely a mobile one of which the + and a digit are missing. Where
 * mobile numbers begin like the country's code, as in India, that tells nothing.
 */
function hasCodeAndTooFew(typed: string, e164: string, code: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (!digits.startsWith(code) || e164 !== `+${code}${digits}`) return false;
  if (parsePhoneNumberFromString(e164, { extract: false })?.getType() === 'MOBILE') return false;
  return parsePhoneNumberFromString(`+${digits}`, { extract: false })?.isPossible() ?? false;
}

function chosenOf(choices: readonly CellChoice[], problem: string): Verdict {
  // In words that can be sent to another thread: what is computed on demand cannot.
  return { problem, choices: choices.map((choice) => ({ ...choice })) };
}
