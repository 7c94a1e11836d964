import type { PinnedField } from '../../../shared/assessment.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type {
  FilterValue,
  FilterValues,
  PinnedFilter,
  RequestFilter,
  RequestFilterPart,
} from '../../../shared/request-filter.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';

/** Parts that are a list of values, any of which may hold. */
export const VALUE_PARTS = [
  'statuses',
  'callStatuses',
  'jobs',
  'questionnaires',
  'verdicts',
  'tags',
] as const;
export type ValuePart = (typeof VALUE_PARTS)[number];

/** Parts that are yes or no. */
export const YES_NO_PARTS = ['hasResults', 'hasProblem', 'unseen'] as const;
export type YesNoPart = (typeof YES_NO_PARTS)[number];

/** What a person adds as one filter and sees as one chip. A pinned field is `pin:` and its path. */
export type FilterKind = ValuePart | YesNoPart | 'accepted' | 'archived' | `pin:${string}`;

const KIND_NAMES: Readonly<Record<Exclude<FilterKind, `pin:${string}`>, string>> = {
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

/** What each answer of a yes-or-no part is called. */
export const YES_NO_WORDS: Readonly<Record<YesNoPart, readonly [yes: string, no: string]>> = {
  hasResults: ['Has results', 'No results yet'],
  hasProblem: ['Has a problem', 'No problem'],
  unseen: ['Changed since you looked', 'Seen'],
};

/** The kinds there are, in the order they are offered. */
export function filterKinds(pins: readonly PinnedField[]): readonly FilterKind[] {
  return [
    ...VALUE_PARTS,
    'accepted',
    ...YES_NO_PARTS,
    'archived',
    ...pins.map(({ path }): FilterKind => `pin:${path}`),
  ];
}

/** What a kind is called. */
export function kindName(kind: FilterKind, pins: readonly PinnedField[]): string {
  const path = pinPath(kind);
  if (path !== null) return pins.find((pin) => pin.path === path)?.label ?? path;
  return isPin(kind) ? kind : KIND_NAMES[kind];
}

function isPin(kind: FilterKind): kind is `pin:${string}` {
  return kind.startsWith('pin:');
}

/** The path of the pinned field that a kind is about, null for the other kinds. */
export function pinPath(kind: FilterKind): string | null {
  return isPin(kind) ? kind.slice('pin:'.length) : null;
}

export function isValuePart(kind: FilterKind): kind is ValuePart {
  return VALUE_PARTS.some((part) => part === kind);
}

export function isYesNoPart(kind: FilterKind): kind is YesNoPart {
  return YES_NO_PARTS.some((part) => part === kind);
}

/** The kinds that are on, in the order they are offered. */
export function kindsOn(filter: RequestFilter, pins: readonly PinnedField[]): readonly FilterKind[] {
  const known = filterKinds(pins);
  // A field that was unpinned meanwhile still filters, so it is still a chip.
  const gone = filter.pinned
    .map(({ path }): FilterKind => `pin:${path}`)
    .filter((kind) => !known.includes(kind));
  return [...known.filter((kind) => isOn(kind, filter)), ...gone];
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

/** The filter without one of its parts, as main names them. */
export function withoutPart(filter: RequestFilter, part: RequestFilterPart): RequestFilter {
  return { ...filter, [part]: NO_FILTER[part] };
}

/** Adds a value to a part or takes it out. */
export function withValueToggled(filter: RequestFilter, part: ValuePart, value: string): RequestFilter {
  const values: readonly string[] = filter[part];
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return { ...filter, [part]: next };
}

/** Sets what a pinned field must be; null for anything. */
export function withPinned(filter: RequestFilter, path: string, pinned: PinnedFilter | null): RequestFilter {
  const others = filter.pinned.filter((each) => each.path !== path);
  return { ...filter, pinned: pinned ? [...others, pinned] : others };
}

/** The values of a part to choose from; chosen ones that no request has any more are among them. */
export function valuesOf(
  part: ValuePart,
  values: FilterValues,
  filter: RequestFilter,
): readonly FilterValue[] {
  const known: readonly FilterValue[] =
    part === 'verdicts'
      ? values.verdicts.map(({ value, count }) => ({ value, name: VERDICT_WORDS[value], count }))
      : values[part];
  const chosen: readonly string[] = filter[part];
  const gone = chosen.filter((value) => !known.some((each) => each.value === value));
  return [...known, ...gone.map((value) => ({ value, name: null, count: 0 }))];
}

/** What a value is called on screen. */
export function valueWords({ value, name }: Pick<FilterValue, 'value' | 'name'>): string {
  return name ?? (value === '' ? '(empty)' : value);
}
