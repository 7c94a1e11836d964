import type { PinnedField } from '../../../shared/assessment.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type {
  FilterValue,
  FilterValues,
  PinnedFilter,
  RequestFilter,
  RequestFilterPart,
} from '../../../shared/request-filter.ts';
import { OUTCOME_NAMES } from '../../../shared/words/outcome-words.ts';
import { statusWords } from '../../../shared/words/status-words.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';

/** Parts that are a list of values; a request passes if it has any of them. */
export const VALUE_PARTS = [
  'outcomes',
  'statuses',
  'callStatuses',
  'jobs',
  'questionnaires',
  'verdicts',
  'tags',
] as const;
export type ValuePart = (typeof VALUE_PARTS)[number];

const YES_NO_PARTS = ['hasResults', 'hasProblem', 'unseen'] as const;
export type YesNoPart = (typeof YES_NO_PARTS)[number];

/** One filter in the menu and one chip. A pinned field is `pin:` and its path. */
export type FilterKind = ValuePart | YesNoPart | 'accepted' | 'archived' | `pin:${string}`;

const KIND_NAMES: Readonly<Record<Exclude<FilterKind, `pin:${string}`>, string>> = {
  outcomes: 'Outcome',
  statuses: 'Status',
  callStatuses: 'Last call',
  jobs: 'Job',
  questionnaires: 'Questionnaire',
  verdicts: 'Verdict',
  tags: 'Tag',
  accepted: 'Accepted',
  hasResults: 'Results',
  hasProblem: 'Problem',
  unseen: 'Changed',
  archived: 'Archived',
};

/** The labels of a yes-or-no part's two values. */
export const YES_NO_WORDS: Readonly<Record<YesNoPart, readonly [yes: string, no: string]>> = {
  hasResults: ['Has results', 'No results yet'],
  hasProblem: ['Has a problem', 'No problem'],
  unseen: ['Changed since you looked', 'Seen'],
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
  return [...known.filter((kind) => isOn(kind, filter)), ...unpinned];
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
  if (isYesNoPart(kind)) return { ...filter, [kind]: null };
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
  return values[part].map(({ value, count }) => ({ value, name: ownName(part, value), count }));
}

/** The words for a value of a part whose values are codes; null for other parts. */
export function ownName(part: ValuePart, value: string): string | null {
  switch (part) {
    case 'outcomes':
      return wordsIn(OUTCOME_NAMES, value);
    case 'verdicts':
      return wordsIn(VERDICT_WORDS, value);
    case 'statuses':
    case 'callStatuses':
      return statusWords(value);
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
