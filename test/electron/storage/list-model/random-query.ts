import { OUTCOMES } from '../../../../shared/outcome.ts';
import { REQUEST_SORTS, type RequestSort, VERDICTS } from '../../../../shared/request.ts';
import { NO_FILTER, type PinnedFilter, type RequestFilter } from '../../../../shared/request-filter.ts';
import { statusWords } from '../../../../shared/words/status-words.ts';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import { searchWords } from './folding.ts';
import { type ListedRequest, nameOf } from './listed-request.ts';
import type { ModelledList } from './modelled-list.ts';
import { filterKeyOf } from './order.ts';
import type { ListOrder } from './plain-scan.ts';
import { CALL_STATUSES, FIELDS, QUESTIONNAIRES, STATUSES, TAGS } from './vocabulary.ts';

export function randomOrder(random: SeededRandom, list: ModelledList, workspaceId: string): ListOrder {
  const sorts: readonly RequestSort[] = [
    ...REQUEST_SORTS,
    ...FIELDS.map(({ path }) => `pin:${path}` as const),
    'pin:/never pinned',
  ];
  return {
    filter: randomFilter(random, list, workspaceId),
    sort: random.one(sorts),
    descending: random.chance(0.5),
  };
}

/** A filter with some parts set, to existing and missing values. */
export function randomFilter(random: SeededRandom, list: ModelledList, workspaceId: string): RequestFilter {
  const own = list.of(workspaceId);
  const like = own.length > 0 ? random.one(own) : undefined;
  const several = (values: readonly string[]): string[] =>
    random.chance(0.12)
      ? Array.from({ length: random.whole(1, 3) }, () => random.one([...values, 'unknown']))
      : [];
  const maybe = (share: number): boolean | null => (random.chance(share) ? random.chance(0.5) : null);
  const moment = (): number | null => (random.chance(0.1) && like ? like.acceptedAt : null);
  return {
    ...NO_FILTER,
    search: random.chance(0.45) && like ? randomSearch(random, list, like) : '',
    outcomes: random.chance(0.08) ? Array.from({ length: 4 }, () => random.one(OUTCOMES)) : [],
    statuses: several(STATUSES),
    callStatuses: several(CALL_STATUSES),
    jobs: several(own.slice(0, 6).map(({ jobDescriptionId }) => jobDescriptionId)),
    questionnaires: several(QUESTIONNAIRES),
    verdicts: random.chance(0.12) ? [random.one(VERDICTS), random.one(VERDICTS)] : [],
    tags: several(TAGS),
    from: moment(),
    until: moment(),
    hasResults: maybe(0.1),
    hasProblem: maybe(0.1),
    unseen: maybe(0.1),
    // Nothing in these histories repeats a request.
    submittedAgain: random.chance(0.1) ? false : null,
    importId: null,
    archived: random.weighted(['no', 'any', 'yes'] as const, (part) => ({ no: 5, any: 3, yes: 1 })[part]),
    pinned: random.chance(0.15) && like ? [pinnedFilter(random, list, like)] : [],
    among: random.chance(0.05) ? own.map(({ requestId }) => requestId).slice(0, random.whole(1, 40)) : [],
  };
}

function pinnedFilter(random: SeededRandom, list: ModelledList, like: ListedRequest): PinnedFilter {
  const field = random.one(FIELDS);
  const pin = list.wordsOf(like.workspaceId).pins.find(({ path }) => path === field.path) ?? field;
  const key = filterKeyOf(like, pin);
  if (typeof key === 'string') return { path: field.path, min: null, max: null, values: [key, 'unknown'] };
  return {
    path: field.path,
    min: random.chance(0.6) ? (key ?? 1) : null,
    max: random.chance(0.6) ? (key ?? 1) + random.whole(0, 3) : null,
    values: [],
  };
}

/** A search that may find this request, or nothing, or too much. */
export function randomSearch(random: SeededRandom, list: ModelledList, like: ListedRequest): string {
  const terms = Array.from({ length: random.weighted([1, 2, 3], (count) => 1 / count) }, () =>
    randomTerm(random, list, like),
  );
  return terms.join(random.one([' ', '  ', ' ']));
}

function randomTerm(random: SeededRandom, list: ModelledList, like: ListedRequest): string {
  const words = list.wordsOf(like.workspaceId);
  const wordOf = (text: string): string => {
    const word = random.one([...text.split(/\s+/), ...searchWords(text), '']);
    return random.chance(0.4) ? word : [...word].slice(0, random.whole(1, 6)).join('');
  };
  const term = random.one([
    () => wordOf(like.candidateName),
    () => wordOf(like.candidateName),
    () => like.candidateName,
    () => wordOf(like.notes),
    () => wordOf(like.tags.join(' ')),
    () => wordOf(JSON.stringify(like.results ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ')),
    () => wordOf(nameOf(words, 'job_description', like.jobDescriptionId) ?? like.jobDescriptionId),
    () => wordOf(nameOf(words, 'questionnaire', like.questionnaireTemplateId) ?? ''),
    () => phoneAsTyped(random, like.phoneNumber),
    () => statusAsTyped(random, random.one([like.status, like.lastCallStatus ?? 'NO_ANSWER'])),
    () => random.one([like.requestId, like.submissionId, like.jobDescriptionId]),
    () => like.requestId.slice(0, random.whole(3, 8)),
    () => random.one(['zzz', '-', '"', '*', 'a', '%', 'NOT', 'or(', '1']),
  ])();
  return random.one([term, term, term.toUpperCase(), term.toLowerCase(), term.normalize('NFD')]);
}

function statusAsTyped(random: SeededRandom, status: string): string {
  const typed = random.one([status, statusWords(status)]);
  return random.chance(0.5) ? typed : typed.slice(0, random.whole(3, typed.length));
}

function phoneAsTyped(random: SeededRandom, phone: string): string {
  const digits = phone.slice(1);
  const begin = random.whole(0, digits.length - 2);
  return random.one([
    phone,
    `00${digits}`,
    `0${digits.slice(2)}`,
    `+${digits.slice(0, 2)} (0)${digits.slice(2, 5)} ${digits.slice(5)}`,
    `${digits.slice(2, 5)}-${digits.slice(5)}`,
    digits.slice(begin, begin + random.whole(1, 6)),
  ]);
}
