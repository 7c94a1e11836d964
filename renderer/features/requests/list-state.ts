import type { PinnedField } from '../../../shared/assessment.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import {
  type AnnotationChange,
  NO_FILTER,
  NOT_REACHED,
  type RequestFilter,
  type RequestSelection,
  TO_REVIEW,
} from '../../../shared/request-filter.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import type { RequestQuery } from '../../api/requests.ts';
import { countOf, formatNumber } from '../../parts/format.ts';
import type { ScrollPosition } from '../../parts/grid/grid-columns.ts';
import type { ShownList } from '../../routes/paths.ts';

/** The chosen view, and the query it has been changed to since. */
export interface ListState {
  /** The id of a built-in or saved view. */
  readonly viewId: string;
  readonly query: RequestQuery;
}

export interface ListMemory {
  state: ListState;
  readonly place: ScrollPosition;
  /** Whether a job's candidates are shown as a board. */
  isBoard: boolean;
  /** The selection that was left for the comparison, with the filter it belongs to. */
  compared: { readonly chosen: Chosen; readonly filterKey: string } | null;
}

export interface BuiltInView {
  readonly id: 'all' | 'changed' | 'archived';
  readonly name: string;
  readonly filter: RequestFilter;
}

/** Requests that changed since the user last opened them. */
export const UNSEEN: RequestFilter = { ...NO_FILTER, unseen: true };

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  { id: 'all', name: 'All', filter: NO_FILTER },
  { id: 'changed', name: 'Changed since you looked', filter: UNSEEN },
  { id: 'archived', name: 'Archived', filter: { ...NO_FILTER, archived: 'yes' } },
];

/** The filters of lists that links lead to. */
export const SHOWN_LISTS: Readonly<Record<ShownList, RequestFilter>> = {
  'to-review': TO_REVIEW,
  'not-reached': NOT_REACHED,
  problems: { ...NO_FILTER, hasProblem: true, archived: 'any' },
};

/** How the list opens: latest changes first. */
export const FIRST_STATE: ListState = {
  viewId: 'all',
  query: { filter: NO_FILTER, sort: 'updated', descending: true },
};

const memories = new Map<string, ListMemory>();

/** The query and scroll position of a workspace's list, or of one job's, kept until the window closes. */
export function listMemory(workspaceId: string, job: string | null = null): ListMemory {
  const key = `${workspaceId} ${job ?? ''}`;
  const known = memories.get(key);
  if (known) return known;
  const memory: ListMemory = {
    state: ofJob(FIRST_STATE, job),
    isBoard: false,
    place: { offset: 0, active: 0, opened: false },
    compared: null,
  };
  memories.set(key, memory);
  return memory;
}

/** The same in the list of a job, which has no others. */
export function ofJob(state: ListState, job: string | null): ListState {
  if (job === null) return state;
  const { query } = state;
  return { ...state, query: { ...query, filter: { ...query.filter, jobs: [job] } } };
}

/** Whether two filters are equal, whatever the order of their keys. */
export function sameFilter(one: RequestFilter, other: RequestFilter): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(filter: RequestFilter): readonly unknown[] {
  return Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** What of a filter's requests waits for a verdict on its results; null if it leaves such out. */
export function toReview(filter: RequestFilter): RequestFilter | null {
  const leavesOut = filter.verdicts.length > 0 && !filter.verdicts.includes('none');
  return leavesOut || filter.hasResults === false
    ? null
    : { ...filter, verdicts: ['none'], hasResults: true };
}

/** The selected requests: some by id, or all that match the filter with a few exceptions. */
export type Chosen =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly filter: RequestFilter; readonly except: ReadonlySet<string> };

export const NONE_CHOSEN: Chosen = { kind: 'some', ids: new Set() };

export function isChosen(chosen: Chosen, requestId: string): boolean {
  return chosen.kind === 'some' ? chosen.ids.has(requestId) : !chosen.except.has(requestId);
}

/** The number of selected requests, given how many match the filter. */
export function countChosen(chosen: Chosen, total: number): number {
  return chosen.kind === 'some' ? chosen.ids.size : Math.max(0, total - chosen.except.size);
}

/** Selects or deselects requests. */
export function withChosen(chosen: Chosen, requestIds: readonly string[], on: boolean): Chosen {
  if (chosen.kind === 'some') return { kind: 'some', ids: changed(chosen.ids, requestIds, on) };
  return { ...chosen, except: changed(chosen.except, requestIds, !on) };
}

function changed(ids: ReadonlySet<string>, changedIds: readonly string[], add: boolean): ReadonlySet<string> {
  if (add) return new Set([...ids, ...changedIds]);
  const removed = new Set(changedIds);
  return new Set([...ids].filter((id) => !removed.has(id)));
}

/** The selection as the IPC contract takes it; null if nothing is selected. */
export function toSelection(chosen: Chosen): RequestSelection | null {
  if (chosen.kind === 'all') return { filter: chosen.filter, except: [...chosen.except] };
  return chosen.ids.size === 0 ? null : { requestIds: [...chosen.ids] };
}

/** The toast for a bulk change: `3 requests archived`. */
export function changeWords(
  count: number,
  { verdict, addTags, removeTags, archived }: AnnotationChange,
): string {
  const requests = countOf(count, 'request');
  if (archived !== undefined) return `${requests} ${archived ? 'archived' : 'unarchived'}`;
  if (verdict === 'none') return `Verdict removed from ${requests}`;
  if (verdict !== undefined) return `${requests} marked ${VERDICT_WORDS[verdict]}`;
  if (addTags !== undefined) return `${requests} tagged ${addTags.join(', ')}`;
  return `Tag ${(removeTags ?? []).join(', ')} removed from ${requests}`;
}

/** The share that has been read, in whole percent, rounded down. */
function readingShare({ read, of }: BackfillProgress): string {
  return `${of === 0 ? 0 : Math.floor((100 * read) / of)}%`;
}

/** How the list is incomplete while results are still being read; null once all have been read. */
export function readingWords(
  reading: BackfillProgress | null,
  pins: readonly PinnedField[],
  { sort, filter }: Pick<RequestQuery, 'sort' | 'filter'>,
): string | null {
  if (!reading) return null;
  const { paths } = reading;
  const share = readingShare(reading);
  const columns = pins.filter(({ path }) => paths.includes(path));
  const sorted = columns.find(({ path }) => sort === `pin:${path}`);
  const filtered = columns.find(({ path }) => filter.pinned.some((pinned) => pinned.path === path));
  if (filtered) return `Some may be missing: ${share} of results read for ${filtered.label}`;
  if (sorted) return `Not sorted by ${sorted.label} yet: ${share} of results read`;
  if (sort === 'headline') return `The order may change: ${share} of results read for Score`;
  const [first, ...others] = columns.map(({ label }) => label);
  const fields = others.length === 0 ? (first ?? 'Score') : countOf(columns.length, 'column');
  return `Reading results for ${fields}: ${share}`;
}

/** The confirmation shown before this many candidates are called again. */
export function submitAgainWords(count: number): { title: string; body: string; confirm: string } {
  const people = countOf(count, 'candidate');
  const called = count === 1 ? 'this person' : `each of these ${formatNumber(count)} people`;
  const submission = count === 1 ? 'The new submission' : 'Each new submission';
  return {
    title: `Submit ${people} again?`,
    body: `The service will call ${called} again, whatever the outcome of the first call. ${submission} is linked to the earlier one.`,
    confirm: `Submit ${people} again`,
  };
}
