import { functionalUpdate, type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { type GridColumns, gridFeatures } from './grid-columns.ts';

/** How a grid is sorted: by which column, and which way. */
export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

interface GridTableOptions<Item extends RowData> {
  readonly columns: GridColumns<Item>;
  /** The items on screen, where they have arrived. */
  readonly items: readonly (Item | undefined)[];
  readonly itemId: (item: Item) => string;
  readonly sort: GridSort | undefined;
  readonly onSort: ((sort: GridSort) => void) | undefined;
}

/** TanStack Table over the rows on screen alone; order comes from the main process. */
export function useGridTable<Item extends RowData>(options: GridTableOptions<Item>) {
  const { columns, itemId, sort, onSort } = options;
  const data = useSameWhenEqual(options.items.filter((item) => item !== undefined));
  const { column, descending = false } = sort ?? {};
  const sorting = useMemo<SortingState>(
    () => (column === undefined ? [] : [{ id: column, desc: descending }]),
    [column, descending],
  );
  return useTable({
    features: gridFeatures,
    columns,
    data,
    getRowId: itemId,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting);
      if (first) onSort?.({ column: first.id, descending: first.desc });
    },
  });
}

/** The earlier list for as long as its items are the same: the table builds its rows anew for every other one. */
function useSameWhenEqual<Item>(list: Item[]): Item[] {
  const kept = useRef(list);
  const same = kept.current.length === list.length && kept.current.every((item, at) => item === list[at]);
  if (!same) kept.current = list;
  return kept.current;
}
