import { spellingsOf } from '../../../../shared/call-key.ts';
import type { Json } from '../../../../shared/request.ts';
import { statusWords } from '../../../../shared/words/status-words.ts';
import { searchWords } from './folding.ts';
import { type ListedRequest, nameOf, type WorkspaceWords } from './listed-request.ts';

/** A part of a search that must match. */
interface Term {
  readonly words: readonly string[];
  /** Part of a phone number; undefined if the term can't be one. */
  readonly digits: string | undefined;
  /** Possibly the start of an id. */
  readonly typed: string;
}

const MOST_TERMS = 12;
/** Digits as people group them, but not next to letters. */
const PHONE = /(?<![\p{L}\p{N}_-])[+(]*\d(?:[\d\s()./+-]*\d)?(?![\p{L}\p{N}_-])/gu;
const FEWEST_PHONE_DIGITS = 3;
const FEWEST_RESULT_LETTERS = 3;
const FEWEST_ID_LETTERS = 4;
const FEWEST_STATUS_LETTERS = 4;
/** A prefix of more ids than this matches none. */
const MOST_IDS = 200;

function termsOf(search: string): Term[] {
  const plain = search.normalize('NFKC');
  const terms: Term[] = [];
  let at = 0;
  for (const { 0: number, index } of plain.matchAll(PHONE)) {
    terms.push(...wordTerms(plain.slice(at, index)), ...phoneTerms(number));
    at = index + number.length;
  }
  return [...terms, ...wordTerms(plain.slice(at))].slice(0, MOST_TERMS);
}

function wordTerms(text: string): Term[] {
  const terms = text.split(/\s+/).map((typed) => ({ words: searchWords(typed), digits: undefined, typed }));
  return terms.filter(({ words }) => words.length > 0);
}

function phoneTerms(text: string): Term[] {
  // E.164 numbers don't have the domestic zero.
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '');
  const national = digits.replace(/^00?/, '');
  const meant = national.length < FEWEST_PHONE_DIGITS ? digits : national;
  return meant.length < FEWEST_PHONE_DIGITS
    ? wordTerms(text)
    : [{ words: searchWords(text), digits: meant, typed: text }];
}

/** The words by which a request is found, without Library names, which may change. */
interface Findable {
  readonly own: readonly string[];
  readonly results: readonly string[];
  readonly numbers: readonly string[];
}

const findable = new WeakMap<ListedRequest, Findable>();

function findableOf(request: ListedRequest): Findable {
  const known = findable.get(request);
  if (known) return known;
  const { candidateName, notes, tags, results, phoneNumber } = request;
  // O'Brien is found by "obrien" and by "brien".
  const names = [candidateName, candidateName.replaceAll(/['’ʼ]/g, ' ')];
  const made = {
    own: [...new Set([...names, notes, ...tags].flatMap(searchWords))],
    results: [...new Set(textsIn(results).flatMap(searchWords))].filter(
      (word) => word.length >= FEWEST_RESULT_LETTERS,
    ),
    numbers: spellingsOf(phoneNumber).map((number) => number.slice(1)),
  };
  findable.set(request, made);
  return made;
}

function textsIn(results: Json | undefined): string[] {
  if (typeof results === 'string') return [results];
  return typeof results === 'object' && results !== null ? Object.values(results).flatMap(textsIn) : [];
}

/** A predicate: whether every term of a search matches a request. `all`: the requests of all workspaces. */
export function searchFor(
  search: string,
  workspaceId: string,
  words: WorkspaceWords,
  all: readonly ListedRequest[],
): (request: ListedRequest) => boolean {
  const named = new Map<string, readonly string[]>();
  const wordsNamed = (kind: 'job_description' | 'questionnaire', id: string): readonly string[] => {
    const known = named.get(`${kind} ${id}`) ?? searchWords(`${nameOf(words, kind, id) ?? ''} ${id}`);
    named.set(`${kind} ${id}`, known);
    return known;
  };
  const terms = termsOf(search).map((term) => ({ ...term, ids: idsMeant(term, workspaceId, all) }));
  return (request) => {
    const { own, results, numbers } = findableOf(request);
    const hasWord = (word: string): boolean => {
      const begins = (each: string): boolean => each.startsWith(word);
      return (
        own.some(begins) ||
        (word.length >= FEWEST_RESULT_LETTERS && results.some(begins)) ||
        // The country code while it is being typed, before there are enough digits for a number.
        (word.length < FEWEST_PHONE_DIGITS && numbers.some(begins)) ||
        wordsNamed('job_description', request.jobDescriptionId).some(begins) ||
        wordsNamed('questionnaire', request.questionnaireTemplateId).some(begins)
      );
    };
    const statuses = [request.status, request.lastCallStatus].filter((status) => status !== null);
    if (terms.length > 0 && statuses.some((status) => beginsStatus(search, status))) return true;
    return terms.every(
      (term) =>
        term.ids.some((id) => request.requestId.startsWith(id) || request.submissionId.startsWith(id)) ||
        numbers.some((number) => term.digits !== undefined && number.includes(term.digits)) ||
        term.words.every(hasWord),
    );
  };
}

/** Whether a search is the start of a status, in words or as a code. */
function beginsStatus(search: string, status: string): boolean {
  const [said, ...names] = [search, statusWords(status), status].map((text) => searchWords(text).join(''));
  return (
    said !== undefined && said.length >= FEWEST_STATUS_LETTERS && names.some((name) => name.startsWith(said))
  );
}

/** The prefixes of ids that a term may be; none if it is too short or matches too many. */
function idsMeant({ typed }: Term, workspaceId: string, all: readonly ListedRequest[]): string[] {
  const beginning = typed.trim();
  if (beginning.length < FEWEST_ID_LETTERS) return [];
  const spellings = [...new Set([beginning, beginning.toLowerCase(), beginning.toUpperCase()])];
  const isMuch = spellings.some((spelling) => {
    const having = all.filter(
      ({ requestId, submissionId, ...own }) =>
        submissionId.startsWith(spelling) ||
        (own.workspaceId === workspaceId && requestId.startsWith(spelling)),
    );
    return having.length > MOST_IDS;
  });
  return isMuch ? [] : spellings;
}
