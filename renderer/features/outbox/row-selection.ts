import { createContext, useContext, useMemo, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';

/** The rows of a section that are selected for a bulk decision. */
export interface RowSelection {
  /** The number of all rows. */
  readonly count: number;
  /** Selected rows; of those on screen only such as still exist, in list order. */
  readonly chosen: readonly OutboxRow[];
  readonly isChosen: (row: OutboxRow) => boolean;
  /** With `through`, also every loaded row between this one and the one changed last. */
  readonly choose: (row: OutboxRow, on: boolean, through: boolean) => void;
  readonly chooseOnly: (rows: readonly OutboxRow[]) => void;
  readonly allChosen: boolean;
  /** Whether all rows are loaded, so that they can be selected at once. */
  readonly canChooseAll: boolean;
  readonly chooseAll: (on: boolean) => void;
}

type Chosen = ReadonlyMap<string, OutboxRow>;

const NONE: Chosen = new Map();

/** `rows`: the loaded ones, from the first on; `count`: of all. */
export function useRowSelection(rows: readonly OutboxRow[], count = rows.length): RowSelection {
  const [byId, setById] = useState(NONE);
  const [last, setLast] = useState<string | null>(null);
  return useMemo(() => {
    const isComplete = rows.length >= count;
    const chosen = isComplete ? rows.filter(({ id }) => byId.has(id)) : [...byId.values()];
    const only = (some: readonly OutboxRow[]): Chosen => new Map(some.map((row) => [row.id, row]));
    return {
      count,
      chosen,
      isChosen: ({ id }) => byId.has(id),
      choose: (row, on, through) => {
        const next = new Map(byId);
        const between = through ? rowsBetween(rows, last, row.id) : [];
        for (const each of [...between, row]) {
          if (on) next.set(each.id, each);
          else next.delete(each.id);
        }
        setById(next);
        setLast(row.id);
      },
      chooseOnly: (some) => setById(only(some)),
      allChosen: count > 0 && chosen.length === count,
      canChooseAll: isComplete,
      chooseAll: (on) => setById(on ? only(rows) : NONE),
    };
  }, [rows, count, byId, last]);
}

/** The rows from `from` to `to`, both included; only `to` if `from` no longer exists. */
export function rowsBetween<Row extends { readonly id: string }>(
  rows: readonly Row[],
  from: string | null,
  to: string,
): readonly Row[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (start === -1) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Gives the cells of a grid the selection of its rows. */
export const SelectionContext = createContext<RowSelection | null>(null);

/** The selection around; throws outside a {@link SelectionContext}. */
export function useSelection(): RowSelection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('useSelection needs a SelectionContext');
  return selection;
}
