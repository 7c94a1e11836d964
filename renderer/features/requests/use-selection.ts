import { useEffect, useMemo, useRef, useState } from 'react';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { MAX_IDS, requestIdsBetween } from '../../api/requests.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import type { GridSelection } from '../../parts/grid/grid-selection.ts';
import { type Chosen, countChosen, isChosen, NONE_CHOSEN, toSelection, withChosen } from './selection.ts';

interface SelectionOptions {
  readonly query: RequestQuery;
  readonly total: number;
  readonly itemAt: (index: number) => RequestRow | undefined;
}

/** The choice among the rows of the list. Another filter is another list: nothing of it is chosen. */
export function useSelection({ query, total, itemAt }: SelectionOptions) {
  const workspace = useWorkspace();
  const [chosen, setChosen] = useState<Chosen>(NONE_CHOSEN);
  // Where the last range began, and what was chosen before it: extending it again takes the old one back.
  const anchor = useRef<{ index: number; before: Chosen; on: boolean } | null>(null);
  const extending = useRef(0);
  const filterKey = JSON.stringify(query.filter);
  const [chosenIn, setChosenIn] = useState(filterKey);
  if (chosenIn !== filterKey) {
    setChosenIn(filterKey);
    setChosen(NONE_CHOSEN);
  }
  useEffect(() => {
    // The rows have other places in another list or order: no range goes on from an old one.
    if (query) anchor.current = null;
  }, [query]);

  // Read when rows are chosen: pages that arrive make no other selection.
  const rowAt = useRef(itemAt);
  useEffect(() => {
    rowAt.current = itemAt;
  }, [itemAt]);

  const count = countChosen(chosen, total);
  const forMain = useMemo((): Pick<ListSelection, 'count' | 'selection'> | null => {
    const selection = toSelection(chosen);
    return selection && count > 0 ? { selection, count } : null;
  }, [chosen, count]);
  return useMemo(() => {
    const change = (next: Chosen) => {
      extending.current += 1;
      setChosen(next);
    };
    const clear = () => {
      anchor.current = null;
      change(NONE_CHOSEN);
    };
    const toggle = (index: number) => {
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
      extending.current += 1;
      const turn = extending.current;
      const ids =
        knownIds(rowAt.current, first, last) ?? (await requestIdsBetween(workspace, query, first, last));
      // A later choice was made while the rows between were asked for.
      if (turn === extending.current) setChosen(withChosen(from.before, ids, from.on));
    };
    const grid: GridSelection<RequestRow> = {
      count,
      all: chosen.kind === 'all' ? chosen.except.size === 0 : count > 0 && count === total,
      isSelected: ({ requestId }) => isChosen(chosen, requestId),
      labelOf: ({ candidateName }) => `Select ${candidateName}`,
      onToggle: toggle,
      onExtend: (index) => void extend(index).catch(showErrorInShell),
      onAll: () => change({ kind: 'all', filter: query.filter, except: new Set() }),
      onClear: clear,
    };
    return { grid, count, clear, chosen: forMain };
  }, [workspace, chosen, count, forMain, query, total]);
}

/** What is chosen in the list and what can be done about it. */
export interface ListSelection {
  readonly count: number;
  readonly selection: RequestSelection;
  readonly clear: () => void;
}

/** The ids of rows that are all in the page; null when one is not. */
function knownIds(itemAt: SelectionOptions['itemAt'], first: number, last: number): readonly string[] | null {
  if (last - first >= MAX_IDS) return null;
  const ids: string[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = itemAt(index);
    if (!row) return null;
    ids.push(row.requestId);
  }
  return ids;
}
