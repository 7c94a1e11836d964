import type { ReactNode } from 'react';
import type { PlainCell } from './plain-cell.ts';

/** How a column is laid out. */
export interface GridColumnMeta {
  /** A CSS grid track, such as `minmax(160px, 2fr)`. Where a person may resize columns it begins with its least width in px. */
  readonly track: string;
  /** The column is left out while the grid is narrower than this (px). */
  readonly from?: number;
  readonly align?: 'end';
}

interface AnyColumn {
  readonly id: string;
  readonly header: string | (() => ReactNode);
  readonly meta: GridColumnMeta;
  /** Its header sorts, where the grid can be sorted. */
  readonly sortable?: boolean;
}

/** One column over items of one type: of cells with any parts, or plain. */
export type GridColumn<Item> = RichColumn<Item> | PlainColumn<Item>;

/** A column of cells with controls or other parts. */
export interface RichColumn<Item> extends AnyColumn {
  /**
   * Makes what a cell shows. Called as it is, without a component of its own, because that counts while scrolling: it
   * uses no hooks itself.
   */
  readonly cell: (context: { readonly row: { readonly original: Item } }) => ReactNode;
  readonly plain?: never;
}

/** A column of cells that are text: for grids of many rows. */
export interface PlainColumn<Item> extends AnyColumn {
  readonly plain: (item: Item) => PlainCell;
  readonly cell?: never;
}

/** The columns of a grid, in their order: all of one kind. */
export type GridColumns<Item> = readonly RichColumn<Item>[] | readonly PlainColumn<Item>[];

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

/** Makes columns for items of one type: `gridColumns<Row>().display({...})`; `accessor` makes ones that sort. */
export function gridColumns<Item>() {
  return {
    columns: (columns: readonly RichColumn<Item>[]): GridColumns<Item> => columns,
    display: (column: RichColumn<Item>): RichColumn<Item> => column,
    accessor: (_key: keyof Item, column: RichColumn<Item>): RichColumn<Item> => ({
      ...column,
      sortable: true,
    }),
  };
}

/** Whether the cells of these columns are plain. */
export function isPlain<Item>(columns: GridColumns<Item>): columns is readonly PlainColumn<Item>[] {
  return columns[0]?.plain !== undefined;
}

/** Those of the columns whose ids are among these. */
export function columnsOf<Item>(columns: GridColumns<Item>, ids: ReadonlySet<string>): GridColumns<Item> {
  const among = ({ id }: AnyColumn) => ids.has(id);
  return isPlain(columns) ? columns.filter(among) : columns.filter(among);
}

/** Narrower than this no column gets, px. */
export const LEAST_WIDTH = 48;
const COLUMN_GAP = 16;
const ROW_PADDING = 32;
/** What a track that begins with no width is reckoned with, px. */
const UNKNOWN_WIDTH = 100;

/** The CSS grid tracks of columns side by side. */
export function tracksOf(
  columns: readonly { readonly id: string; readonly meta: GridColumnMeta }[],
  widths: Readonly<Record<string, number>>,
): string {
  return columns.map(({ id, meta }) => (widths[id] === undefined ? meta.track : `${widths[id]}px`)).join(' ');
}

/** The least room that columns side by side need, px: with less the grid scrolls sideways. */
export function leastWidth(
  columns: readonly { readonly id: string; readonly meta: GridColumnMeta }[],
  widths: Readonly<Record<string, number>>,
): number {
  const least = columns.map(
    ({ id, meta }) => widths[id] ?? Number(/^(?:minmax\()?(\d+)px/.exec(meta.track)?.[1] ?? UNKNOWN_WIDTH),
  );
  return least.reduce((sum, width) => sum + width, ROW_PADDING + COLUMN_GAP * (columns.length - 1));
}
