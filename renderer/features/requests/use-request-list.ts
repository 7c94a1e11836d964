import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { REQUEST_SORTS, type RequestRow, type RequestSort } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import type { RequestQuery } from '../../api/query-keys.ts';
import { useWorkspace } from '../../api/workspace.ts';
import type { GridSort } from '../../parts/grid/grid-columns.ts';
import { setNeighbourSource } from '../../routes/request-neighbours.ts';
import { type ListState, listMemory } from './list-state.ts';
import type { ListOrder } from './live-order.ts';
import { findNeighbour, placeShown } from './neighbours.ts';
import { useIdle } from './use-idle.ts';
import { usePagedRequests } from './use-paged-requests.ts';
import { useRowsOnScreen } from './use-rows-on-screen.ts';
import { useSelection } from './use-selection.ts';

/** Columns that sort in descending order first: newest or best at the top. */
const DESCENDING_FIRST: ReadonlySet<string> = new Set([
  'updated',
  'accepted',
  'calls',
  'headline',
  'verdict',
]);

/** The list of tracked requests: its view and query, its rows, and the selection among them. */
export function useRequestList(openRequestId: string | null) {
  const { memory, state, ...changes } = useListState();
  const { idle, movesAllowed, allowMoves, watch } = useIdle();
  const [choosing, setChoosing] = useState(false);
  const mayMove = movesAllowed || (idle && !choosing && openRequestId === null);
  const rows = usePagedRequests(state.query, mayMove);
  const { order, query, itemAt, onRange } = rows;
  const { checked, onRange: onRowsOnScreen } = useRowsOnScreen(itemAt);
  const selection = useSelection({ query, total: order?.total ?? 0, itemAt, memory });
  if (choosing !== selection.count > 0) setChoosing(selection.count > 0);

  const onRows = useCallback(
    (first: number, last: number) => {
      onRange(first, last);
      onRowsOnScreen(first, last);
    },
    [onRange, onRowsOnScreen],
  );
  useNeighbours(order, query);
  const reveal = useOpenPlace(order, query, openRequestId);
  return {
    state,
    ...changes,
    watch,
    allowMoves,
    rows,
    selection,
    checked,
    onRows,
    reveal,
    place: memory.place,
  };
}

export type RequestList = ReturnType<typeof useRequestList>;

/** The workspace's view, filter and sort order, remembered until the window closes, and ways to change them. */
function useListState() {
  const memory = listMemory(useCurrentWorkspace().id);
  const [state, setState] = useState(memory.state);
  const change = useCallback(
    (next: ListState) => {
      memory.state = next;
      memory.place.offset = 0;
      memory.place.active = 0;
      setState(next);
    },
    [memory],
  );
  const changeFilter = useCallback(
    (filter: RequestFilter) => change({ ...state, query: { ...state.query, filter } }),
    [change, state],
  );
  const changeSort = useCallback(
    ({ column, descending }: GridSort) => {
      const sort = sortOf(column);
      if (!sort) return;
      const descendingFirst = DESCENDING_FIRST.has(sort) || sort.startsWith('pin:');
      const isNew = sort !== state.query.sort;
      change({
        ...state,
        query: { ...state.query, sort, descending: isNew ? descendingFirst : descending },
      });
    },
    [change, state],
  );
  return { memory, state, change, changeFilter, changeSort };
}

/** The sort order of a column; null if the column doesn't sort. */
function sortOf(column: string): RequestSort | null {
  const known = REQUEST_SORTS.find((sort) => sort === column);
  if (known) return known;
  return column.startsWith('pin:') ? `pin:${column.slice('pin:'.length)}` : null;
}

/** Lets a request's page step to the next one in the order of this list. */
function useNeighbours(order: ListOrder | null, query: RequestQuery): void {
  const workspace = useWorkspace();
  const find = useEffectEvent((requestId: string, step: 1 | -1) =>
    findNeighbour(workspace, order, query, requestId, step),
  );
  useEffect(() => {
    setNeighbourSource((requestId, step) => find(requestId, step));
    return () => setNeighbourSource(null);
  }, []);
}

/** The index of the open request in the list, which the grid scrolls to when another request is opened. */
function useOpenPlace(
  order: ListOrder | null,
  query: RequestQuery,
  openRequestId: string | null,
): number | undefined {
  const { api } = useWorkspace();
  const [place, setPlace] = useState<{ id: string; index: number } | null>(null);
  const findPlace = useEffectEvent(
    async (requestId: string) => placeShown(order, requestId) ?? api.requests.place({ requestId, ...query }),
  );
  const known = order !== null;
  useEffect(() => {
    if (openRequestId === null || !known) return;
    let wanted = true;
    const show = (index: number | null) => {
      if (wanted && index !== null) setPlace({ id: openRequestId, index });
    };
    // A list that can't be scrolled to the request stays where it is.
    findPlace(openRequestId).then(show, () => undefined);
    return () => {
      wanted = false;
    };
  }, [openRequestId, known]);
  return place !== null && place.id === openRequestId ? place.index : undefined;
}

export function requestId(row: RequestRow): string {
  return row.requestId;
}
