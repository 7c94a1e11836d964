import type { PinnedField } from '../../../shared/assessment.ts';
import type {
  FilterValues,
  PinnedFilter,
  RequestFilter,
  RequestFilterPart,
} from '../../../shared/request-filter.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { formatDate } from '../../parts/time/format-time.ts';
import {
  type FilterKind,
  isValuePart,
  isYesNoPart,
  kindName,
  ownName,
  pinPath,
  type ValuePart,
  valueWords,
  YES_NO_WORDS,
} from './filter-parts.ts';

/** A chip in words: `Status: Completed`; the value is null where the name says it all. */
interface FilterWords {
  readonly name: string;
  readonly value: string | null;
}

/** Where the words get the names of ids and pinned fields from. */
interface FilterNames {
  readonly values: FilterValues | undefined;
  readonly pins: readonly PinnedField[];
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
  if (part === 'archived' && filter.archived === 'no') return 'hiding archived ones';
  return quoted(filterWords(part, filter, names));
}

function quoted({ name, value }: FilterWords): string {
  return `“${value === null ? name : `${name}: ${value}`}”`;
}

function nameOf(part: ValuePart, value: string, values: FilterValues | undefined): string {
  if (part !== 'jobs' && part !== 'questionnaires') return valueWords({ value, name: ownName(part, value) });
  const known = values?.[part].find((other) => other.value === value);
  return known?.name ?? shortId(value);
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
