import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import type { ScrollPosition } from '../../parts/grid/scroll-position.ts';
import type { Chosen } from './selection.ts';

/** The chosen view, and the query it has been changed to since. */
export interface ListState {
  /** The id of a built-in or saved view. */
  readonly viewId: string;
  readonly query: RequestQuery;
}

export interface ListMemory {
  state: ListState;
  readonly place: ScrollPosition;
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

/** How the list opens: latest changes first. */
export const FIRST_STATE: ListState = {
  viewId: 'all',
  query: { filter: NO_FILTER, sort: 'updated', descending: true },
};

const memories = new Map<string, ListMemory>();

/** A workspace's query and scroll position, kept until the window closes. */
export function listMemory(workspaceId: string): ListMemory {
  const known = memories.get(workspaceId);
  if (known) return known;
  const memory: ListMemory = {
    state: FIRST_STATE,
    place: { offset: 0, active: 0, opened: false },
    compared: null,
  };
  memories.set(workspaceId, memory);
  return memory;
}

/** Whether two filters are equal, whatever the order of their keys. */
export function sameFilter(one: RequestFilter, other: RequestFilter): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(filter: RequestFilter): readonly unknown[] {
  return Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
