// The full metadata: with an assumed country code, a number must be valid beyond doubt.
import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max/es6';
import { callKey, spellingsOf } from '../../../../shared/call-key.ts';
import { type ImportProblem, importProblem } from '../../../../shared/import-problems.ts';
import { problem } from '../../../../shared/input-problems.ts';
import {
  parsePhoneNumber,
  plainCharacters,
  withCodeOnce,
  withoutExtension,
} from '../../../../shared/phone-number.ts';
import type { CellChoice } from './cell-choice.ts';
import type { NationalReading } from './national-reading.ts';
import { choiceFrom, choiceOf, codeOnceChoice, nationalChoice, plusChoice } from './phone-choices.ts';
import { isRounded, isTwoNumbers, restoreDigits } from './restore-digits.ts';
import type { Verdict } from './verdict.ts';

/**
 * Reads a phone number of a file; `reading` says how to read numbers without a country code.
 *
 * A number is ready if it can be read in only one way:
 * - With + or 00, a number that its country assigns.
 * - A number that the chosen country assigns, with or without the trunk prefix (0, 1 or 8): `0151 23456789` and
 *   `151 12345678` in Germany. It may also start with the country's own code, unless that makes another valid number:
 *   `393471234567` in Italy.
 * - If the user said that only the + is missing, a number that is valid with it.
 *
 * The user chooses, and nothing is assumed, for:
 * - A number of the chosen country that is another number with a +: `447946012345` and `15123456789` in Germany. A
 *   North American number written 3-3-4 is only that.
 * - A number that is invalid in the chosen country, but valid with a +: `151 23456789` in Italy.
 * - A number that is valid in the chosen country only with a leading zero: `612345678` in Italy.
 * - A number that starts with the chosen country's own code and is another number there: `491511234567` in Germany.
 * - A number with an international prefix other than 00: `011 44 …` with the United States chosen.
 * - A number with + that its country is not known to assign, or with the country code twice.
 */
