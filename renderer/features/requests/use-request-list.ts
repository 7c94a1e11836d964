import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Columns whose first order is from the greatest: what is newest or best comes first. */
const GREATEST_FIRST: ReadonlySet<string> = new Set(['updated', 'accepted', 'calls', 'headline', 'verdict']);

/** The list of tracked requests: what is looked at, its rows, what is chosen among them. */
export function useRequestList(openRequestId: string | null) {
  const memory = listMemory(useCurrentWorkspace().id);
  const [state, setState] = useState(memory.state);
  const { idle, movesAllowed, allowMoves, watch } = useIdle();
  const [choosing, setChoosing] = useState(false);
  const mayMove = movesAllowed || (idle && !choosing && openRequestId === null);
  const rows = usePagedRequests(state.query, mayMove);
  const { order, query, itemAt } = rows;
  const onScreen = useRowsOnScreen(itemAt);
  const selection = useSelection({ query, total: order?.total ?? 0, itemAt });
  if (choosing !== selection.count > 0) setChoosing(selection.count > 0);

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
      const first = sort !== state.query.sort;
      const fromGreatest = GREATEST_FIRST.has(sort) || sort.startsWith('pin:');
      change({
        ...state,
        query: { ...state.query, sort, descending: first ? fromGreatest : descending },
      });
    },
    [change, state],
  );
  const { onRange } = rows;
  const { onRange: onRowsOnScreen } = onScreen;
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
    watch,
    state,
    change,
    changeFilter,
    changeSort,
    allowMoves,
    rows,
    selection,
    checked: onScreen.checked,
    onRows,
    reveal,
    place: memory.place,
  };
}

export type RequestList = ReturnType<typeof useRequestList>;

/** The order of a column, null for one that does not sort. */
function sortOf(column: string): RequestSort | null {
  const known = REQUEST_SORTS.find((sort) => sort === column);
  if (known) return known;
  return column.startsWith('pin:') ? `pin:${column.slice('pin:'.length)}` : null;
}

/** Lets the page of a request go on to the next one in the order of this list. */
function useNeighbours(order: ListOrder | null, query: RequestQuery): void {
  const workspace = useWorkspace();
  const latest = useRef({ order, query });
  useEffect(() => {
    latest.current = { order, query };
  }, [order, query]);
  useEffect(() => {
    setNeighbourSource((requestId, step) =>
      findNeighbour(workspace, latest.current.order, latest.current.query, requestId, step),
    );
    return () => setNeighbourSource(null);
  }, [workspace]);
}

/** Where the open request stands in the list, to bring it on screen when another one is opened. */
function useOpenPlace(
  order: ListOrder | null,
  query: RequestQuery,
  openRequestId: string | null,
): number | undefined {
  const { api } = useWorkspace();
  const [place, setPlace] = useState<{ id: string; index: number } | null>(null);
  const latest = useRef({ order, query });
  useEffect(() => {
    latest.current = { order, query };
  }, [order, query]);
  const known = order !== null;
  useEffect(() => {
    if (openRequestId === null || !known) return;
    const shown = placeShown(latest.current.order, openRequestId);
    let wanted = true;
    const show = (index: number | null) => {
      if (wanted && index !== null) setPlace({ id: openRequestId, index });
    };
    if (shown !== null) show(shown);
    else {
      // It is only to be found on screen; without it the list stands where it stood.
      api.requests.place({ requestId: openRequestId, ...latest.current.query }).then(show, () => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [api, openRequestId, known]);
  return place !== null && place.id === openRequestId ? place.index : undefined;
}

/** What a row is known by. */
export function requestId(row: RequestRow): string {
  return row.requestId;
}
