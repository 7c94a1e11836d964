import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import type { ScrollPosition } from '../../parts/grid/scroll-position.ts';

/** What is looked at: a view, and what it has become by then. */
export interface ListState {
  /** The view chosen last: a built-in one or a saved one by its id. */
  readonly viewId: string;
  readonly query: RequestQuery;
}

/** How the list was left: what was searched, how it was sorted, which rows were on screen. */
export interface ListMemory {
  state: ListState;
  readonly place: ScrollPosition;
}

/** A view that is always there. */
export interface BuiltInView {
  readonly id: 'all' | 'changed' | 'archived';
  readonly name: string;
  readonly filter: RequestFilter;
}

export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  { id: 'all', name: 'All', filter: NO_FILTER },
  { id: 'changed', name: 'Changed since you looked', filter: { ...NO_FILTER, unseen: true } },
  { id: 'archived', name: 'Archived', filter: { ...NO_FILTER, archived: 'yes' } },
];

/** How the list opens: what changed last comes first. */
export const FIRST_STATE: ListState = {
  viewId: 'all',
  query: { filter: NO_FILTER, sort: 'updated', descending: true },
};

const memories = new Map<string, ListMemory>();

/** A workspace's list, remembered until the window closes: coming back finds the same rows. */
export function listMemory(workspaceId: string): ListMemory {
  const known = memories.get(workspaceId);
  if (known) return known;
  const fresh: ListMemory = { state: FIRST_STATE, place: { offset: 0, active: 0, opened: false } };
  memories.set(workspaceId, fresh);
  return fresh;
}

/** Whether two filters let the same requests through by the same parts. */
export function sameFilter(one: RequestFilter, other: RequestFilter): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(filter: RequestFilter): readonly unknown[] {
  return Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
