import { parseForWriting } from '../../../shared/exact-json.ts';
import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import type { Json } from '../../../shared/request.ts';
import type { Subject } from '../../privacy/ports.ts';
import { folded } from '../requests/search.ts';
import { BETWEEN_DIGITS, FEWEST_DIGITS } from './person.ts';

/** What an erasure leaves in place of a mention. */
export const ERASED = '[erased]';

/** Whether somebody was taken out of a text since it was as `before`. */
export function isWithoutSomebody(before: string, after: string): boolean {
  return before !== '' && after.split(ERASED).length > before.split(ERASED).length;
}

/** A pattern that finds the subject in folded text; undefined for an empty subject. */
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

/** The text with each mention of the subject replaced; unchanged without one. */
export function withoutSubject(pattern: RegExp, whole: string): string {
  let [kept, from] = ['', 0];
  for (const [begin, end] of placesIn(pattern, whole)) {
    kept += `${whole.slice(from, begin)}${ERASED}`;
    from = end;
  }
  return kept + whole.slice(from);
}

/** The mentions of the subject in a text, or in the strings of JSON, as they are written there; each way once. */
export function mentionedIn(pattern: RegExp, whole: string): string[] {
  const texts = stringsIn(structureOf(whole) ?? whole);
  const found = texts.flatMap((text) =>
    placesIn(pattern, text).map(([begin, end]) => text.slice(begin, end)),
  );
  return [...new Set(found)];
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return [];
  return Object.values(value).flatMap((inner: Json) => stringsIn(inner));
}

/** Where a text mentions the subject. */
function placesIn(pattern: RegExp, whole: string): (readonly [begin: number, end: number])[] {
  // Fast path for the many texts without a mention, which need no offsets.
  if (folded(whole).search(pattern) < 0) return [];
  const { text, offsets } = foldedWithOffsets(whole);
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [
    offsets[index] ?? 0,
    offsets[index + found.length] ?? whole.length,
  ]);
}

/** JSON properties whose values are Callboard's own codes and stay, even if a person is called Los Angeles. */
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

/** The same for each string in a JSON list or object, except `codes`; any other text is treated as a plain string. */
export function withoutSubjectInJson(pattern: RegExp, whole: string, codes = NONE): string {
  const value = structureOf(whole);
  if (value === undefined) return withoutSubject(pattern, whole);
  const without = withoutSubjectIn(pattern, value, codes);
  return JSON.stringify(without) === JSON.stringify(value) ? whole : JSON.stringify(without);
}

function structureOf(whole: string): Json | undefined {
  try {
    // Keeps numbers as they were written.
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
  if (Array.isArray(value)) return value.map((item: Json) => withoutSubjectIn(pattern, item, codes));
  const scrubbed = Object.entries(value).map(([name, inner]) =>
    codes.has(name) ? [name, inner] : [name, withoutSubjectIn(pattern, inner, codes)],
  );
  return Object.fromEntries(scrubbed);
}

/** A letter with its combining marks, or a Korean syllable of several jamo. */
const LETTER = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/gu;

/** A folded text, and for each of its characters the offset of its letter in the original. */
function foldedWithOffsets(whole: string): { readonly text: string; readonly offsets: readonly number[] } {
  let text = '';
  const offsets: number[] = [];
  for (const { 0: letter, index } of whole.matchAll(LETTER)) {
    const plain = folded(letter);
    text += plain;
    for (let at = 0; at < plain.length; at += 1) offsets.push(index);
  }
  offsets.push(whole.length);
  return { text, offsets };
}

const LETTER_BEFORE = '(?<![\\p{L}\\p{N}\\p{M}])';
const LETTER_AFTER = '(?![\\p{L}\\p{N}\\p{M}])';
const APOSTROPHES = /['’ʼ]+/g;

/** Between the words of a name: whitespace, also percent-encoded, or one punctuation mark, as in file names. */
const BETWEEN_WORDS = '(?:\\s+|%20|[^\\p{L}\\p{N}\\s])';
/** The same for a name that itself contains punctuation: quotes, for example, vary. */
const BETWEEN_WORDS_WITH_PUNCTUATION = '(?:[^\\p{L}\\p{N}]{1,8})';
const BEFORE_FIRST_NAMES = `(?:\\s*,\\s*|${BETWEEN_WORDS})`;

/** Matches a folded name, also with the last word first. */
function namePatterns(name: string): string[] {
  const plain = folded(name.trim());
  const hasPunctuation = /[^\p{L}\p{N}\p{M}\s'’ʼ.-]/u.test(plain);
  const words = (plain.match(/[\p{L}\p{N}\p{M}'’ʼ]+/gu) ?? [])
    .map((word) => word.replaceAll(/^['’ʼ]+|['’ʼ]+$/g, '').replaceAll(APOSTROPHES, "['’ʼ]?"))
    .filter((word) => word !== '');
  const between = hasPunctuation ? BETWEEN_WORDS_WITH_PUNCTUATION : BETWEEN_WORDS;
  const [last = '', first] = [words.at(-1), words.slice(0, -1).join(between)];
  return [words.join(between), `${last}${BEFORE_FIRST_NAMES}${first}`].map(
    (pattern) => `${LETTER_BEFORE}${pattern}${LETTER_AFTER}`,
  );
}

/** The hex digits of a preceding percent-encoded character don't count as a letter. */
const LETTER_BEFORE_ENCODED = `(?:${LETTER_BEFORE}|(?<=%[0-9a-f]{2}))`;

/** Matches a name percent-encoded, as in URLs, or with Unicode escapes, as in JSON. */
function encodedPatterns(name: string): string[] {
  const trimmed = name.trim();
  const forms = [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase()].flatMap((form) => [
    form.normalize('NFC'),
    form.normalize('NFD'),
  ]);
  const pattern = (form: string, encode: (word: string) => string): string => {
    const words = form.split(/\s+/).map((word) => escaped(folded(encode(word))));
    return `${LETTER_BEFORE_ENCODED}${words.join('(?:\\s+|%20|\\+|_|-)')}${LETTER_AFTER}`;
  };
  return [
    ...new Set(forms.flatMap((form) => [pattern(form, encodeURIComponent), pattern(form, unicodeEscaped)])),
  ];
}

/** With everything beyond ASCII as `\u00eb`. */
function unicodeEscaped(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Matches a number in any format, with or without the country code. */
function phonePattern(e164: string): string {
  const [country = '', ...rest] = formatPhoneNumber(e164).split(' ');
  const national = rest.join('').replaceAll(/\D/g, '');
  if (national.length < 6) return `\\+?${spaced(e164.replaceAll(/\D/g, ''))}(?!\\d)`;
  const code = spaced(country.replaceAll(/\D/g, ''));
  return `(?<!\\d)(?:(?:\\+|00)?${code}${BETWEEN_DIGITS}*(?:\\(0\\)\\s*)?|0)?${spaced(national)}(?!\\d)`;
}

/** Matches a number without its area code. */
function localPatterns(e164: string): string[] {
  const national = formatPhoneNumber(e164).split(' ').slice(1).join('').replaceAll(/\D/g, '');
  const lengths = Array.from(
    { length: Math.max(0, national.length - FEWEST_DIGITS) },
    (_, n) => FEWEST_DIGITS + n,
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
