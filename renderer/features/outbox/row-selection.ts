import { createContext, useContext, useMemo, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';

/** The rows selected for a bulk decision. */
export interface RowSelection {
  /** The number of all rows. */
  readonly count: number;
  /** Selected rows that still exist, in list order. */
  readonly chosen: readonly OutboxRow[];
  readonly isChosen: (row: OutboxRow) => boolean;
  /** With `through`, also every row between this one and the one changed last. */
  readonly choose: (row: OutboxRow, on: boolean, through: boolean) => void;
  readonly chooseOnly: (rows: readonly OutboxRow[]) => void;
  readonly allChosen: boolean;
  readonly chooseAll: (on: boolean) => void;
}

export function useRowSelection(rows: readonly OutboxRow[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  return useMemo(() => {
    const chosen = rows.filter(({ id }) => ids.has(id));
    return {
      count: rows.length,
      chosen,
      isChosen: ({ id }) => ids.has(id),
      choose: (row, on, through) => {
        const next = new Set(ids);
        for (const { id } of through ? rowsBetween(rows, last, row.id) : [row]) {
          if (on) next.add(id);
          else next.delete(id);
        }
        setIds(next);
        setLast(row.id);
      },
      chooseOnly: (some) => setIds(new Set(some.map(({ id }) => id))),
      allChosen: rows.length > 0 && chosen.length === rows.length,
      chooseAll: (on) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    };
  }, [rows, ids, last]);
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
