import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max/es6';
import { isSupportedCountry } from 'libphonenumber-js/min/es6';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import { type ImportProblem, importProblem } from '../../../shared/import-problems.ts';
import { problem } from '../../../shared/input-problems.ts';
import {
  asCalled,
  parsePhoneNumber,
  plainCharacters,
  withCodeOnce,
  withoutExtension,
} from '../../../shared/phone-number.ts';
import { isWrittenAsNorthAmerican } from '../../../shared/typed-phone.ts';

// The full metadata: with an assumed country code, a number must be valid beyond doubt.

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

// The full metadata: with an assumed country code, a number must be valid beyond doubt.

/** Reads a number as a national one; null if it is invalid or has an extension. */
function nationalChoice(typed: string, country: CountryCode, kind: ChoiceKind = 'national') {
  const read = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  const parsed = read && asCalled(read, readE164);
  if (!parsed?.isValid() || parsed.ext || !isSubmittedUnchanged(parsed.number)) return null;
  return choiceFrom(kind, parsed);
}

/** Reads a number as one that only lacks its +; null if that is invalid. */
function plusChoice(typed: string): CellChoice | null {
  if (!/^\(?\s*[1-9]/.test(typed) || !/^[\d\s()./\p{Pd}]{8,}$/u.test(typed)) return null;
  const number = `+${typed.replace(/\D/g, '')}`;
  return choiceOf('plus', number) ?? choiceOf('plus', callKey(number));
}

/** The number without its second country code: `+49 49 151 …`. */
function codeOnceChoice({ countryCallingCode, nationalNumber }: PhoneNumber): CellChoice | null {
  return nationalNumber.startsWith(countryCallingCode) ? choiceOf('once', `+${nationalNumber}`) : null;
}

/** A choice for an E.164 number; null if it is invalid or cannot be submitted unchanged. */
function choiceOf(kind: ChoiceKind, number: string): CellChoice | null {
  const parsed = readE164(number);
  if (!parsed?.isValid()) return null;
  return parsed.number === number || isSubmittedUnchanged(parsed.number) ? choiceFrom(kind, parsed) : null;
}

function readE164(number: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(number, { extract: false });
}

/** Whether the submission schema accepts a number without changing it. */
function isSubmittedUnchanged(e164: string): boolean {
  const taken = parsePhoneNumber(e164);
  return taken.ok && taken.value.e164 === e164;
}

function choiceFrom(kind: ChoiceKind, parsed: PhoneNumber): CellChoice {
  return {
    kind,
    value: parsed.number,
    // Lazy: formatting takes longer than parsing, and few labels are shown.
    get label() {
      return parsed.formatInternational();
    },
    country: parsed.country ?? null,
  };
}

/** The languages whose month names are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'cs', 'tr'];

const SEPARATORS = /[\s,./-]+/;

/** Words beside day, month and year: `24th of November 2026`, `24 de noviembre de 2026`, `den 24. november 2026`. */
const FILLERS = new Set(['of', 'the', 'de', 'del', 'le', 'il', 'den', 'd']);

/**
 * Reads a calendar day as people and spreadsheets write it; an empty text is no day. Nothing is guessed: where day and month
 * could be meant either way, the user chooses, and a year of two digits or a time zone is refused.
 */
export function readDay(text: string): Verdict {
  const bare = withoutTime(text.normalize('NFKC').trim());
  if (bare === '') return { value: '' };
  const days = readingsOf(bare);
  const [only, other] = days;
  if (only === undefined) return { problem: importProblem('no_day', { text }) };
  if (other === undefined || only.value === other.value) return { value: only.value };
  return { problem: importProblem('day_two_readings'), choices: days };
}

/** Whether a text is a date or a time as a workbook stores it (ISO 8601). */
export function isDateOrTime(text: string): boolean {
  return /^(?:\d{4}-\d{2}-\d{2}(?:T.*)?|\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.test(text);
}

/** Without a time of day on this day's own clock; one with a time zone could be another day there. */
function withoutTime(text: string): string {
  return text.replace(/(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?$/i, '');
}

function readingsOf(text: string): readonly CellChoice[] {
  const yearFirst = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst) return choicesOf(['day_first', yearFirst[1], yearFirst[3], yearFirst[4]]);
  const yearLast = /^(\d{1,2})([-./ ])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text);
  if (yearLast) {
    const [, first, , second, year] = yearLast;
    return choicesOf(['day_first', year, second, first], ['month_first', year, first, second]);
  }
  return inWords(text);
}

/** A day with the month's name: `24. November 2026`, `Nov 24, 2026`. */
function inWords(text: string): readonly CellChoice[] {
  const words = text
    .split(SEPARATORS)
    .map(plainWord)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const [month, ...months] = words.flatMap((word) => monthNames().get(word) ?? []);
  const [year, ...years] = words.filter((word) => /^\d{4}$/.test(word));
  const [day, ...days] = words.flatMap((word) => /^(\d{1,2})(?:st|nd|rd|th|er|º)?$/.exec(word)?.[1] ?? []);
  const isWhole = words.length === 3 && months.length + years.length + days.length === 0;
  return isWhole && month !== undefined ? choicesOf(['day_first', year, String(month), day]) : [];
}

type Reading = readonly [
  kind: ChoiceKind,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
];

/** Those of the readings that the calendar has. */
function choicesOf(...readings: readonly Reading[]): readonly CellChoice[] {
  return readings.flatMap(([kind, year = '', month = '', day = '']) => {
    const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const midnight = Date.parse(`${value}T00:00:00Z`);
    // Where there is no 31st, engines may go on to the next month.
    if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(value)) return [];
    return [{ kind, value, label: dayWords(midnight), country: null }];
  });
}

