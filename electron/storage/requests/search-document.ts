import { spellingsOf } from '../../../shared/call-key.ts';
import type { Json } from '../../../shared/request.ts';
import { wordsIn } from './folded.ts';

/**
 * The words of a request in the search index. SQLite's FTS5 only records which words are in which document, so a first
 * character from Unicode's private use area, which folded text never has, marks the kind of a word. Prefixes are indexed
 * as words, so that one to three letters are found as fast as a whole word.
 */
export const PREFIX = '\uE000';
/** A word of the assessment results, found by three letters or more: fewer occur in nearly every text. */
export const RESULT = '\uE001';
/** The first three letters of a word of the results. */
export const RESULT_PREFIX = '\uE004';
/** Four consecutive digits of the phone number, in any of its spellings. */
export const DIGITS = '\uE002';
/** The id of a job description's or questionnaire's facet, so that renaming it doesn't change the index. */
export const FACET = '\uE003';

/** Letters of a prefix, at most. */
export const PREFIX_LETTERS = 3;
export const DIGIT_RUN = 4;
/** Results are found by this many letters or more. */
export const MIN_RESULT_LETTERS = 3;

/** Limits the distinct words indexed of one result, so that indexing takes less than a second; no transcript has more. */
const MAX_WORDS = 100_000;

export interface SearchedRequest {
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly notes: string;
  /** The `facets.id` of job description and questionnaire. */
  readonly facets: readonly number[];
  readonly results: Json | undefined;
}

/** The distinct words to index for a request. */
export function searchDocument(request: SearchedRequest): string {
  const words = new Set<string>();
  const own = [...nameWords(request.candidateName), ...wordsIn(request.notes)];
  for (const word of own) {
    for (let length = 1; length <= PREFIX_LETTERS && length <= word.length; length += 1) {
      words.add(PREFIX + word.slice(0, length));
    }
    if (word.length > PREFIX_LETTERS) words.add(word);
  }
  for (const word of spellingsOf(request.phoneNumber).flatMap(numberWords)) words.add(word);
  for (const id of request.facets) words.add(FACET + id);
  for (const word of resultWords(request.results)) {
    words.add(RESULT_PREFIX + word.slice(0, MIN_RESULT_LETTERS));
    if (word.length > MIN_RESULT_LETTERS) words.add(RESULT + word);
  }
  return [...words].join(' ');
}

/** Whether the search index has all words of a stored answer's results; doesn't count the words of short answers. */
export function isFoundByAllWords(answer: string | null, results: Json | undefined): boolean {
  const mayHaveMore = answer !== null && answer.length > MAX_WORDS * MIN_RESULT_LETTERS;
  return !mayHaveMore || resultWords(results).size < MAX_WORDS;
}

function numberWords(e164: string): string[] {
  const digits = e164.replaceAll(/\D/g, '');
  return [
    // The country code while it is being typed, before there are enough digits for a number.
    ...[1, 2].map((length) => PREFIX + digits.slice(0, length)),
    ...digitRuns(digits).map((run) => DIGITS + run),
    // The last three digits aren't the start of a run.
    DIGITS + digits.slice(1 - DIGIT_RUN),
  ];
}

/** All runs of four consecutive digits. */
export function digitRuns(digits: string): string[] {
  const count = Math.max(0, digits.length - DIGIT_RUN + 1);
  return Array.from({ length: count }, (_, start) => digits.slice(start, start + DIGIT_RUN));
}

/** The folded words of a name; O'Brien is found by "obrien" and by "brien". */
export function nameWords(name: string): string[] {
  return /['’ʼ]/.test(name) ? [...wordsIn(name), ...wordsIn(name.replaceAll(/['’ʼ]/g, ' '))] : wordsIn(name);
}

/** The words of all texts, at any depth. */
function resultWords(results: Json | undefined): ReadonlySet<string> {
  const words = new Set<string>();
  const left: (Json | undefined)[] = [results];
  while (left.length > 0 && words.size < MAX_WORDS) {
    const value = left.pop();
    if (typeof value === 'string') {
      for (const word of wordsIn(value)) {
        if (words.size >= MAX_WORDS) break;
        if (word.length >= MIN_RESULT_LETTERS) words.add(word);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) left.push(inner);
    }
  }
  return words;
}
