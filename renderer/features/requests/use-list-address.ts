import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useViews } from '../../api/requests.ts';
import { FIRST_STATE, type ListState } from './list-state.ts';
import { stateOf } from './views-bar.tsx';

/** Applies the saved view, search or filter in the address, then removes it from there, so that later changes aren't overridden. */
export function useListAddress(change: (state: ListState) => void): void {
  const search = new URLSearchParams(useSearch());
  const viewId = search.get('view');
  const searched = search.get('search');
  const problems = search.has('problems');
  const [, navigate] = useLocation();
  const views = useViews();
  const viewsKnown = views.data !== undefined || views.isError;
  const view = views.data?.find(({ id }) => id === viewId);
  useEffect(() => {
    if (viewId === null && searched === null && !problems) return;
    if (searched !== null) {
      const filter = { ...FIRST_STATE.query.filter, search: searched, archived: 'any' } as const;
      change({ ...FIRST_STATE, query: { ...FIRST_STATE.query, filter } });
    } else if (problems) {
      const filter = { ...FIRST_STATE.query.filter, hasProblem: true, archived: 'any' } as const;
      change({ ...FIRST_STATE, query: { ...FIRST_STATE.query, filter } });
    } else if (view) change(stateOf(view));
    else if (!viewsKnown) return;
    navigate('/requests', { replace: true });
  }, [viewId, searched, problems, view, viewsKnown, change, navigate]);
}