function dayWords(midnight: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(midnight);
}

// Made when first needed: most lists have no such day.
let months: ReadonlyMap<string, number> | undefined;

/** Month names and their abbreviations, without those that mean different months in different languages. */
function monthNames(): ReadonlyMap<string, number> {
  months ??= new Map(
    [...numbersByName()].flatMap(([name, [only, another]]) => {
      return only === undefined || another !== undefined ? [] : [[name, only] as const];
    }),
  );
  return months;
}

function numbersByName(): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      // With a day beside it, as some languages inflect the name.
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let at = 0; at < 12; at += 1) {
        const name = format.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')?.value;
        const key = plainWord(name ?? '');
        const known = byName.get(key) ?? [];
        // Czech abbreviates a month to its number.
        if (/\p{L}/u.test(key) && !known.includes(at + 1)) byName.set(key, [...known, at + 1]);
      }
    }
  }
  return byName;
}

/** In lower case, without accents and the dot of an abbreviation. */
function plainWord(word: string): string {
  return word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/\.$/, '');
}
/** Whether a number lost digits in scientific notation (`4.91511E+12`). */
function isRounded(text: string): boolean {
  const exponent = EXPONENT.exec(text);
  return exponent !== null && (exponent[2] ?? '').length < Number(exponent[3]);
}

/** Whether a text is a number in scientific notation as spreadsheets write it: `1.23457E+15`. */
export function isExponent(text: string): boolean {
  return /^\d(?:[.,]\d+)?E[+-]\d{1,3}$/i.test(text);
}

const EXPONENT = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Whether a cell holds more than one phone number: `+49 30 123456; +49 151 12345678`. */
function isTwoNumbers(text: string): boolean {
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

/** How a choice reads its cell. */
export type ChoiceKind =
  /** A phone number as dialled within the country chosen for numbers without a country code. */
  | 'national'
  /** `national` with a leading zero: spreadsheets drop it, and in some countries it is part of the number. */
  | 'zero'
  /** A phone number that only lacks its +. */
  | 'plus'
  /** A phone number as written, though its country is not known to assign such numbers. */
  | 'written'
  /** A phone number without the second of two country codes. */
  | 'once'
  /** The number by which its country replaced this one, or by which a place in its plan is called from abroad. */
  | 'now'
  /** A name as it is, although it looks garbled. */
  | 'right'
  /** A number as the spreadsheet formats it: `0012`. */
  | 'shown'
  /** A number without its format: `12`. */
  | 'plain'
  /** A day with the day before the month: 3 April for `03/04/2026`. */
  | 'day_first'
  /** A day with the month before the day: 4 March for `03/04/2026`. */
  | 'month_first';

/** One reading of an ambiguous or doubtful cell; the user chooses. */
export interface CellChoice {
  readonly kind: ChoiceKind;
  /** The value to submit; E.164 for a phone number, `2026-04-03` for a day. */
  readonly value: string;
  readonly label: string;
  /** The country of a phone number; null if unknown. */
  readonly country: CountryCode | null;
}

/** How to read numbers without a country code: a country (ISO 3166), `+` if only the plus is missing, null if unknown. */
export type NationalReading = CountryCode | '+' | null;

/** Parses a stored country; null if it is not supported. */
export function rememberedCountry(stored: string | null): CountryCode | null {
  return stored !== null && isSupportedCountry(stored) ? stored : null;
}

/** Parses the value of a select option. */
export function nationalReading(stored: string | null): NationalReading {
  return stored === '+' ? stored : rememberedCountry(stored);
}

/** The result of checking a field's text: a value, or a problem that may offer choices. */
export type Verdict =
  | {
      readonly value: string;
      readonly hint?: ImportProblem;
      /** A phone number's country, if it is not obvious. */
      readonly country?: CountryCode | null;
    }
  | { readonly problem: ImportProblem; readonly choices?: readonly CellChoice[] };
