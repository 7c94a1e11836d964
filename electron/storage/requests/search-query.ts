import { wordsIn } from './folded.ts';
import {
  BEGINNING,
  BEGINNING_LETTERS,
  DIGITS,
  DIGITS_IN_A_ROW,
  FACET,
  FEWEST_RESULT_LETTERS,
  inARow,
  RESULT,
  RESULT_BEGINNING,
} from './search-document.ts';

/** A word of the search index, or all words that begin like it. */
export interface IndexedWord {
  readonly text: string;
  readonly beginning: boolean;
}

/** One thing that must be found: all the words, or the digits in the phone number, or the text in an id. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Digits of a phone number without its leading zeros; undefined where no number is meant. */
  readonly digits: string | undefined;
  /** As it was typed: the beginning of an id, perhaps. */
  readonly typed: string;
}

/** More terms than this are not looked for. */
const MOST_TERMS = 12;
const FEWEST_PHONE_DIGITS = 3;

/** Digits as people group them, with nothing of a word touching them. */
const PHONE = /(?<![\p{L}\p{N}_-])[+(]*\d(?:[\d\s()./+-]*\d)?(?![\p{L}\p{N}_-])/gu;

/** What a search text asks for. Any text will do; what holds no letter and no digit asks for nothing. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let at = 0;
  const plain = text.normalize('NFKC');
  for (const match of plain.matchAll(PHONE)) {
    terms.push(...wordTerms(plain.slice(at, match.index)));
    at = match.index + match[0].length;
    const digits = phoneDigits(match[0]);
    terms.push(
      ...(digits.length < FEWEST_PHONE_DIGITS
        ? wordTerms(match[0])
        : [{ words: wordsIn(match[0]), digits, typed: match[0] }]),
    );
  }
  terms.push(...wordTerms(plain.slice(at)));
  return terms.slice(0, MOST_TERMS);
}

function wordTerms(text: string): SearchTerm[] {
  return text
    .split(/\s+/)
    .map((typed) => ({ words: wordsIn(typed), digits: undefined, typed }))
    .filter(({ words }) => words.length > 0);
}

/** "+49 (0)151-234" and "0151 234" hold 49151234 and 151234: the zero for calls within a country is in no E.164 number. */
function phoneDigits(text: string): string {
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '');
  const national = digits.replace(/^0{1,2}/, '');
  // Zeros in front may also be the last digits of a number: too few others to tell.
  return national.length >= FEWEST_PHONE_DIGITS ? national : digits;
}

/** What stands in the index of a request with a word: any of these. `facets` are the numbers of what the word is the name of. */
export function indexedWords(word: string, facets: readonly number[]): IndexedWord[] {
  const own =
    word.length <= BEGINNING_LETTERS
      ? { text: BEGINNING + word, beginning: false }
      : { text: word, beginning: true };
  return [
    own,
    ...indexedInResults(word),
    ...facets.map((id) => ({ text: `${FACET}${id}`, beginning: false })),
  ];
}

function indexedInResults(word: string): IndexedWord[] {
  if (word.length < FEWEST_RESULT_LETTERS) return [];
  return [
    word.length === FEWEST_RESULT_LETTERS
      ? { text: RESULT_BEGINNING + word, beginning: false }
      : { text: RESULT + word, beginning: true },
  ];
}

/** What stands in the index of a request whose phone number may hold these digits, all of it: to be checked where there are more than four. */
export function indexedDigits(digits: string): IndexedWord[] {
  return digits.length < DIGITS_IN_A_ROW
    ? [{ text: DIGITS + digits, beginning: true }]
    : inARow(digits).map((four) => ({ text: DIGITS + four, beginning: false }));
}

/** The FTS5 expression for requests that have a word of each list. */
export function expressionOf(words: readonly (readonly IndexedWord[])[]): string {
  return words
    .map((any) => `(${any.map(({ text, beginning }) => quoted(text) + (beginning ? '*' : '')).join(' OR ')})`)
    .join(' AND ');
}

/** Words hold letters, marks and digits alone: nothing in them can be taken for syntax. */
function quoted(word: string): string {
  return `"${word}"`;
}
