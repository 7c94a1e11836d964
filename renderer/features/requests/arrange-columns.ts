import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type GridLayout, NO_LAYOUT } from '../../../shared/grid-layout.ts';
import { queries } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { type GridColumnMeta, leastWidth } from '../../parts/grid/grid-columns.ts';

/** The part of a column that arranging needs. */
interface Arrangeable {
  readonly id: string;
  readonly meta: GridColumnMeta;
  /** The lowest ranks are shown first when room is short; null for columns that are hidden by default. */
  readonly rank: number | null;
  /** Shown only if names and jobs keep more than their least width, unless people set widths. */
  readonly extra?: boolean;
}

/** The selection checkboxes and their gap, px. */
const SELECTION_WIDTH = 32;
/** Columns ranked below this are always shown. */
const ALWAYS = 2;
/** What names and jobs keep beyond their least width before an extra column is shown, px. */
const ROOM_FOR_TEXT = 110;

/** The columns in the user's order. A column missing from that order follows its default predecessor. */
export function inOrder<Column extends Arrangeable>(
  columns: readonly Column[],
  { order }: GridLayout,
): readonly Column[] {
  const arranged: Column[] = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  columns.forEach((column, index) => {
    if (arranged.includes(column)) return;
    const before = columns[index - 1];
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, column);
  });
  return arranged;
}

/**
 * The visible columns in order: those the user chose, even if the grid must then scroll sideways, and as many of the
 * others as fit, by rank.
 */
export function shownColumns<Column extends Arrangeable>(
  columns: readonly Column[],
  layout: GridLayout,
  /** Of the grid with its selection checkboxes, px. */
  width: number,
): readonly Column[] {
  const isChosen = (column: Column) => layout.shown[column.id] === true;
  const offered = columns
    .filter(({ id, rank }) => layout.shown[id] ?? rank !== null)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const isResized = Object.keys(layout.widths).length > 0;
  const shown = new Set(offered.filter((column) => isChosen(column) || rankOf(column) < ALWAYS));
  for (const column of offered) {
    if (shown.has(column)) continue;
    const spare = column.extra && !isResized ? ROOM_FOR_TEXT : 0;
    const fits = leastWidth([...shown, column], layout.widths) + SELECTION_WIDTH + spare <= width;
    if (fits) shown.add(column);
    else if (!column.extra) break;
  }
  return inOrder(columns, layout).filter((column) => shown.has(column));
}

/** The columns beside an open request, as there is room for them, with their tracks (null: their own): the name gets most of it. */
const BESIDE: ReadonlyMap<string, string | null> = new Map([
  ['name', 'minmax(140px, 4fr)'],
  ['headline', 'minmax(46px, 0.8fr)'],
  ['verdict', null],
  ['outcome', 'minmax(152px, 1.6fr)'],
]);

/** The columns beside an open request: the name, the score and the verdict, whatever the user arranged. */
export function columnsBeside<Column extends Arrangeable>(
  columns: readonly Column[],
  width: number,
): readonly Column[] {
  const ids = [...BESIDE.keys()];
  const ranked = columns.flatMap((column) => {
    const track = BESIDE.get(column.id);
    return track === undefined || column.rank === null
      ? []
      : [
          {
            ...column,
            rank: ids.indexOf(column.id),
            meta: { ...column.meta, track: track ?? column.meta.track },
            extra: false,
          },
        ];
  });
  return shownColumns(ranked, NO_LAYOUT, width);
}

/** Whether a column would be shown if the score and the pinned fields weren't. */
export function isHiddenByResults(
  columns: readonly Arrangeable[],
  layout: GridLayout,
  width: number,
  id: string,
): boolean {
  const isShown = (some: readonly Arrangeable[]) =>
    shownColumns(some, layout, width).some((column) => column.id === id);
  const others = columns.filter((column) => column.id !== 'headline' && !column.id.startsWith('pin:'));
  return width > 0 && !isShown(columns) && isShown(others);
}

function rankOf({ rank }: Arrangeable): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

/** Shows or hides a column. */
export function withShown(layout: GridLayout, id: string, shown: boolean): GridLayout {
  return { ...layout, shown: { ...layout.shown, [id]: shown } };
}

/** Sets a column's width in px; null resets it. */
export function withWidth(layout: GridLayout, id: string, width: number | null): GridLayout {
  const { [id]: _, ...others } = layout.widths;
  return { ...layout, widths: width === null ? others : { ...others, [id]: width } };
}

/** Moves a column to index `to` of the visible columns. */
export function withMoved(
  columns: readonly Arrangeable[],
  layout: GridLayout,
  shownIds: readonly string[],
  id: string,
  to: number,
): GridLayout {
  const order = inOrder(columns, layout).map((column) => column.id);
  if (!order.includes(id)) return layout;
  const others = order.filter((other) => other !== id);
  const next = shownIds.filter((other) => other !== id)[to];
  const index = next === undefined ? others.length : others.indexOf(next);
  return { ...layout, order: others.toSpliced(index, 0, id) };
}

/**
 * The column layout of a workspace's Tracked requests and its setter; undefined while loading. Changes apply immediately and
 * survive a restart.
 */
export function useGridLayout(): readonly [GridLayout | undefined, (layout: GridLayout) => void] {
  const { id: workspaceId, api } = useWorkspace();
  const client = useQueryClient();
  const known = useQuery(queries.settings.get()).data;
  // The query cache notifies asynchronously; without local state a ticked checkbox would flicker.
  const [chosen, setChosen] = useState<GridLayout | null>(null);
  const { mutate } = useMutation({
    mutationFn: (layout: GridLayout) => api.settings.setGridLayout(layout),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const change = useCallback(
    (layout: GridLayout) => {
      setChosen(layout);
      client.setQueryData(
        queries.settings.get().queryKey,
        (before) => before && { ...before, gridLayouts: { ...before.gridLayouts, [workspaceId]: layout } },
      );
      mutate(layout);
    },
    [client, mutate, workspaceId],
  );
  return [known && (chosen ?? known.gridLayouts[workspaceId] ?? NO_LAYOUT), change];
}
