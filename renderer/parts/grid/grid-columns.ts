import {
  type AriaRole,
  type ComponentProps,
  type CSSProperties,
  createContext,
  createElement,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useState,
} from 'react';

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
  /** What its text names: an arrow that shows while the pointer stays on the cell leads there. A click opens the row. */
  readonly href?: string;
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

/**
 * `grid-template-columns` for these columns. With what each needs to show its cells whole (px, by index), none takes more than
 * that while a cell of another one is cut.
 */
export function tracksOf(
  columns: readonly LaidOutColumn[],
  widths: Readonly<Record<string, number>>,
  needs: readonly number[] | null = null,
  /** Of the grid, px. */
  width = 0,
): string {
  const sizes = columns.map(({ id, meta }, at) => {
    const [fraction] = /[\d.]+fr/.exec(meta.track) ?? [];
    const fixed = widths[id] ?? (fraction === undefined ? leastOf(meta) : undefined);
    return { fraction, fixed, least: leastOf(meta), need: fixed ?? needs?.[at] ?? 0, track: meta.track };
  });
  const isRoom = sizes.reduce((sum, { need }) => sum + need, roomAround(columns)) <= width;
  return sizes
    .map(({ fraction, fixed, least, need, track }) => {
      if (fixed !== undefined) return `${fixed}px`;
      if (!needs) return track;
      return isRoom ? `minmax(${need}px, ${fraction})` : `minmax(${Math.min(least, need)}px, ${need}px)`;
    })
    .join(' ');
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
  return columns.reduce((sum, { id, meta }) => sum + (widths[id] ?? leastOf(meta)), roomAround(columns));
}

function leastOf({ track }: GridColumnMeta): number {
  return Number(/^(?:minmax\()?(\d+)px/.exec(track)?.[1] ?? UNKNOWN_WIDTH);
}

function roomAround(columns: readonly LaidOutColumn[]): number {
  return ROW_PADDING + COLUMN_GAP * (columns.length - 1);
}

/**
 * The parts of ARIA's patterns, as plain elements. Table elements would bring their roles along, but Chromium
 * recalculates the style of a whole table whenever a row is added or removed.
 */
export function elementOf(role: AriaRole) {
  return (props: ComponentProps<'div'>) => createElement('div', { ...props, role });
}

export const GridRoot = elementOf('grid');
export const RowGroup = elementOf('rowgroup');
export const RowRoot = elementOf('row');
export const ColumnHeader = elementOf('columnheader');

/** Spread into each cell; a component per cell would be slower. */
export const GRID_CELL = { role: 'gridcell' } as const;

/** Where a sticky column stays; only a grid that scrolls sideways uses it. */
export function stickyProps({ sticky }: GridColumnMeta) {
  if (sticky === undefined || sticky === 'end') return { 'data-sticky': sticky };
  return { 'data-sticky': 'start', style: { '--sticky-at': `${sticky}px` } as CSSProperties };
}
/** The selection of a grid's rows. The grid handles keys and clicks; its owner stores what is selected. */
export interface GridSelection<Item> {
  readonly isSelected: (item: Item) => boolean;
  /** How many rows are selected. */
  readonly count: number;
  readonly all: boolean;
  /** The accessible name of a row's checkbox. */
  readonly labelOf: (item: Item) => string;
  /** Selects or deselects one row. */
  readonly onToggle: (index: number) => void;
  /** Selects all rows from the last toggled one to this one. */
  readonly onExtend: (index: number) => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** The track of the checkboxes. */
export const SELECT_COLUMN = { id: 'select', meta: { track: '16px' } } as const;
/** The offsets of the pages with rows `first` to `last`, except the first page, which a list always loads. */
export function pageOffsets(pageSize: number, first: number, last: number): readonly number[] {
  const offsets: number[] = [];
  for (let page = Math.max(1, Math.floor(first / pageSize)); page * pageSize <= last; page += 1) {
    offsets.push(page * pageSize);
  }
  return offsets;
}

/** Whether the row around a cell is the active one. */
export const RowActivity = createContext(false);

/** The tabindex of a control inside a row: only the active row's controls are tab stops. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowActivity) ? 0 : -1;
}
/** Where a grid was scrolled to, so that returning to it shows the same rows. */
export interface ScrollPosition {
  offset: number;
  active: number;
  /** Whether a row was opened from the grid: it gets the focus back on return. */
  opened: boolean;
}

/** The current width of an element, px; 0 until it is laid out. The element may come later, and be replaced. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [observed, setObserved] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setObserved(element.current));
  useLayoutEffect(() => {
    if (!observed) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [observed]);
  return width;
}
