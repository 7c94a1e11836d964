import type { Json } from '../../../shared/request.ts';
import { wordsIn } from './folded.ts';

/**
 * What the search index holds of a request. The index (SQLite's FTS5) knows only which words stand in which document;
 * the kinds of words are told apart by a first character from Unicode's private area, which no text of a person
 * keeps. Beginnings of words are words of their own, so that one to three letters are found as fast as a whole word.
 */
export const BEGINNING = '\uE000';
/** A word of the assessment results: not found by fewer than three letters, which stand in nearly every text. */
export const RESULT = '\uE001';
/** The first three letters of a word of the results. */
export const RESULT_BEGINNING = '\uE004';
/** Four digits in a row of the phone number. */
export const DIGITS = '\uE002';
/** The number of a job description or questionnaire: their names may change without a change to the index. */
export const FACET = '\uE003';

/** Letters of a beginning, at most. */
export const BEGINNING_LETTERS = 3;
export const DIGITS_IN_A_ROW = 4;
/** Results are found by this many letters or more. */
export const FEWEST_RESULT_LETTERS = 3;

/** More different words than this of one result are not looked for: no transcript has them, and indexing must not take seconds. */
export const MOST_WORDS = 100_000;

export interface SearchedRequest {
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly notes: string;
  /** Numbers of job description and questionnaire (`facets.id`). */
  readonly facets: readonly number[];
  readonly results: Json | undefined;
}

/** The words of a request for the index, each once. */
export function searchDocument(request: SearchedRequest): string {
  const words = new Set<string>();
  const own = [...nameWords(request.candidateName), ...wordsIn(request.notes)];
  for (const word of own) {
    for (let length = 1; length <= BEGINNING_LETTERS && length <= word.length; length += 1) {
      words.add(BEGINNING + word.slice(0, length));
    }
    if (word.length > BEGINNING_LETTERS) words.add(word);
  }
  const digits = request.phoneNumber.replaceAll(/\D/g, '');
  // The country code as it is typed, before there are digits enough for a number.
  for (const length of [1, 2]) words.add(BEGINNING + digits.slice(0, length));
  for (const four of inARow(digits)) words.add(DIGITS + four);
  // The last three begin no four.
  words.add(DIGITS + digits.slice(1 - DIGITS_IN_A_ROW));
  for (const id of request.facets) words.add(FACET + id);
  for (const word of resultWords(request.results)) {
    words.add(RESULT_BEGINNING + word.slice(0, FEWEST_RESULT_LETTERS));
    if (word.length > FEWEST_RESULT_LETTERS) words.add(RESULT + word);
  }
  return [...words].join(' ');
}

/** Whether the search knows all words of a stored answer's results; a short one is not looked at. */
export function isFoundByAllWords(answer: string | null, results: Json | undefined): boolean {
  const mayHaveMore = answer !== null && answer.length > MOST_WORDS * FEWEST_RESULT_LETTERS;
  return !mayHaveMore || resultWords(results).size < MOST_WORDS;
}

/** Every four digits in a row. */
export function inARow(digits: string): string[] {
  const last = digits.length - DIGITS_IN_A_ROW;
  return Array.from({ length: Math.max(0, last + 1) }, (_, start) =>
    digits.slice(start, start + DIGITS_IN_A_ROW),
  );
}

/** O'Brien is found by "obrien" and by "brien". */
function nameWords(name: string): string[] {
  return /['’ʼ]/.test(name) ? [...wordsIn(name), ...wordsIn(name.replaceAll(/['’ʼ]/g, ' '))] : wordsIn(name);
}

/** The words of all texts, however deep. */
function resultWords(results: Json | undefined): ReadonlySet<string> {
  const words = new Set<string>();
  const left: (Json | undefined)[] = [results];
  while (left.length > 0 && words.size < MOST_WORDS) {
    const value = left.pop();
    if (typeof value === 'string') {
      for (const word of wordsIn(value)) {
        if (words.size >= MOST_WORDS) break;
        if (word.length >= FEWEST_RESULT_LETTERS) words.add(word);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) left.push(inner);
    }
  }
  return words;
}
