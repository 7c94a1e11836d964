import type { PinnedField } from '../../../shared/assessment.ts';
import { localDay } from '../../../shared/local-day.ts';
import {
  type FilterValue,
  type FilterValues,
  MINE,
  NO_FILTER,
  type PinnedFilter,
  type RequestFilter,
  type RequestFilterPart,
} from '../../../shared/request-filter.ts';
import { OUTCOME_NAMES, VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { statusWords } from '../../../shared/words/status-words.ts';
import { countOf, formatDate, formatNumber, shortId, startOfDay } from '../../parts/format.ts';

/** Parts that are a list of values; a request passes if it has any of them. */
export const VALUE_PARTS = [
  'outcomes',
  'statuses',
  'callStatuses',
  'jobs',
  'questionnaires',
  'verdicts',
  'tags',
  'by',
] as const;
export type ValuePart = (typeof VALUE_PARTS)[number];

const YES_NO_PARTS = ['hasResults', 'hasProblem', 'unseen', 'submittedAgain'] as const;
export type YesNoPart = (typeof YES_NO_PARTS)[number];

/** One filter in the menu and one chip. A pinned field is `pin:` and its path. */
export type FilterKind = ValuePart | YesNoPart | 'accepted' | 'archived' | 'importId' | `pin:${string}`;

const KIND_NAMES: Readonly<Record<Exclude<FilterKind, `pin:${string}`>, string>> = {
  outcomes: 'Outcome',
  statuses: 'Status',
  callStatuses: 'Last call',
  jobs: 'Job',
  questionnaires: 'Questionnaire',
  verdicts: 'Verdict',
  tags: 'Tag',
  by: 'By',
  accepted: 'Accepted',
  hasResults: 'Results',
  hasProblem: 'Problem',
  unseen: 'Changed',
  submittedAgain: 'Submitted again',
  archived: 'Archived',
  importId: 'Imported from',
};

/** The labels of a yes-or-no part's two values. */
export const YES_NO_WORDS: Readonly<Record<YesNoPart, readonly [yes: string, no: string]>> = {
  hasResults: ['Has results', 'No results yet'],
  hasProblem: ['Has a problem', 'No problem'],
  unseen: ['Changed since you looked', 'Seen'],
  submittedAgain: ['Submitted again', 'Not submitted again'],
};

/** All kinds, in menu order. */
export function filterKinds(pins: readonly PinnedField[]): readonly FilterKind[] {
  return [
    ...VALUE_PARTS,
    'accepted',
    ...YES_NO_PARTS,
    'archived',
    ...pins.map(({ path }): FilterKind => `pin:${path}`),
  ];
}

/** The name of a kind on screen. */
export function kindName(kind: FilterKind, pins: readonly PinnedField[]): string {
  const path = pinPath(kind);
  if (path !== null) return pins.find((pin) => pin.path === path)?.label ?? path;
  return isPin(kind) ? kind : KIND_NAMES[kind];
}

function isPin(kind: FilterKind): kind is `pin:${string}` {
  return kind.startsWith('pin:');
}

/** The path of a kind's pinned field; null for all other kinds. */
export function pinPath(kind: FilterKind): string | null {
  return isPin(kind) ? kind.slice('pin:'.length) : null;
}

export function isValuePart(kind: FilterKind): kind is ValuePart {
  return VALUE_PARTS.some((part) => part === kind);
}

export function isYesNoPart(kind: FilterKind): kind is YesNoPart {
  return YES_NO_PARTS.some((part) => part === kind);
}

/** The active kinds, in menu order. */
export function kindsOn(filter: RequestFilter, pins: readonly PinnedField[]): readonly FilterKind[] {
  const known = filterKinds(pins);
  // A field that was unpinned since then still filters, so it keeps its chip.
  const unpinned = filter.pinned
    .map(({ path }): FilterKind => `pin:${path}`)
    .filter((kind) => !known.includes(kind));
  const imported: readonly FilterKind[] = filter.importId === null ? [] : ['importId'];
  return [...imported, ...known.filter((kind) => isOn(kind, filter)), ...unpinned];
}

function isOn(kind: FilterKind, filter: RequestFilter): boolean {
  const path = pinPath(kind);
  if (path !== null) return filter.pinned.some((pinned) => pinned.path === path);
  if (isValuePart(kind)) return filter[kind].length > 0;
  if (isYesNoPart(kind)) return filter[kind] !== null;
  return kind === 'accepted' ? filter.from !== null || filter.until !== null : filter.archived !== 'no';
}

/** The filter without one kind. */
export function withoutKind(filter: RequestFilter, kind: FilterKind): RequestFilter {
  const path = pinPath(kind);
  if (path !== null) return { ...filter, pinned: filter.pinned.filter((pinned) => pinned.path !== path) };
  if (isValuePart(kind)) return { ...filter, [kind]: [] };
  if (isYesNoPart(kind) || kind === 'importId') return { ...filter, [kind]: null };
  return kind === 'accepted' ? { ...filter, from: null, until: null } : { ...filter, archived: 'no' };
}

/** The filter without one of its parts (as the IPC contract names them). */
export function withoutPart(filter: RequestFilter, part: RequestFilterPart): RequestFilter {
  return { ...filter, [part]: NO_FILTER[part] };
}

/** Adds a value to a part, or removes it if it is there. */
export function withValueToggled(filter: RequestFilter, part: ValuePart, value: string): RequestFilter {
  const values: readonly string[] = filter[part];
  return { ...filter, [part]: toggled(values, value) };
}

/** The values with this one added, or removed if it is there. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Sets the condition on a pinned field; null removes it. */
export function withPinned(filter: RequestFilter, path: string, pinned: PinnedFilter | null): RequestFilter {
  const others = filter.pinned.filter((other) => other.path !== path);
  return { ...filter, pinned: pinned ? [...others, pinned] : others };
}

/** The values a part offers, including chosen ones that no request has any more. */
export function valuesOf(
  part: ValuePart,
  values: FilterValues,
  filter: RequestFilter,
): readonly FilterValue[] {
  const known = knownValues(part, values);
  const chosen: readonly string[] = filter[part];
  const unused = chosen.filter((value) => !known.some((other) => other.value === value));
  return [...known, ...unused.map((value) => ({ value, name: ownName(part, value), count: 0 }))];
}

function knownValues(part: ValuePart, values: FilterValues): readonly FilterValue[] {
  if (part === 'jobs' || part === 'questionnaires') return values[part];
  if (part === 'by') return values.by.map((one) => ({ ...one, name: one.name ?? ownName(part, one.value) }));
  return values[part].map(({ value, count }) => ({ value, name: ownName(part, value), count }));
}

/** The words for a value of a part whose values are codes; null for other parts. */
function ownName(part: ValuePart, value: string): string | null {
  switch (part) {
    case 'outcomes':
      return wordsIn(OUTCOME_NAMES, value);
    case 'verdicts':
      return wordsIn(VERDICT_WORDS, value);
    case 'statuses':
    case 'callStatuses':
      return statusWords(value);
    case 'by':
      return value === MINE ? 'You' : null;
    default:
      return null;
  }
}

function wordsIn(words: Readonly<Record<string, string>>, value: string): string | null {
  return Object.hasOwn(words, value) ? (words[value] ?? null) : null;
}

/** The name of a value on screen. */
export function valueWords({ value, name }: Pick<FilterValue, 'value' | 'name'>): string {
  return name ?? (value === '' ? '(empty)' : value);
}

/** The service's code of a status that is shown in words; null for other values. */
export function codeOf(part: ValuePart, value: string): string | null {
  return (part === 'statuses' || part === 'callStatuses') && statusWords(value) !== value ? value : null;
}

/** A chip in words: `Status: Completed`; the value is null where the name says it all. */
interface FilterWords {
  readonly name: string;
  readonly value: string | null;
}

/** Where the words get the names of ids and pinned fields from. */
interface FilterNames {
  readonly values: FilterValues | undefined;
  readonly pins: readonly PinnedField[];
  /** The name of the file of `importId`, if known. */
  readonly fileName?: string | undefined;
}

/** Up to this many values are written out; beyond that, the rest is counted. */
const WRITTEN_OUT = 2;

/** The words of an active filter's chip. */
export function filterWords(kind: FilterKind, filter: RequestFilter, names: FilterNames): FilterWords {
  const path = pinPath(kind);
  if (path !== null) {
    const pinned = filter.pinned.find((other) => other.path === path);
    return { name: kindName(kind, names.pins), value: pinned ? pinnedWords(pinned, names.pins) : null };
  }
  if (isValuePart(kind)) {
    const written = filter[kind].map((value) => nameOf(kind, value, names.values));
    return { name: kindName(kind, names.pins), value: anyOf(written) };
  }
  if (isYesNoPart(kind)) {
    const [yes, no] = YES_NO_WORDS[kind];
    return { name: filter[kind] ? yes : no, value: null };
  }
  if (kind === 'importId') return { name: KIND_NAMES[kind], value: names.fileName ?? 'a file' };
  if (kind === 'accepted') return { name: 'Accepted', value: rangeWords(filter.from, filter.until) };
  return { name: filter.archived === 'yes' ? 'Archived' : 'With archived', value: null };
}

/** A part of the filter as it stands in a sentence: `“Status: Completed”`, `the search “ada”`. */
export function partWords(part: RequestFilterPart, filter: RequestFilter, names: FilterNames): string {
  if (part === 'search') return `the search “${filter.search.trim()}”`;
  if (part === 'pinned') {
    return filter.pinned.map(({ path }) => quoted(filterWords(`pin:${path}`, filter, names))).join(' and ');
  }
  if (part === 'from') return `“Accepted: ${rangeWords(filter.from, null)}”`;
  if (part === 'until') return `“Accepted: ${rangeWords(null, filter.until)}”`;
  if (part === 'among') return 'the review';
  if (part === 'archived' && filter.archived === 'no') return 'hiding archived ones';
  return quoted(filterWords(part, filter, names));
}

function quoted({ name, value }: FilterWords): string {
  return `“${value === null ? name : `${name}: ${value}`}”`;
}

function nameOf(part: ValuePart, value: string, values: FilterValues | undefined): string {
  const own = ownName(part, value);
  if (own !== null || (part !== 'jobs' && part !== 'questionnaires' && part !== 'by')) {
    return valueWords({ value, name: own });
  }
  const known = values?.[part].find((other) => other.value === value);
  return known?.name ?? (part === 'by' ? value : shortId(value));
}

function anyOf(words: readonly string[]): string {
  if (words.length <= WRITTEN_OUT) return words.join(' or ');
  return `${words[0]} or ${countOf(words.length - 1, 'other')}`;
}

/** A range of days, both included. `until` is the start of the day after the last one. */
export function rangeWords(from: number | null, until: number | null): string {
  const last = until === null ? null : until - 1;
  if (from === null) return last === null ? 'any day' : `until ${formatDate(last)}`;
  if (last === null) return `since ${formatDate(from)}`;
  const [first, end] = [formatDate(from), formatDate(last)];
  return first === end ? first : `${first} – ${end}`;
}

const BOOLEAN_WORDS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** The condition on a pinned field. The bounds of a date are days, those of other fields numbers. */
function pinnedWords({ path, min, max, values }: PinnedFilter, pins: readonly PinnedField[]): string {
  const isDate = pins.some((pin) => pin.path === path && pin.kind === 'date');
  if (isDate && values.length === 0) return rangeWords(min, max === null ? null : max + 1);
  const texts = values.map((value) => BOOLEAN_WORDS[value] ?? valueWords({ value, name: null }));
  return [boundsWords(min, max), anyOf(texts)].filter((words) => words !== '').join(', ');
}

function boundsWords(min: number | null, max: number | null): string {
  if (min === null) return max === null ? '' : `at most ${formatNumber(max)}`;
  return max === null ? `at least ${formatNumber(min)}` : `${formatNumber(min)} to ${formatNumber(max)}`;
}

/** Ranges of local days offered as buttons; `from` is UTC ms, and all end today. */
export function dayPresets(now: number): readonly { readonly name: string; readonly from: number }[] {
  const today = localDay(now);
  const daysAgo = (days: number) => startOfDay(today, -days) ?? now;
  return [
    { name: 'Today', from: daysAgo(0) },
    { name: 'Last 7 days', from: daysAgo(6) },
    { name: 'Last 30 days', from: daysAgo(29) },
    { name: 'This month', from: daysAgo(new Date(now).getDate() - 1) },
  ];
}
