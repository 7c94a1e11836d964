import { createContext, useContext, useMemo, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';

/** Which rows are chosen for one decision. */
export interface RowSelection {
  /** Rows to choose from. */
  readonly count: number;
  /** Chosen rows that are still there, in their order. */
  readonly chosen: readonly OutboxRow[];
  readonly isChosen: (row: OutboxRow) => boolean;
  /** With `through`, all rows from the one chosen or left out last to this one. */
  readonly choose: (row: OutboxRow, on: boolean, through: boolean) => void;
  readonly chooseOnly: (rows: readonly OutboxRow[]) => void;
  readonly allChosen: boolean;
  readonly chooseAll: (on: boolean) => void;
}

/** The choice among these rows. */
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

/** The rows from one to another, both included; the other alone when the first is gone. */
export function rowsBetween<Row extends { readonly id: string }>(
  rows: readonly Row[],
  from: string | null,
  to: string,
): readonly Row[] {
  const end = rows.findIndex(({ id }) => id === to);
  const begin = rows.findIndex(({ id }) => id === from);
  if (begin === -1) return rows.slice(end, end + 1);
  return rows.slice(Math.min(begin, end), Math.max(begin, end) + 1);
}

const SelectionContext = createContext<RowSelection | null>(null);

/** Gives the cells of a grid the choice among its rows. */
export const SelectionProvider = SelectionContext;

/** The choice among the rows around; only below a {@link SelectionProvider}. */
export function useSelection(): RowSelection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('useSelection needs a SelectionProvider');
  return selection;
}
