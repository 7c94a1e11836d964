import type { RequestPage } from '../../../../shared/ipc/request-calls.ts';
import { OUTCOMES } from '../../../../shared/outcome.ts';
import { type RequestSort, VERDICTS } from '../../../../shared/request.ts';
import {
  type FilterValue,
  type FilterValues,
  type HiddenBy,
  MINE,
  NO_FILTER,
  type PinnedFilter,
  type RequestFilter,
  type RequestFilterPart,
  requestFilter,
} from '../../../../shared/request-filter.ts';
import { statusWords } from '../../../../shared/words/status-words.ts';
import { byCodePoint, sortKey } from './folding.ts';
import { type ListedRequest, nameOf, outcome, rowOf, type WorkspaceWords } from './listed-request.ts';
import { compareKeys, filterKeyOf, sortKeyOf } from './order.ts';
import { searchFor } from './search.ts';

export interface ListOrder {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

/**
 * The expected results of list queries, found by checking one request after the other. `all`: the requests of all
 * workspaces.
 */
export class PlainScan {
  private readonly workspaceId: string;
  private readonly words: WorkspaceWords;
  private readonly all: readonly ListedRequest[];
  private readonly own: readonly ListedRequest[];

  constructor(workspaceId: string, words: WorkspaceWords, all: readonly ListedRequest[]) {
    this.workspaceId = workspaceId;
    this.words = words;
    this.all = all;
    this.own = all.filter((request) => request.workspaceId === workspaceId);
  }

  /** All matches, in order. */
  inOrder({ filter, sort, descending }: ListOrder): ListedRequest[] {
    const sign = descending ? -1 : 1;
    return this.matching(filter)
      .map((request) => ({ request, key: sortKeyOf(request, this.words, sort) }))
      .sort((one, other) => {
        // Requests without a value come last in both directions.
        if ((one.key === null) !== (other.key === null)) return one.key === null ? 1 : -1;
        return (
          sign * (compareKeys(one.key ?? [], other.key ?? []) || one.request.place - other.request.place)
        );
      })
      .map(({ request }) => request);
  }

  page(inOrder: readonly ListedRequest[], offset: number, limit: number): RequestPage {
    const rows = inOrder.slice(offset, offset + limit).map((request) => rowOf(request, this.words));
    return { rows, total: inOrder.length, all: this.own.length, isShared: false };
  }

  hiddenBy(filter: RequestFilter): HiddenBy[] {
    const parts = Object.keys(requestFilter.shape).filter(
      (part): part is RequestFilterPart => part in filter,
    );
    return parts
      .filter((part) => isSet(filter, part))
      .map((part) => {
        const without = part === 'archived' ? { archived: 'any' as const } : { [part]: NO_FILTER[part] };
        return { part, withoutIt: this.matching({ ...filter, ...without }).length };
      });
  }

  filterValues(): FilterValues {
    const shown = this.own.filter(({ archived }) => !archived);
    const nameless = (): null => null;
    const inWords = (statuses: string[]): FilterValue[] =>
      counted(statuses, statusWords).map((each) => ({ ...each, name: null }));
    return {
      outcomes: OUTCOMES.map((value) => ({
        value,
        count: shown.filter((each) => outcome(each).outcome === value).length,
      }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count),
      statuses: inWords(shown.map(({ status }) => status)),
      callStatuses: inWords(shown.flatMap(({ lastCallStatus }) => lastCallStatus ?? [])),
      jobs: counted(
        shown.map(({ jobDescriptionId }) => jobDescriptionId),
        (id) => nameOf(this.words, 'job_description', id),
      ),
      questionnaires: counted(
        shown.map(({ questionnaireTemplateId }) => questionnaireTemplateId),
        (id) => nameOf(this.words, 'questionnaire', id),
      ),
      tags: counted(
        shown.flatMap(({ tags }) => tags),
        nameless,
      ),
      verdicts: VERDICTS.map((value) => ({
        value,
        count: shown.filter(({ verdict }) => verdict === value).length,
      }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count),
      by: [],
    };
  }

  matching(filter: RequestFilter): ListedRequest[] {
    const isFound = searchFor(filter.search, this.workspaceId, this.words, this.all);
    return this.own.filter((request) => this.meets(request, filter)).filter(isFound);
  }

  private meets(request: ListedRequest, filter: RequestFilter): boolean {
    const isOneOf = <Value>(wanted: readonly Value[], value: Value): boolean =>
      wanted.length === 0 || wanted.includes(value);
    const isAs = (wanted: boolean | null, value: boolean): boolean => wanted === null || wanted === value;
    return (
      isOneOf(filter.outcomes, outcome(request).outcome) &&
      isOneOf(filter.statuses, request.status) &&
      isOneOf<string | null>(filter.callStatuses, request.lastCallStatus) &&
      isOneOf(filter.jobs, request.jobDescriptionId) &&
      isOneOf(filter.questionnaires, request.questionnaireTemplateId) &&
      isOneOf(filter.verdicts, request.verdict) &&
      isOneOf(filter.by, MINE) &&
      (filter.tags.length === 0 || filter.tags.some((tag) => request.tags.includes(tag))) &&
      request.acceptedAt >= (filter.from ?? -Infinity) &&
      request.acceptedAt < (filter.until ?? Infinity) &&
      isAs(filter.hasResults, request.hasResults) &&
      isAs(filter.hasProblem, request.problem !== null) &&
      isAs(filter.unseen, request.unseen) &&
      isAs(filter.archived === 'any' ? null : filter.archived === 'yes', request.archived) &&
      filter.pinned.every((pinned) => this.hasPinned(request, pinned)) &&
      (filter.among.length === 0 || filter.among.includes(request.requestId))
    );
  }

  private hasPinned(request: ListedRequest, { path, min, max, values }: PinnedFilter): boolean {
    if (min === null && max === null && values.length === 0) return true;
    const pin = this.words.pins.find((each) => each.path === path);
    const key = pin && filterKeyOf(request, pin);
    if (key === undefined) return false;
    const isWithin =
      (min === null && max === null) ||
      (typeof key === 'number' && key >= (min ?? -Infinity) && key <= (max ?? Infinity));
    return isWithin && (values.length === 0 || values.some((value) => key === sortKey(value)));
  }
}

function isSet(filter: RequestFilter, part: RequestFilterPart): boolean {
  const value = filter[part];
  if (part === 'archived') return value !== 'any';
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** The most frequent first, then by name. */
function counted(values: readonly string[], nameFor: (value: string) => string | null): FilterValue[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, name: nameFor(value), count }))
    .sort(
      (one, other) =>
        other.count - one.count ||
        byCodePoint(sortKey(one.name ?? one.value), sortKey(other.name ?? other.value)) ||
        byCodePoint(one.value, other.value),
    );
}
