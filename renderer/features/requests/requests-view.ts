import type { RequestFilter } from '../../api/query-keys.ts';
import type { GridPlace } from '../../parts/grid/use-grid-place.ts';

/** How the list was left: what was searched, how it was sorted, which rows were on screen. */
export interface RequestsView {
  filter: RequestFilter;
  readonly place: GridPlace;
}

/** How the list opens: what changed last comes first. */
export const FIRST_FILTER: RequestFilter = { search: '', status: null, sort: 'updated', descending: true };

const views = new Map<string, RequestsView>();

/** The view of a workspace's list, remembered until the window closes: coming back finds the same rows. */
export function requestsView(workspaceId: string): RequestsView {
  const known = views.get(workspaceId);
  if (known) return known;
  const fresh: RequestsView = { filter: FIRST_FILTER, place: { offset: 0, active: 0, opened: false } };
  views.set(workspaceId, fresh);
  return fresh;
}
