import { asciiDigits } from '../../../shared/phone-number.ts';
import { wordsIn } from './folded.ts';
import {
  DIGIT_RUN,
  DIGITS,
  digitRuns,
  FACET,
  MIN_RESULT_LETTERS,
  PREFIX,
  PREFIX_LETTERS,
  RESULT,
  RESULT_PREFIX,
} from './search-document.ts';

/** A word in the search index or, with `isPrefix`, all words that start with it. */
export interface IndexedWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A part of a search that must match by its words, by its digits in the phone number, or as the start of an id. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Digits of a phone number without its leading zeros; undefined if the term isn't a number. */
  readonly digits: string | undefined;
  readonly typed: string;
}

/** Further terms are ignored. */
const MAX_TERMS = 12;
const MIN_PHONE_DIGITS = 3;

/** Digits as people group them, but not next to letters. */
const PHONE = /(?<![\p{L}\p{N}_-])[+(]*\p{Nd}(?:[\p{Nd}\s()./+-]*\p{Nd})?(?![\p{L}\p{N}_-])/gu;

/** The terms of a search text; none for a text without letters and digits. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let at = 0;
  const plain = text.normalize('NFKC');
  for (const match of plain.matchAll(PHONE)) {
    terms.push(...wordTerms(plain.slice(at, match.index)));
    at = match.index + match[0].length;
    const digits = phoneDigits(match[0]);
    terms.push(
      ...(digits.length < MIN_PHONE_DIGITS
        ? wordTerms(match[0])
        : [{ words: wordsIn(match[0]), digits, typed: match[0] }]),
    );
  }
  terms.push(...wordTerms(plain.slice(at)));
  return terms.slice(0, MAX_TERMS);
}

function wordTerms(text: string): SearchTerm[] {
  return text
    .split(/\s+/)
    .map((typed) => ({ words: wordsIn(typed), digits: undefined, typed }))
    .filter(({ words }) => words.length > 0);
}

/** Removes the domestic zero, which E.164 doesn't have: "+49 (0)151-234" gives 49151234, and "0151 234" gives 151234. */
function phoneDigits(text: string): string {
  const digits = asciiDigits(text).replace('(0)', '').replaceAll(/\D/g, '');
  const national = digits.replace(/^0{1,2}/, '');
  // With so few other digits, leading zeros may be in the middle or at the end of a number.
  return national.length >= MIN_PHONE_DIGITS ? national : digits;
}

/** The index has at least one of these for each request with `word`; `facets`: ids of facets whose name has it. */
export function indexedWords(word: string, facets: readonly number[]): IndexedWord[] {
  return [...indexedInOwn(word), ...indexedInResults(word), ...indexedFacets(facets)];
}

/** The same for what may be seen of a request while it is covered: not for its results. */
export function uncoveredWords(word: string, facets: readonly number[]): IndexedWord[] {
  return [...indexedInOwn(word), ...indexedFacets(facets)];
}

/** In names and notes. */
function indexedInOwn(word: string): IndexedWord[] {
  return [
    word.length <= PREFIX_LETTERS ? { text: PREFIX + word, isPrefix: false } : { text: word, isPrefix: true },
  ];
}

function indexedFacets(facets: readonly number[]): IndexedWord[] {
  return facets.map((id) => ({ text: `${FACET}${id}`, isPrefix: false }));
}

function indexedInResults(word: string): IndexedWord[] {
  if (word.length < MIN_RESULT_LETTERS) return [];
  return [
    word.length === MIN_RESULT_LETTERS
      ? { text: RESULT_PREFIX + word, isPrefix: false }
      : { text: RESULT + word, isPrefix: true },
  ];
}

/** The index has all of these for each request whose number contains `digits`; for more than four, also for others. */
export function indexedDigits(digits: string): IndexedWord[] {
  return digits.length < DIGIT_RUN
    ? [{ text: DIGITS + digits, isPrefix: true }]
    : digitRuns(digits).map((run) => ({ text: DIGITS + run, isPrefix: false }));
}

/** An FTS5 expression for requests with at least one word of each list. */
export function expressionOf(words: readonly (readonly IndexedWord[])[]): string {
  return words.map((any) => `(${any.map(wordExpression).join(' OR ')})`).join(' AND ');
}

/** Needs no escaping, because words consist of letters, marks and digits. */
function wordExpression({ text, isPrefix }: IndexedWord): string {
  return `"${text}"${isPrefix ? '*' : ''}`;
}
