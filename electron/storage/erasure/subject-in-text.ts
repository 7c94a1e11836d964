import { parseForWriting } from '../../../shared/exact-json.ts';
import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import type { Json } from '../../../shared/request.ts';
import { folded } from '../requests/folded.ts';
import { BETWEEN_DIGITS } from './person.ts';
import { LOCAL_DIGITS, type Subject } from './subject.ts';

const ERASED = '[erased]';

/** Finds the subject in folded texts. Undefined where there is nothing to look for. */
export function subjectPattern({ names, phones, local, links }: Subject): RegExp | undefined {
  const patterns = [
    ...links.map(linkPattern),
    ...names.flatMap(namePatterns),
    ...names.flatMap(encodedPatterns),
    ...phones.map(phonePattern),
    ...local.flatMap(localPatterns),
  ].filter((pattern) => pattern !== '');
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gu');
}

/** The text without the subject; the same text where it is not in it. */
export function withoutSubject(pattern: RegExp, whole: string): string {
  // Most texts do not hold it, and this finds so without looking at each letter's place.
  if (folded(whole).search(pattern) < 0) return whole;
  const { text, places } = foldedWithPlaces(whole);
  let [kept, from] = ['', 0];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const [begin, end] = [places[index] ?? 0, places[index + found.length] ?? whole.length];
    kept += `${whole.slice(from, begin)}${ERASED}`;
    from = end;
  }
  return kept + whole.slice(from);
}

/** What Callboard itself wrote into JSON is no text of anybody's, even where a person is called Los Angeles. */
export const CODES: ReadonlySet<string> = new Set([
  'code',
  'by',
  'about',
  'verdict',
  'timeZone',
  'field',
  'state',
  'country',
]);
const NONE: ReadonlySet<string> = new Set();

/** The same in every text of a list or an object of JSON; what is neither is a text itself. `codes`: but for these. */
export function withoutSubjectInJson(pattern: RegExp, whole: string, codes = NONE): string {
  const value = structureOf(whole);
  if (value === undefined) return withoutSubject(pattern, whole);
  const without = withoutSubjectIn(pattern, value, codes);
  return JSON.stringify(without) === JSON.stringify(value) ? whole : JSON.stringify(without);
}

function structureOf(whole: string): Json | undefined {
  try {
    // Numbers stay as they were written.
    const value = parseForWriting(whole);
    return isStructure(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStructure(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value);
}

function withoutSubjectIn(pattern: RegExp, value: Json, codes: ReadonlySet<string>): Json {
  if (typeof value === 'string') return withoutSubject(pattern, value);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((each: Json) => withoutSubjectIn(pattern, each, codes));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      codes.has(name) ? each : withoutSubjectIn(pattern, each, codes),
    ]),
  );
}

/** What is one letter to a reader: with its marks, and a Korean syllable with its parts. */
const LETTER = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/gu;

/** A folded text, and for each of its characters where in the text as it was the letter begins. */
function foldedWithPlaces(whole: string): { readonly text: string; readonly places: readonly number[] } {
  let text = '';
  const places: number[] = [];
  for (const { 0: letter, index } of whole.matchAll(LETTER)) {
    const plain = folded(letter);
    text += plain;
    for (let each = 0; each < plain.length; each += 1) places.push(index);
  }
  places.push(whole.length);
  return { text, places };
}

const LETTER_BEFORE = '(?<![\\p{L}\\p{N}\\p{M}])';
const LETTER_AFTER = '(?![\\p{L}\\p{N}\\p{M}])';
const APOSTROPHES = /['’ʼ]+/g;

/** Between the words of a name: blanks, also of an address, or one sign, as in the names of files. */
const BETWEEN_WORDS = '(?:\\s+|%20|[^\\p{L}\\p{N}\\s])';
/** The same where the name itself has signs there: quotes, for example, are written in many ways. */
const BETWEEN_WORDS_WITH_SIGNS = '(?:[^\\p{L}\\p{N}]{1,8})';
const BEFORE_FIRST_NAMES = `(?:\\s*,\\s*|${BETWEEN_WORDS})`;

/** In any case, with or without accents, and with the last word first. */
function namePatterns(name: string): string[] {
  const plain = folded(name.trim());
  const signs = /[^\p{L}\p{N}\p{M}\s'’ʼ.-]/u.test(plain);
  const words = (plain.match(/[\p{L}\p{N}\p{M}'’ʼ]+/gu) ?? [])
    .map((word) => word.replaceAll(/^['’ʼ]+|['’ʼ]+$/g, '').replaceAll(APOSTROPHES, "['’ʼ]?"))
    .filter((word) => word !== '');
  const between = signs ? BETWEEN_WORDS_WITH_SIGNS : BETWEEN_WORDS;
  const [last = '', first] = [words.at(-1), words.slice(0, -1).join(between)];
  return [words.join(between), `${last}${BEFORE_FIRST_NAMES}${first}`].map(
    (pattern) => `${LETTER_BEFORE}${pattern}${LETTER_AFTER}`,
  );
}

/** The digits of what an address has encoded before it are no part of the name. */
const LETTER_BEFORE_ENCODED = `(?:${LETTER_BEFORE}|(?<=%[0-9a-f]{2}))`;

/** As addresses (percent-encoded) and JSON (with the numbers of letters) may write a name. */
function encodedPatterns(name: string): string[] {
  const forms = [name.trim(), name.trim().toLowerCase(), name.trim().toUpperCase()].flatMap((each) => [
    each.normalize('NFC'),
    each.normalize('NFD'),
  ]);
  const blank = '(?:\\s+|%20|\\+|_|-)';
  return [
    ...new Set(
      forms.flatMap((each) => [
        each
          .split(/\s+/)
          .map((word) => escaped(folded(encodeURIComponent(word))))
          .join(blank),
        each
          .split(/\s+/)
          .map((word) => escaped(folded(inNumbers(word))))
          .join(blank),
      ]),
    ),
  ].map((pattern) => `${LETTER_BEFORE_ENCODED}${pattern}${LETTER_AFTER}`);
}

/** With everything beyond ASCII as `\u00eb`. */
function inNumbers(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** In any writing, also without the country code. */
function phonePattern(e164: string): string {
  const [country = '', ...rest] = formatPhoneNumber(e164).split(' ');
  const national = rest.join('').replaceAll(/\D/g, '');
  if (national.length < 6) return `\\+?${spaced(e164.replaceAll(/\D/g, ''))}(?!\\d)`;
  const code = spaced(country.replaceAll(/\D/g, ''));
  return `(?<!\\d)(?:(?:\\+|00)?${code}${BETWEEN_DIGITS}*(?:\\(0\\)\\s*)?|0)?${spaced(national)}(?!\\d)`;
}

/** Without the code of the place, as people write numbers at home. */
function localPatterns(e164: string): string[] {
  const national = formatPhoneNumber(e164).split(' ').slice(1).join('').replaceAll(/\D/g, '');
  const lengths = Array.from(
    { length: Math.max(0, national.length - LOCAL_DIGITS) },
    (_, n) => LOCAL_DIGITS + n,
  );
  return lengths
    .toReversed()
    .map((length) => `(?<!\\d${BETWEEN_DIGITS}{0,3})${spaced(national.slice(-length))}(?!\\d)`);
}

function spaced(digits: string): string {
  return [...digits].join(`${BETWEEN_DIGITS}*`);
}

function linkPattern(link: string): string {
  return `${escaped(folded(link))}(?![\\p{L}\\p{N}])`;
}

function escaped(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
