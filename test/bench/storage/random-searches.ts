import type { SeededRandom } from '../seeded-random.ts';
import { pageOf, type Stores, WORKSPACE } from './history-storage.ts';

/** Kinds of texts that people search for. */
export const SEARCH_KINDS = [
  'two letters of a name',
  'more of a name',
  'two words of a name',
  'Cyrillic, Chinese, Arabic, Hindi',
  'digits of a phone number',
  'a job description',
  'a tag',
  'three letters of results',
  'a word of results',
  'two words of results',
  'a name and a word of results',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What of the requests is searched for: texts that do stand in some of them. */
export interface SearchedTexts {
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly jobs: readonly string[];
  readonly tags: readonly string[];
  /** As often as they stand in the results: frequent ones come often. */
  readonly words: readonly string[];
}

/** Requests that the texts are taken from. */
const PAGES = 12;
const ANSWERS = 120;

/** Reads texts to search for from requests here and there in a history. */
export async function searchedTexts(stores: Stores, random: SeededRandom): Promise<SearchedTexts> {
  const list = { sort: 'updated', descending: true } as const;
  const { total } = await pageOf(stores, list);
  const rows = [];
  for (let page = 0; page < PAGES; page += 1)
    rows.push(...(await pageOf(stores, list, random.whole(0, Math.max(0, total - 100)))).rows);
  const words: string[] = [];
  for (const { requestId } of rows.filter(({ hasResults }) => hasResults).slice(0, ANSWERS)) {
    const detail = await stores.requests.detail(WORKSPACE, requestId);
    words.push(...(textsIn(detail?.assessmentResults).match(/\p{L}{3,}/gu) ?? []));
  }
  return {
    names: rows.map(({ candidateName }) => candidateName),
    phones: rows.map(({ phoneNumber }) => phoneNumber),
    jobs: rows.flatMap(({ jobName }) => jobName ?? []),
    tags: rows.flatMap(({ tags }) => tags),
    words,
  };
}

/** A text of a kind: always two letters or digits, or more. */
export function randomSearch(random: SeededRandom, kind: SearchKind, texts: SearchedTexts): string {
  const beginning = (word: string, fewest: number, most: number): string =>
    word.slice(0, Math.max(fewest, Math.min(word.length, random.whole(fewest, most))));
  const latin = texts.names.filter((name) => /^[a-z]{2}/i.test(name));
  const nameWords = random.one(latin).split(/[\s-]+/);
  const word = (): string => beginning(random.one(texts.words), 4, 12);
  switch (kind) {
    case 'two letters of a name':
      return beginning(random.one(nameWords), 2, 2);
    case 'more of a name':
      return beginning(random.one(nameWords), 3, 10);
    case 'two words of a name':
      return nameWords.map((each) => beginning(each, 2, 8)).join(' ');
    case 'Cyrillic, Chinese, Arabic, Hindi':
      return beginning(random.one(texts.names.filter((name) => !/\p{Script=Latin}/u.test(name))), 2, 5);
    case 'digits of a phone number': {
      const digits = random.one(texts.phones).slice(1);
      const from = random.whole(0, digits.length - 4);
      return digits.slice(from, from + random.whole(3, 7));
    }
    case 'a job description':
      return beginning(random.one(texts.jobs), 2, 10);
    case 'a tag':
      return beginning(random.one(texts.tags), 2, 10);
    case 'three letters of results':
      return beginning(random.one(texts.words), 3, 3);
    case 'a word of results':
      return word();
    case 'two words of results':
      return `${word()} ${word()}`;
    case 'a name and a word of results':
      return `${beginning(random.one(nameWords), 2, 8)} ${word()}`;
  }
}

function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join(' ');
}
