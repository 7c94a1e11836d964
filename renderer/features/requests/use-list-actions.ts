import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { BUILT_IN_VIEWS, FIRST_STATE } from './list-state.ts';
import type { RequestList } from './use-request-list.ts';

const GROUP = 'These requests';

/** Offers the list's actions in the palette. */
export function useListActions({ change, selection, rows }: RequestList): void {
  useActions([
    ...((rows.order?.total ?? 0) > 0
      ? [{ id: 'list.select-all', name: 'Select all', group: GROUP, run: selection.grid.onAll }]
      : []),
    ...BUILT_IN_VIEWS.map(
      ({ id, name, filter }): Action => ({
        id: `list.view.${id}`,
        name: `Show: ${name}`,
        group: GROUP,
        keywords: 'view filter',
        run: () => change({ viewId: id, query: { ...FIRST_STATE.query, filter } }),
      }),
    ),
  ]);
}
