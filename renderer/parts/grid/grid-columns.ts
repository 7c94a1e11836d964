import {
  type ColumnDef,
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** How a column is laid out. */
export interface GridColumnMeta {
  /** A CSS grid track, such as `minmax(160px, 2fr)`. */
  readonly track: string;
  /** The column is left out while the grid is narrower than this (px). */
  readonly from?: number;
  readonly align?: 'end';
}

/** What our grids use of TanStack Table: columns, cells and the state of sorting. The main process sorts. */
export const gridFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<GridColumnMeta>() });

export type GridFeatures = typeof gridFeatures;

/** The columns of a grid over items of one type. */
export type GridColumns<Item extends RowData> = readonly ColumnDef<GridFeatures, Item>[];

/** Makes columns for items of one type: `gridColumns<Row>().display({...})`. */
export function gridColumns<Item extends RowData>(): ColumnHelper<GridFeatures, Item> {
  return createColumnHelper<GridFeatures, Item>();
}
