import type { ReactNode } from 'react';

/** How a column is laid out. */
export interface GridColumnMeta {
  /** A CSS grid track, such as `minmax(160px, 2fr)`. In grids with resizable columns it starts with the minimum width in px. */
  readonly track: string;
  /** The column is hidden while the grid is narrower than this, px. */
  readonly from?: number;
  readonly align?: 'end';
  /** Its width in px where the grid scrolls sideways, because the columns don't fit. A grid whose columns have it scrolls. */
  readonly scrolled?: number;
  /** Stays in sight while the grid scrolls sideways: this far from the left edge, px, or at the right one. */
  readonly sticky?: number | 'end';
}

/** A cell with nothing but text: one element, truncated if it's too long, with the whole text in its tooltip. */
export interface CellText {
  readonly text: string;
  /** The tooltip, if it isn't the text itself. */
  readonly title?: string;
  readonly className?: string | undefined;
}

/** One column over items of one type. */
export interface GridColumn<Item> {
  readonly id: string;
  readonly header: string | (() => ReactNode);
  readonly meta: GridColumnMeta;
  /** Whether clicking its header sorts the grid. */
  readonly sortable?: boolean;
  /**
   * The content of a cell. Plain text is truncated if it's too long, with the whole text in its tooltip. Not a
   * component, so it can't use hooks.
   */
  readonly cell: (item: Item) => ReactNode | CellText;
}

/** The column and direction a grid is sorted by. The main process does the sorting. */
export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** The user's arrangement of columns, and what to do when they change it. */
export interface GridArrangement {
  /** Widths in px by column ID; other columns use their track. */
  readonly widths: Readonly<Record<string, number>>;
  /** null resets the column to its track. */
  readonly onResize: (columnId: string, width: number | null) => void;
  /** Moves a column to another position among the visible ones. */
  readonly onMove: (columnId: string, to: number) => void;
}

/** The minimum width of any column, px. */
export const LEAST_WIDTH = 48;
const COLUMN_GAP = 16;
const ROW_PADDING = 32;
/** Assumed for a track that doesn't start with a width, px. */
const UNKNOWN_WIDTH = 100;

type LaidOutColumn = Pick<GridColumn<never>, 'id' | 'meta'>;

/** `grid-template-columns` for these columns. */
export function tracksOf(
  columns: readonly LaidOutColumn[],
  widths: Readonly<Record<string, number>>,
): string {
  return columns.map(({ id, meta }) => (widths[id] === undefined ? meta.track : `${widths[id]}px`)).join(' ');
}

/** The widths of columns that scroll sideways in a grid too narrow for them; null if they fit or can't scroll. */
export function scrolledWidths(
  columns: readonly LaidOutColumn[],
  width: number,
): Record<string, number> | null {
  const widths: Record<string, number> = {};
  for (const { id, meta } of columns) if (meta.scrolled !== undefined) widths[id] = meta.scrolled;
  return Object.keys(widths).length > 0 && width < leastWidth(columns, {}) ? widths : null;
}

/** The minimum width of these columns together, px. A narrower grid scrolls sideways. */
export function leastWidth(
  columns: readonly LaidOutColumn[],
  widths: Readonly<Record<string, number>>,
): number {
  const least = columns.map(
    ({ id, meta }) => widths[id] ?? Number(/^(?:minmax\()?(\d+)px/.exec(meta.track)?.[1] ?? UNKNOWN_WIDTH),
  );
  return least.reduce((sum, width) => sum + width, ROW_PADDING + COLUMN_GAP * (columns.length - 1));
}
