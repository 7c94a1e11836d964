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
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import {
  type FilterKind,
  isValuePart,
  isYesNoPart,
  kindName,
  pinPath,
  valueWords,
  YES_NO_WORDS,
} from './filter-parts.ts';

/** A filter that is on, in words: `Status: COMPLETED`, or the value null where the name says all. */
export interface FilterWords {
  readonly name: string;
  readonly value: string | null;
}

/** What the words need to know: names of ids and of pinned fields. */
export interface FilterNames {
  readonly values: FilterValues | undefined;
  readonly pins: readonly PinnedField[];
}

/** As many values are written out; of more, their number. */
const WRITTEN_OUT = 2;

/** One kind of filter as it is on. */
export function filterWords(kind: FilterKind, filter: RequestFilter, names: FilterNames): FilterWords {
  const path = pinPath(kind);
  if (path !== null) {
    const pinned = filter.pinned.find((each) => each.path === path);
    return { name: kindName(kind, names.pins), value: pinned ? wordsOfPinned(pinned, names.pins) : null };
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

/** A part of the filter as main names it, for a sentence: `Status: COMPLETED`, `the search “ada”`. */
export function partWords(part: RequestFilterPart, filter: RequestFilter, names: FilterNames): string {
  if (part === 'search') return `the search “${filter.search.trim()}”`;
  if (part === 'pinned') {
    return filter.pinned.map(({ path }) => quoted(filterWords(`pin:${path}`, filter, names))).join(' and ');
  }
  if (part === 'from') return `“Accepted: ${rangeWords(filter.from, null)}”`;
  if (part === 'until') return `“Accepted: ${rangeWords(null, filter.until)}”`;
  if (part === 'archived' && filter.archived === 'no') return 'leaving out archived ones';
  return quoted(filterWords(part, filter, names));
}

function quoted({ name, value }: FilterWords): string {
  return `“${value === null ? name : `${name}: ${value}`}”`;
}

function nameOf(part: FilterKind, value: string, values: FilterValues | undefined): string {
  if (part === 'verdicts') {
    return Object.entries(VERDICT_WORDS).find(([verdict]) => verdict === value)?.[1] ?? value;
  }
  if (part !== 'jobs' && part !== 'questionnaires') return valueWords({ value, name: null });
  const known = values?.[part].find((each) => each.value === value);
  return known?.name ?? shortId(value);
}

function anyOf(words: readonly string[]): string {
  if (words.length <= WRITTEN_OUT) return words.join(' or ');
  return `${words[0]} or ${countOf(words.length - 1, 'other')}`;
}

/** Days, both included; `until` is the moment the day after the last one begins. */
export function rangeWords(from: number | null, until: number | null): string {
  const last = until === null ? null : until - 1;
  if (from === null) return last === null ? 'any day' : `until ${formatDate(last)}`;
  if (last === null) return `since ${formatDate(from)}`;
  const [first, end] = [formatDate(from), formatDate(last)];
  return first === end ? first : `${first} – ${end}`;
}

/** Of a date the bounds are days: see `rangeWords`. */
function wordsOfPinned(pinned: PinnedFilter, pins: readonly PinnedField[]): string {
  const isDate = pins.find(({ path }) => path === pinned.path)?.kind === 'date';
  if (!isDate || pinned.values.length > 0) return pinnedWords(pinned);
  return rangeWords(pinned.min, pinned.max === null ? null : pinned.max + 1);
}

const BOOLEAN_WORDS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** What a pinned field must be. */
export function pinnedWords({ min, max, values }: PinnedFilter): string {
  const texts = values.map((value) => BOOLEAN_WORDS[value] ?? valueWords({ value, name: null }));
  const range =
    min !== null && max !== null
      ? `${formatNumber(min)} to ${formatNumber(max)}`
      : min !== null
        ? `at least ${formatNumber(min)}`
        : max !== null
          ? `at most ${formatNumber(max)}`
          : null;
  return [range, texts.length > 0 ? anyOf(texts) : null].filter((each) => each !== null).join(', ');
}
