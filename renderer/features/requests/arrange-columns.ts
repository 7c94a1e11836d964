import type { GridLayout } from '../../../shared/grid-layout.ts';
import { type GridColumnMeta, leastWidth } from '../../parts/grid/grid-columns.ts';

/** A column as far as arranging it goes. */
interface Arrangeable {
  readonly id: string;
  readonly meta: GridColumnMeta;
  /** When room is short the lowest come first; null for columns that are shown only when a person wants them. */
  readonly rank: number | null;
}

/** Where a list is: as wide as this, px, with so much taken up by what is no column. */
export interface ListRoom {
  readonly width: number;
  /** Even what a person wants is left out where it does not fit, such as beside an open request. */
  readonly tight: boolean;
}

/** The checkboxes and their gap, px. */
const SELECTION_WIDTH = 32;
/** Columns below this rank are shown however narrow it is. */
const ALWAYS = 2;

/** The columns in a person's order. One that the order does not name follows the one the app has before it. */
export function inOrder<Column extends Arrangeable>(
  columns: readonly Column[],
  { order }: GridLayout,
): readonly Column[] {
  const arranged: Column[] = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  columns.forEach((column, at) => {
    if (arranged.includes(column)) return;
    const before = columns[at - 1];
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, column);
  });
  return arranged;
}

/**
 * The columns that are shown, in their order: those a person wants, and of the others the ones that matter most for
 * as long as there is room. What a person wants is shown even if the grid has to scroll sideways then.
 */
export function shownColumns<Column extends Arrangeable>(
  columns: readonly Column[],
  layout: GridLayout,
  { width, tight }: ListRoom,
): readonly Column[] {
  const wanted = (column: Column) => layout.shown[column.id] === true && !tight;
  const offered = columns
    .filter(({ id, rank }) => layout.shown[id] ?? rank !== null)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const shown = new Set(offered.filter((column) => wanted(column) || rankOf(column) < ALWAYS));
  for (const column of offered) {
    if (shown.has(column)) continue;
    if (leastWidth([...shown, column], layout.widths) + SELECTION_WIDTH > width) break;
    shown.add(column);
  }
  return inOrder(columns, layout).filter((column) => shown.has(column));
}

function rankOf({ rank }: Arrangeable): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

/** Shows a column or leaves it out. */
export function withShown(layout: GridLayout, id: string, shown: boolean): GridLayout {
  return { ...layout, shown: { ...layout.shown, [id]: shown } };
}

/** Gives a column a width in px, or null for its own. */
export function withWidth(layout: GridLayout, id: string, width: number | null): GridLayout {
  const { [id]: _, ...others } = layout.widths;
  return { ...layout, widths: width === null ? others : { ...others, [id]: width } };
}

/** Puts a column at a place among those with these ids; the others stay behind the ones they followed. */
export function withMoved(
  columns: readonly Arrangeable[],
  layout: GridLayout,
  shownIds: readonly string[],
  id: string,
  to: number,
): GridLayout {
  const order = inOrder(columns, layout).map((column) => column.id);
  if (!order.includes(id)) return layout;
  const others = order.filter((each) => each !== id);
  const next = shownIds.filter((each) => each !== id)[to];
  const at = next === undefined ? others.length : others.indexOf(next);
  return { ...layout, order: others.toSpliced(at, 0, id) };
}
