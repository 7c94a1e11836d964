import { useEffect, useMemo, useRef, useState } from 'react';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { showErrorInShell } from '../../api/query-client.ts';
import type { RequestQuery } from '../../api/requests.ts';
import type { GridSelection } from '../../parts/grid/grid-columns.ts';
import {
  type Chosen,
  countChosen,
  isChosen,
  type ListMemory,
  NONE_CHOSEN,
  toSelection,
  withChosen,
} from './list-state.ts';

interface SelectionOptions {
  readonly query: RequestQuery;
  readonly total: number;
  readonly itemAt: (index: number) => RequestRow | undefined;
  readonly memory: Pick<ListMemory, 'compared'>;
}

/** The selection among the rows of the list; changing the filter clears it, a visit to the comparison doesn't. */
export function useSelection({ query, total, itemAt, memory }: SelectionOptions) {
  const filterKey = JSON.stringify(query.filter);
  const { compared } = memory;
  const [chosen, setChosen] = useState(compared?.filterKey === filterKey ? compared.chosen : NONE_CHOSEN);
  useEffect(() => {
    memory.compared = null;
  }, [memory]);
  const [chosenIn, setChosenIn] = useState(filterKey);
  if (chosenIn !== filterKey) {
    setChosenIn(filterKey);
    setChosen(NONE_CHOSEN);
  }
  const changes = useChanges({ query, itemAt, chosen, setChosen });
  const count = countChosen(chosen, total);
  const forMain = useMemo((): ListSelection | null => {
    const selection = toSelection(chosen);
    return selection && count > 0 ? { selection, count } : null;
  }, [chosen, count]);
  const grid = useMemo(
    (): GridSelection<RequestRow> => ({
      count,
      all: chosen.kind === 'all' ? chosen.except.size === 0 : count > 0 && count === total,
      isSelected: ({ requestId }) => isChosen(chosen, requestId),
      labelOf: ({ candidateName }) => `Select ${candidateName}`,
      ...changes,
    }),
    [chosen, count, total, changes],
  );
  const keepForComparison = () => {
    memory.compared = { chosen, filterKey };
  };
  return { grid, count, clear: changes.onClear, chosen: forMain, keepForComparison };
}

interface ChangesOptions extends Omit<SelectionOptions, 'total' | 'memory'> {
  readonly chosen: Chosen;
  readonly setChosen: (chosen: Chosen) => void;
}

/** The handlers that change the selection. They stay the same while pages arrive. */
function useChanges({ query, itemAt, chosen, setChosen }: ChangesOptions) {
  const workspace = useWorkspace();
  // Where the last range began, and the selection before it: extending the range again replaces it.
  const anchor = useRef<{ index: number; before: Chosen; on: boolean } | null>(null);
  useEffect(() => {
    // Indexes mean other rows in another order.
    if (query) anchor.current = null;
  }, [query]);
  const latestChange = useRef(0);
  const rowAt = useRef(itemAt);
  useEffect(() => {
    rowAt.current = itemAt;
  }, [itemAt]);

  return useMemo(() => {
    const change = (next: Chosen) => {
      latestChange.current += 1;
      setChosen(next);
    };
    const onToggle = (index: number) => {
      const row = rowAt.current(index);
      if (!row) return;
      const on = !isChosen(chosen, row.requestId);
      const next = withChosen(chosen, [row.requestId], on);
      anchor.current = { index, before: next, on };
      change(next);
    };
    const extend = async (to: number) => {
      const from = anchor.current ?? { index: to, before: chosen, on: true };
      anchor.current = from;
      const [first, last] = [Math.min(from.index, to), Math.max(from.index, to)];
      latestChange.current += 1;
      const thisChange = latestChange.current;
      const ids =
        loadedIds(rowAt.current, first, last) ?? (await requestIdsBetween(workspace, query, first, last));
      // Dropped if the selection was changed again while the ids were loading.
      if (thisChange === latestChange.current) setChosen(withChosen(from.before, ids, from.on));
    };
    return {
      onToggle,
      onExtend: (index: number) => void extend(index).catch(showErrorInShell),
      onAll: () => change({ kind: 'all', filter: query.filter, except: new Set() }),
      onClear: () => {
        anchor.current = null;
        change(NONE_CHOSEN);
      },
    };
  }, [workspace, chosen, setChosen, query]);
}

/** The selection as the main process takes it, and how many requests it holds. */
export interface ListSelection {
  readonly count: number;
  readonly selection: RequestSelection;
}

/** The ids of these rows; null unless all of them are loaded. */
function loadedIds(
  itemAt: SelectionOptions['itemAt'],
  first: number,
  last: number,
): readonly string[] | null {
  if (last - first >= MAX_IDS) return null;
  const ids: string[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = itemAt(index);
    if (!row) return null;
    ids.push(row.requestId);
  }
  return ids;
}

/** Rows per call while a selection is resolved. */
const IDS_PER_PAGE = 400;
/** The IPC contract's limit of IDs per call. */
const MAX_IDS = 10_000;

/** The IDs between two positions of the list, inclusive and in order; at most {@link MAX_IDS}. */
async function requestIdsBetween(
  { api }: WorkspaceAccess,
  query: RequestQuery,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = [];
  const total = Math.min(last - first + 1, MAX_IDS);
  while (ids.length < total) {
    const limit = Math.min(IDS_PER_PAGE, total - ids.length);
    const { rows } = await api.requests.list({ ...query, offset: first + ids.length, limit });
    ids.push(...rows.map(({ requestId }) => requestId));
    if (rows.length < limit) break;
  }
  return ids;
}

/** Resolves a selection to IDs, in the list's order; at most {@link MAX_IDS}. */
export async function resolveSelection(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<string[]> {
  if ('requestIds' in selection) return selection.requestIds;
  const { filter, except = [] } = selection;
  const excluded = new Set(except);
  const ids = await requestIdsBetween(workspace, { ...query, filter }, 0, MAX_IDS + excluded.size);
  return ids.filter((id) => !excluded.has(id));
}
