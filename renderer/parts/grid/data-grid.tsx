import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './data-grid.module.css';
import {
  columnsOf,
  type GridArrangement,
  type GridColumns,
  type GridSort,
  isPlain,
  leastWidth,
  tracksOf,
} from './grid-columns.ts';
import { GridRoot } from './grid-elements.ts';
import { GridHead } from './grid-head.tsx';
import { type GridSelection, SELECT_COLUMN } from './grid-selection.ts';
import { PlainBody } from './plain-body.tsx';
import { RichBody } from './rich-body.tsx';
import type { Arrivals } from './rows-content.ts';
import { SelectAll } from './select-all.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useCellRoom } from './use-cell-room.ts';
import { type GridPlace, useGridPlace, useStartAtTop } from './use-grid-place.ts';
import { useRowClicks } from './use-row-clicks.ts';
import { type RowDrawer, useRowWindow } from './use-row-window.ts';
import { useSelectionKeys } from './use-selection-keys.ts';
import { useWidth } from './use-width.ts';

interface DataGridProps<Item> {
  readonly label: string;
  readonly columns: GridColumns<Item>;
  readonly count: number;
  /** The item of a row; undefined while its page has not arrived. */
  readonly itemAt: (index: number) => Item | undefined;
  /** Tells when `itemAt` has items that it had not, where it may have them without being another function. */
  readonly arrivals?: Arrivals;
  readonly itemId: (item: Item) => string;
  readonly rowHeight?: number;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  readonly onOpen?: (item: Item) => void;
  /** The rows drawn, first and last included. */
  readonly onRange?: (first: number, last: number) => void;
  readonly place?: GridPlace;
  /** What the rows are and how they are sorted, as a key: a new one starts at its top. */
  readonly order?: string;
  /** How a person has arranged the columns, where they may; all given columns are shown then, however narrow it is. */
  readonly arrangement?: GridArrangement | undefined;
  readonly selection?: GridSelection<Item> | undefined;
  /** The item that is open beside the grid, by its id. */
  readonly currentId?: string | undefined;
  /** A row to bring on screen, whenever this changes. */
  readonly reveal?: number | undefined;
  /** Room kept free below the last row, px. */
  readonly roomBelow?: number;
  /** Shown under the column headers while there are no rows. */
  readonly empty?: ReactNode;
  /** `fill` takes the height there is and scrolls inside; `grow` is as high as its rows up to a limit. */
  readonly height?: 'fill' | 'grow';
}

/** As high as the row of headers, px. */
const HEAD_HEIGHT = 34;
const NO_WIDTHS = {};

/**
 * A grid (ARIA `grid`) of any length that keeps only the rows on screen in the page. It holds no data: it asks for
 * the item of an index and tells which indexes it shows.
 */
export function DataGrid<Item>(props: DataGridProps<Item>) {
  const { label, count, itemAt, itemId, rowHeight = 38, onOpen, place, selection, currentId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { roomBelow = 0 } = props;
  const onScroll = (offset: number) => {
    if (place) place.offset = offset;
  };
  const initialOffset = place?.offset ?? 0;
  const drawer = useRef<RowDrawer>(null);
  const window = useRowWindow(scroller, drawer, {
    count,
    rowHeight,
    head: HEAD_HEIGHT,
    roomBelow,
    initialOffset,
    onScroll,
  });
  const { scrollTo } = window;
  const width = useWidth(scroller);
  const { columns, style, onWidth } = useLayout(props, width);
  const plain = isPlain(columns);
  const room = useCellRoom(scroller, plain ? `${style['--grid-tracks']} ${width}` : '');

  const { sort, onSort, arrangement } = props;
  // Scrolling draws the rows anew, never the heads.
  const head = useMemo(
    () => (
      <GridHead
        columns={columns}
        sort={sort}
        onSort={onSort}
        arrangement={arrangement}
        onWidth={onWidth}
        selectAll={selection && <SelectAll selection={selection} disabled={count === 0} />}
      />
    ),
    [columns, sort, onSort, arrangement, onWidth, selection, count],
  );
  const openAt = useCallback(
    (index: number) => {
      const item = itemAt(index);
      if (item === undefined) return;
      if (place) place.opened = true;
      onOpen?.(item);
    },
    [itemAt, onOpen, place],
  );
  const pageRows = useCallback(
    () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    [rowHeight],
  );
  const { onSelect, ...selectionKeys } = useSelectionKeys(selection);
  const { active, setActive, body, onKeyDown } = useActiveRow({
    count,
    arrivals: props.arrivals,
    pageRows,
    scrollTo,
    onOpen: openAt,
    ...selectionKeys,
    initial: place?.active ?? 0,
    focusInitial: place?.opened ?? false,
  });
  useStartAtTop(props.order, () => {
    window.toTop();
    setActive(0);
  });
  useEffect(() => {
    // Coming back to a row that was opened; it may lie beyond the rows that were on screen then.
    if (place?.opened) scrollTo(place.active);
  }, [place, scrollTo]);
  useReveal(props.reveal, (index) => {
    scrollTo(index);
    setActive(index);
  });
  useGridPlace(place, active);
  const clicks = useRowClicks({ onActivate: setActive, onOpen: onOpen && openAt, onSelect });
  const content = { count, itemAt, itemId, rowHeight, active, currentId, selection, openable: !!onOpen };
  const group = {
    className: classes['body'],
    style: { height: window.bodyHeight },
    onKeyDown,
    ...clicks,
  };
  const around = { window, drawer, body, arrivals: props.arrivals, onRange: props.onRange, group };

  return (
    <div className={classes['frame']} data-height={props.height ?? 'fill'}>
      <GridRoot
        ref={scroller}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={selection ? true : undefined}
        className={classes['grid']}
        style={style}
      >
        {head}
        {count > 0 &&
          (isPlain(columns) ? (
            <PlainBody {...around} content={{ ...content, columns, room }} />
          ) : (
            <RichBody {...around} content={{ ...content, columns }} />
          ))}
      </GridRoot>
      {count === 0 && props.empty}
    </div>
  );
}

/** The columns there is room for, and the measures that heads and rows share. */
function useLayout<Item>({ columns, arrangement, selection }: DataGridProps<Item>, width: number) {
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>(NO_WIDTHS);
  const shownIds = columns
    .filter(({ meta }) => arrangement !== undefined || width === 0 || width >= (meta.from ?? 0))
    .map(({ id }) => id)
    .join('\n');
  const shown = useMemo(() => columnsOf(columns, new Set(shownIds.split('\n'))), [columns, shownIds]);
  const onWidth = useCallback(
    (id: string, px: number | null) => setDragged(px === null ? NO_WIDTHS : { [id]: px }),
    [],
  );
  const widths = { ...arrangement?.widths, ...dragged };
  const tracks = selection ? [SELECT_COLUMN, ...shown] : shown;
  const style = {
    '--grid-tracks': tracksOf(tracks, widths),
    '--grid-least': arrangement ? `${leastWidth(tracks, widths)}px` : undefined,
    '--grid-head': `${HEAD_HEIGHT}px`,
  };
  return { columns: shown, style, onWidth };
}

function useReveal(index: number | undefined, show: (index: number) => void): void {
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (index !== undefined) latest.current(index);
  }, [index]);
}
