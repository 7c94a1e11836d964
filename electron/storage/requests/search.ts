import type { DatabaseSync } from 'node:sqlite';
import { spellingsOf } from '../../../shared/call-key.ts';
import { asciiDigits } from '../../../shared/phone-number.ts';
import type { Json } from '../../../shared/request.ts';
import { change, one, text, textList } from '../operation.ts';
import { facetId } from './facets.ts';

/**
 * The words of a request in the search index. SQLite's FTS5 only records which words are in which document, so a first
 * character from Unicode's private use area, which folded text never has, marks the kind of a word. Prefixes are indexed
 * as words, so that one to three letters are found as fast as a whole word.
 */
const PREFIX = '\uE000';
/** A word of the assessment results, found by three letters or more: fewer occur in nearly every text. */
export const RESULT = '\uE001';
/** The first three letters of a word of the results. */
const RESULT_PREFIX = '\uE004';
/** Four consecutive digits of the phone number, in any of its spellings. */
const DIGITS = '\uE002';
/** The id of a job description's or questionnaire's facet, so that renaming it doesn't change the index. */
const FACET = '\uE003';

const PREFIX_LETTERS = 3;
export const DIGIT_RUN = 4;
/** Results are found by this many letters or more. */
const MIN_RESULT_LETTERS = 3;

/** Limits the distinct words indexed of one result, so that indexing takes less than a second; no transcript has more. */
const MAX_WORDS = 100_000;

interface SearchedRequest {
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

function digitRuns(digits: string): string[] {
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

/** Updates a request in the search index, in the caller's transaction. */
export function indexRequest(db: DatabaseSync, row: number, results: Json | undefined): void {
  const sql = `SELECT submissions.candidate_name, submissions.phone_number, requests.workspace_id, requests.job_description_id,
      requests.questionnaire_template_id, coalesce(notes.text, '') AS notes,
      (SELECT json_group_array(note) FROM colleague_marks WHERE row = requests.row AND note <> '') AS colleague_notes
    FROM requests JOIN submissions ON submissions.row = requests.row LEFT JOIN notes ON notes.row = requests.row
    WHERE requests.row = ?`;
  const request = one(db, sql, row);
  if (!request) throw new Error('Only tracked requests are indexed.');
  const workspaceId = text(request, 'workspace_id');
  change(
    db,
    'INSERT OR REPLACE INTO request_search (rowid, words) VALUES (?, ?)',
    row,
    searchDocument({
      candidateName: text(request, 'candidate_name'),
      phoneNumber: text(request, 'phone_number'),
      notes: text(request, 'notes'),
      facets: [
        facetId(db, workspaceId, 'job_description', text(request, 'job_description_id')),
        facetId(db, workspaceId, 'questionnaire', text(request, 'questionnaire_template_id')),
      ],
      // What colleagues noted is found as the results are: only where nothing is covered.
      results: [textList(request, 'colleague_notes'), results ?? null],
    }),
  );
}

/** Marks that people omit when they search: Latin accents, Arabic and Hebrew vowel signs. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode doesn't decompose, as people type them. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const OTHER_LETTER = /[ßæœøđðþłıς]/g;

const ASCII = /^[\0-\x7f]*$/;

/** A text without case and accents, so that "MÜLLER", "müller" and "muller" are equal. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(OTHER_LETTER, (letter) => OTHER_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

const LONGEST_KEY = 80;

/** The sort key of a text: folded, trimmed, with single spaces, and shortened. */
export function sortKey(text: string): string {
  return folded(text.trim().replaceAll(/\s+/g, ' ')).slice(0, LONGEST_KEY);
}

const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The folded words of a text, each shortened. A name such as O'Brien is one word. */
export function wordsIn(text: string): string[] {
  return (
    folded(text)
      .replaceAll(/['’ʼ]/g, '')
      .match(WORD)
      ?.map((word) => word.slice(0, LONGEST_WORD)) ?? []
  );
}
