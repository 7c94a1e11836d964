import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useViews } from '../../api/requests.ts';
import { FIRST_STATE, type ListState } from './list-state.ts';
import { stateOf } from './views-bar.tsx';

/** Shows the saved view or the search that the address names, once: afterwards the list goes its own way. */
export function useListAddress(change: (state: ListState) => void): void {
  const search = new URLSearchParams(useSearch());
  const viewId = search.get('view');
  const words = search.get('search');
  const [, navigate] = useLocation();
  const views = useViews();
  const known = views.data !== undefined || views.isError;
  const view = views.data?.find(({ id }) => id === viewId);
  useEffect(() => {
    if (viewId === null && words === null) return;
    if (words !== null) {
      const filter = { ...FIRST_STATE.query.filter, search: words, archived: 'any' } as const;
      change({ ...FIRST_STATE, query: { ...FIRST_STATE.query, filter } });
    } else if (view) change(stateOf(view));
    else if (!known) return;
    navigate('/requests', { replace: true });
  }, [viewId, words, view, known, change, navigate]);
}
