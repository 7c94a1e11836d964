import type { ReactNode } from 'react';

/** How a column is laid out. */
export interface GridColumnMeta {
  /** A CSS grid track, such as `minmax(160px, 2fr)`. Where a person may resize columns it begins with its least width in px. */
  readonly track: string;
  /** The column is left out while the grid is narrower than this (px). */
  readonly from?: number;
  readonly align?: 'end';
}

/** A cell that is nothing but a text: one element, cut where it is too long, whole in its tooltip. */
export interface CellText {
  readonly text: string;
  /** The tooltip, where it is not the text itself. */
  readonly title?: string;
  readonly className?: string | undefined;
}

/** One column over items of one type. */
export interface GridColumn<Item> {
  readonly id: string;
  readonly header: string | (() => ReactNode);
  readonly meta: GridColumnMeta;
  /** Its header sorts, where the grid can be sorted. */
  readonly sortable?: boolean;
  /**
   * What a cell shows; a text alone is cut where it is too long, and whole in its tooltip. Called without a component of
   * its own: it uses no hooks itself.
   */
  readonly cell: (item: Item) => ReactNode | CellText;
}

/** How a grid is sorted: by which column, and which way. The main process sorts. */
export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** How a person has arranged the columns, and what to do when they are arranged anew. */
export interface GridArrangement {
  /** Widths in px by column id; the others follow their track. */
  readonly widths: Readonly<Record<string, number>>;
  /** null gives the column its own width back. */
  readonly onResize: (columnId: string, width: number | null) => void;
  /** Puts a column at another place among those shown. */
  readonly onMove: (columnId: string, to: number) => void;
}

/** Narrower than this no column gets, px. */
export const LEAST_WIDTH = 48;
const COLUMN_GAP = 16;
const ROW_PADDING = 32;
/** What a track that begins with no width is reckoned with, px. */
const UNKNOWN_WIDTH = 100;

type LaidOutColumn = Pick<GridColumn<never>, 'id' | 'meta'>;

/** The CSS grid tracks of columns side by side. */
export function tracksOf(
  columns: readonly LaidOutColumn[],
  widths: Readonly<Record<string, number>>,
): string {
  return columns.map(({ id, meta }) => (widths[id] === undefined ? meta.track : `${widths[id]}px`)).join(' ');
}

/** The least room that columns side by side need, px: with less the grid scrolls sideways. */
export function leastWidth(
  columns: readonly LaidOutColumn[],
  widths: Readonly<Record<string, number>>,
): number {
  const least = columns.map(
    ({ id, meta }) => widths[id] ?? Number(/^(?:minmax\()?(\d+)px/.exec(meta.track)?.[1] ?? UNKNOWN_WIDTH),
  );
  return least.reduce((sum, width) => sum + width, ROW_PADDING + COLUMN_GAP * (columns.length - 1));
}
