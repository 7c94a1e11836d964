import type { PinnedField } from '../../../shared/assessment.ts';
import { REQUEST_SORTS, type RequestSort, VERDICTS } from '../../../shared/request.ts';
import type { FilterValues, RequestFilter } from '../../../shared/request-filter.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type List, pageOf, type Stores, WORKSPACE } from './history-storage.ts';
import { randomSearch, SEARCH_KINDS, type SearchedTexts } from './random-searches.ts';

/** Kinds of lists: all that the grid's filters and orders can be combined to. */
export const LIST_KINDS = [
  'any order of a column',
  'any order of a pinned field',
  'one filter by a value',
  'several filters by values',
  'a range of days',
  'days and values',
  'tags',
  'a pinned field within bounds',
  'a search within filters',
  'everything at once',
] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Fields of the results that are pinned to be measured: numbers and a text. */
export const PINNED: readonly PinnedField[] = [
  { path: '/overall_score', label: 'Overall score', kind: 'number' },
  { path: '/score', label: 'Score', kind: 'number' },
  { path: '/recommendation', label: 'Recommendation', kind: 'text' },
];

export interface ListedValues {
  readonly values: FilterValues;
  readonly texts: SearchedTexts;
  /** When the first and the last request was accepted, UTC ms. */
  readonly from: number;
  readonly until: number;
}

/** Pins fields, and reads what a history can be filtered by. */
export async function listedValues(stores: Stores, texts: SearchedTexts): Promise<ListedValues> {
  for (const field of PINNED) await stores.pins.pin(WORKSPACE, field);
  while (await stores.pins.readSome(WORKSPACE));
  const values = await stores.requests.filterValues(WORKSPACE);
  const ends = await Promise.all(
    [true, false].map((descending) => pageOf(stores, { sort: 'accepted', descending })),
  );
  const [until = 0, from = 0] = ends.map(({ rows }) => rows[0]?.acceptedAt ?? 0);
  return { values, texts, from, until };
}

/** A list of a kind, with any order of the grid. */
export function randomList(random: SeededRandom, kind: ListKind, listed: ListedValues): List {
  const sorts: readonly RequestSort[] =
    kind === 'any order of a column'
      ? REQUEST_SORTS
      : kind === 'any order of a pinned field'
        ? PINNED.map(({ path }): RequestSort => `pin:${path}`)
        : [...REQUEST_SORTS, ...PINNED.map(({ path }): RequestSort => `pin:${path}`)];
  return {
    filter: filterOf(random, kind, listed),
    // What an index answers by itself is in the order of a column.
    sort: random.one(kind === 'one filter by a value' ? REQUEST_SORTS : sorts),
    descending: random.chance(0.5),
  };
}

function filterOf(random: SeededRandom, kind: ListKind, listed: ListedValues): Partial<RequestFilter> {
  switch (kind) {
    case 'any order of a column':
    case 'any order of a pinned field':
      return random.chance(0.5) ? {} : { archived: 'any' };
    case 'one filter by a value':
      return random.one(byValue(random, listed))();
    case 'several filters by values':
      return several(random, listed);
    case 'a range of days':
      return days(random, listed);
    case 'days and values':
      return { ...days(random, listed), ...several(random, listed) };
    case 'tags':
      return tags(random, listed);
    case 'a pinned field within bounds':
      return { pinned: [pinnedWithin(random)] };
    case 'a search within filters':
      return { ...random.one(byValue(random, listed))(), search: search(random, listed) };
    case 'everything at once':
      return {
        ...several(random, listed),
        ...days(random, listed),
        ...(random.chance(0.3) ? tags(random, listed) : {}),
        ...(random.chance(0.3) ? { pinned: [pinnedWithin(random)] } : {}),
        ...(random.chance(0.5) ? { search: search(random, listed) } : {}),
      };
  }
}

type Part = () => Partial<RequestFilter>;

function byValue(random: SeededRandom, { values }: ListedValues): Part[] {
  const some = (list: readonly { readonly value: string }[]): string[] =>
    Array.from({ length: random.whole(1, 2) }, () => random.one(list).value);
  return [
    () => ({ statuses: some(values.statuses) }),
    () => ({ callStatuses: some(values.callStatuses) }),
    () => ({ jobs: some(values.jobs) }),
    () => ({ questionnaires: some(values.questionnaires) }),
    () => ({ verdicts: [random.one(VERDICTS)] }),
    () => ({ hasResults: random.chance(0.5) }),
    () => ({ hasProblem: random.chance(0.5) }),
    () => ({ unseen: random.chance(0.5) }),
    () => ({ archived: random.one(['yes', 'any'] as const) }),
  ];
}

function several(random: SeededRandom, listed: ListedValues): Partial<RequestFilter> {
  const parts = byValue(random, listed);
  return Object.assign({}, ...Array.from({ length: random.whole(2, 4) }, () => random.one(parts)()));
}

function days(random: SeededRandom, { from, until }: ListedValues): Partial<RequestFilter> {
  const [first = from, second = until] = [random.next(), random.next()]
    .map((share) => Math.round(from + share * (until - from)))
    .toSorted((a, b) => a - b);
  return random.one([{ from: first }, { until: second }, { from: first, until: second }]);
}

function tags(random: SeededRandom, { values }: ListedValues): Partial<RequestFilter> {
  return { tags: Array.from({ length: random.whole(1, 3) }, () => random.one(values.tags).value) };
}

function pinnedWithin(random: SeededRandom): RequestFilter['pinned'][number] {
  return random.one([
    { path: '/overall_score', min: random.whole(10, 45) / 10, max: null, values: [] },
    { path: '/score', min: random.whole(0, 60), max: random.whole(60, 100), values: [] },
    { path: '/recommendation', min: null, max: null, values: ['Strong hire'] },
  ]);
}

function search(random: SeededRandom, { texts }: ListedValues): string {
  return randomSearch(random, random.one(SEARCH_KINDS), texts);
}