export function readPhone(cell: string, reading: NationalReading): Verdict {
  // Fast path: most numbers need none of the checks below.
  if (PLAIN_WITH_CODE.test(cell)) return withCountryCode(cell);
  const text = plainCharacters(cell);
  const written = problemAsWritten(text);
  if (written !== null) return { problem: written };
  const digits = restoreDigits(text);
  const typed = digits.replace(/^tel:/i, '').trim();
  if (isDate(typed)) return { problem: importProblem('phone_is_date') };
  const beside = wordsBeside(typed);
  if (beside !== null) return { problem: beside };
  if (/^\(?\s*\+/.test(typed)) return withCountryCode(digits);
  if (/^\(?\s*00(?=[\s\d(])/.test(typed)) return withAbroadPrefix(digits, typed, reading);
  if (reading === null) return withoutCountry(digits, typed);
  return reading === '+' ? withPlusAlone(digits, typed) : nationalNumber(typed, reading);
}

const PLAIN_WITH_CODE = /^\+\d[\d -]{5,25}\d$/;

/** Problems that no reading can solve. */
function problemAsWritten(text: string): ImportProblem | null {
  if (text.trim() === '') return problem('phone_missing');
  if (isRounded(text)) return importProblem('phone_rounded');
  if (!/\d/.test(text)) return importProblem('phone_without_digits');
  if (isTwoNumbers(text)) return problem('phone_two_numbers');
  return text.length > 60 ? problem('phone_too_long') : null;
}

/** The problem of a number with letters or an extension. */
function wordsBeside(typed: string): ImportProblem | null {
  if (withoutExtension(typed) !== typed) return problem('phone_extension');
  const words = typed.match(/\p{L}+/gu) ?? [];
  const [only, another] = words;
  if (only === undefined) return null;
  return only.length === 1 && another === undefined
    ? importProblem('phone_with_letter', { text: only })
    : importProblem('phone_with_words');
}

function isDate(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(typed) || /^\d{1,2}([./])\d{1,2}\1(?:\d{2}|\d{4})$/.test(typed);
}

function withCountryCode(text: string): Verdict {
  const parsed = parsePhoneNumber(text);
  if (!parsed.ok) {
    const once = parsed.problem.code === 'phone_code_twice' ? withCodeOnce(text) : null;
    if (once === null) return { problem: parsed.problem };
    const digits = text.replace(/\D/g, '').replace(/^00/, '');
    const choices = [choiceOf('written', `+${digits}`), choiceOf('once', once)];
    return chosenOf(
      choices.filter((choice) => choice !== null),
      parsed.problem,
    );
  }
  const { e164 } = parsed.value;
  const known = parsePhoneNumberFromString(e164, { extract: false });
  if (!known) return { problem: NO_NUMBER };
  const once = codeOnceChoice(known);
  if (once) return chosenOf([choiceFrom('written', known), once], problem('phone_code_twice'));
  if (known.number === e164 && known.isValid()) return { value: e164 };
  const unusual = importProblem('phone_unusual', { country: known.country ?? null });
  const now = choiceOf('now', callKey(e164));
  return chosenOf([...(now && now.value !== e164 ? [now] : []), choiceFrom('written', known)], unusual);
}

/** `00` means + in most countries; in some the international prefix is longer, which gives another number. */
function withAbroadPrefix(text: string, typed: string, reading: NationalReading): Verdict {
  const own = reading !== null && reading !== '+' ? nationalChoice(typed, reading) : null;
  const verdict = withCountryCode(text);
  if (!own) return verdict;
  if ('problem' in verdict) {
    const unclear = importProblem('phone_prefix_unclear', { prefix: typed.slice(0, 3) });
    return chosenOf([...(verdict.choices ?? []), own], unclear);
  }
  if (verdict.value === own.value) return verdict;
  const written = choiceOf('written', verdict.value);
  return chosenOf(written ? [written, own] : [own], importProblem('phone_two_readings'));
}

function withoutCountry(text: string, typed: string): Verdict {
  const plus = plusChoice(typed);
  if (plus) return chosenOf([plus], importProblem('phone_plus_missing'));
  const parsed = parsePhoneNumber(text);
  return { problem: parsed.ok ? NO_NUMBER : parsed.problem };
}

const NO_NUMBER = problem('phone_incomplete');

function withPlusAlone(text: string, typed: string): Verdict {
  const plus = plusChoice(typed);
  if (plus) return { value: plus.value, country: plus.country };
  const parsed = parsePhoneNumber(text);
  return { problem: parsed.ok ? NO_NUMBER : parsed.problem };
}

function nationalNumber(typed: string, country: CountryCode): Verdict {
  if (isBesideSlash(typed, country)) return { problem: problem('phone_two_numbers') };
  const own = nationalChoice(typed, country);
  const plus = own && hasNoPlusReading(typed, own, country) ? null : plusChoice(typed);
  const zero = /^\D*0/.test(typed) ? null : nationalChoice(`0${typed}`, country, 'zero');
  const choices = [own, zero, plus].filter((choice) => choice !== null);
  const different = choices.filter(
    ({ value }, at) => choices.findIndex((choice) => choice.value === value) === at,
  );
  const [first, another] = different;
  if (!first) return { problem: importProblem('phone_not_of_country', { country }) };
  if (another) return chosenOf(different, importProblem('phone_several_readings'));
  if (first.kind === 'zero') return chosenOf(different, importProblem('phone_zero_missing', { country }));
  if (first.kind === 'plus') {
    return chosenOf(different, importProblem('phone_not_of_country_or_plus', { country }));
  }
  const code = getCountryCallingCode(country);
  if (
    !spellingsOf(first.value).some((each) => each.startsWith(`+${code}`)) ||
    !isGroupedSo(typed, first.value) ||
    hasCodeAndTooFew(typed, first.value, code)
  ) {
    return chosenOf(different, importProblem('phone_to_confirm'));
  }
  if (first.country === null || first.country === country) return { value: first.value };
  return {
    value: first.value,
    country: first.country,
    hint: importProblem('phone_of_country', { country: first.country }),
  };
}

/** "030 1234567/654321" is two numbers that would be dialled as one. */
function isBesideSlash(typed: string, country: CountryCode): boolean {
  const [first = '', behind = ''] = typed.split(/\/(.*)/s);
  return behind.replace(/\D/g, '').length >= 5 && nationalChoice(first, country) !== null;
}

/** Whether a + would make no other number than the chosen country's. */
function hasNoPlusReading(typed: string, own: CellChoice, country: CountryCode): boolean {
  return own.value === `+${typed.replace(/\D/g, '')}` || isWrittenAsNorthAmerican(typed, country);
}

/** `(470) 555-0143`: nobody groups a +47 number like that. */
function isWrittenAsNorthAmerican(typed: string, country: CountryCode): boolean {
  return (
    getCountryCallingCode(country) === '1' && /^\(?\d{3}\)?[\s./-]{1,2}\d{3}[\s./-]{1,3}\d{4}$/.test(typed)
  );
}

/**
 * Whether the grouping fits a number written with its country code but without +: the code is a group of its own, or
 * there are no groups. Nobody writes a United States number as `151 23456789`.
 */
function isGroupedSo(typed: string, e164: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (`+${digits}` !== e164) return true;
  const [first = ''] = typed.match(/\d+/) ?? [];
  const code = parsePhoneNumberFromString(e164, { extract: false })?.countryCallingCode;
  return first === digits || first === code;
}

/**
 * Whether a national number is more likely an international one without its + and a digit: `49 1511 234567` is a number
 * in Leer, Germany. Mobile numbers may start like the country code, as in India, so they do not count.
 */
function hasCodeAndTooFew(typed: string, e164: string, code: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (!digits.startsWith(code) || e164 !== `+${code}${digits}`) return false;
  if (parsePhoneNumberFromString(e164, { extract: false })?.getType() === 'MOBILE') return false;
  return parsePhoneNumberFromString(`+${digits}`, { extract: false })?.isPossible() ?? false;
}

function chosenOf(choices: readonly CellChoice[], doubt: ImportProblem): Verdict {
  // Spread to evaluate the lazy labels: getters cannot be posted to another thread.
  return { problem: doubt, choices: choices.map((choice) => ({ ...choice })) };
}
