import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createElement,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import classes from './data-grid.module.css';
import { GridBody } from './grid-body.tsx';
import {
  ColumnHeader,
  type GridArrangement,
  type GridColumn,
  GridRoot,
  type GridSelection,
  type GridSort,
  LEAST_WIDTH,
  leastWidth,
  RowGroup,
  RowRoot,
  type ScrollPosition,
  SELECT_COLUMN,
  scrolledWidths,
  stickyProps,
  tracksOf,
  useWidth,
} from './grid-columns.ts';

interface DataGridProps<Item> {
  readonly label: string;
  readonly columns: readonly GridColumn<Item>[];
  readonly count: number;
  /** The item of a row; undefined while its page is loading. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly itemId: (item: Item) => string;
  readonly rowHeight?: number;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  readonly onOpen?: (item: Item) => void;
  /** Called with the first and last row on screen. */
  readonly onRange?: (first: number, last: number) => void;
  readonly place?: ScrollPosition;
  /** Identifies the rows and their order; when it changes, the grid scrolls to the top. */
  readonly order?: string;
  /** The user's arrangement of the columns, if they can be arranged. All columns are then shown, however narrow the grid. */
  readonly arrangement?: GridArrangement | undefined;
  readonly selection?: GridSelection<Item> | undefined;
  /** The ID of the item that is open beside the grid. */
  readonly currentId?: string | undefined;
  /** A row to bring on screen when this changes. */
  readonly reveal?: number | undefined;
  /** Takes the arrows while an item is open beside the grid. */
  readonly onStep?: ((step: 1 | -1) => void) | undefined;
  /** Space below the last row, px. */
  readonly roomBelow?: number;
  /** Shown below the column headers while there are no rows. */
  readonly empty?: ReactNode;
  /** `fill` takes the available height; `grow` is as tall as its rows, up to a limit. */
  readonly height?: 'fill' | 'grow';
  /** Whether only assistive technology gets the names of the columns, and no box selects all rows. */
  readonly headless?: boolean;
}

/** The height of the header row, px. */
const HEAD_HEIGHT = 34;
const NO_WIDTHS = {};

/**
 * A grid (ARIA `grid`) of any length that only renders the rows on screen. It holds no data: it gets items by index, and
 * reports which indexes are on screen.
 */
export function DataGrid<Item>(props: DataGridProps<Item>) {
  const { label, count, itemAt, itemId, rowHeight = 38, sort, onSort, arrangement, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const headHeight = props.headless ? 0 : HEAD_HEIGHT;
  const { columns, style, onWidth, sideways } = useLayout(props, scroller, width, rowHeight, headHeight);
  // Loading a page renders rows, never the headers.
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

  return (
    <div className={classes['frame']} data-height={props.height ?? 'fill'}>
      <GridRoot
        ref={scroller}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={selection ? true : undefined}
        data-scroller
        data-sideways={sideways || undefined}
        className={classes['grid']}
        style={style}
      >
        {props.headless ? <HiddenHead columns={columns} selects={selection !== undefined} /> : head}
        {/* Which columns there is room for is known with the width. */}
        {count > 0 && width > 0 && (
          <GridBody
            scroller={scroller}
            columns={columns}
            count={count}
            itemAt={itemAt}
            itemId={itemId}
            rowHeight={rowHeight}
            head={headHeight}
            roomBelow={props.roomBelow ?? 0}
            onOpen={props.onOpen}
            onRange={props.onRange}
            place={props.place}
            order={props.order}
            selection={selection}
            currentId={props.currentId}
            reveal={props.reveal}
            onStep={props.onStep}
          />
        )}
      </GridRoot>
      {count === 0 && props.empty}
    </div>
  );
}

/** The columns that fit, and the CSS variables that headers and rows share. */
function useLayout<Item>(
  { columns, arrangement, selection, order, height }: DataGridProps<Item>,
  scroller: RefObject<HTMLElement | null>,
  width: number,
  rowHeight: number,
  headHeight: number,
) {
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>(NO_WIDTHS);
  const shownIds = columns
    .filter(({ meta }) => arrangement !== undefined || width === 0 || width >= (meta.from ?? 0))
    .map(({ id }) => id)
    .join('\n');
  const shown = useMemo(() => {
    const ids = new Set(shownIds.split('\n'));
    return columns.filter(({ id }) => ids.has(id));
  }, [columns, shownIds]);
  const onWidth = useCallback(
    (id: string, px: number | null) => setDragged(px === null ? NO_WIDTHS : { [id]: px }),
    [],
  );
  const tracks = selection ? [SELECT_COLUMN, ...shown] : shown;
  const scrolled = width > 0 ? scrolledWidths(tracks, width) : null;
  const widths = { ...scrolled, ...arrangement?.widths, ...dragged };
  // Those that grow stand below each other, and their columns line up.
  const isFitted = width > 0 && scrolled === null && height !== 'grow';
  const needs = useNeeds(scroller, isFitted ? `${shownIds} ${width} ${order}` : null);
  const style = {
    '--grid-tracks': tracksOf(tracks, widths, needs, width),
    '--grid-least': arrangement || scrolled ? `${leastWidth(tracks, widths)}px` : undefined,
    '--grid-head': `${headHeight}px`,
    '--grid-row': `${rowHeight}px`,
  };
  return { columns: shown, style, onWidth, sideways: scrolled !== null };
}

/** Rows that change or are scrolled to are measured once they rest this long, ms. */
const REST = 150;

/**
 * What each column needs to show the cells whole that have been on screen, px by index; null while none is cut. Begins anew
 * with `of`, which is null while columns aren't fitted.
 */
function useNeeds(scroller: RefObject<HTMLElement | null>, of: string | null): readonly number[] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly needs: readonly number[] } | null>(null);
  const measured = useRef<string>(null);
  const measure = () => {
    const found = of !== null && scroller.current && measureNeeds(scroller.current);
    if (!found) return;
    measured.current = of;
    setKnown((before) => {
      const earlier = before?.of === of ? before.needs : [];
      const grows = found.needs.some((need, at) => need > (earlier[at] ?? 0));
      if (!grows || (earlier.length === 0 && !found.isCut)) return before;
      return { of, needs: found.needs.map((need, at) => Math.max(need, earlier[at] ?? 0)) };
    });
  };
  const measureSoon = useDebouncedCallback(measure, REST);
  useLayoutEffect(() => (measured.current === of ? measureSoon() : measure()));
  useEffect(() => {
    const grid = scroller.current;
    grid?.addEventListener('scrollend', measureSoon);
    return () => grid?.removeEventListener('scrollend', measureSoon);
  }, [scroller, measureSoon]);
  return known !== null && known.of === of ? known.needs : null;
}

/** A longer cell may be cut, px. */
const MOST_NEEDED = 320;

/** The widest cell of each column on screen, px, and whether any is cut; null without rows. */
function measureNeeds(grid: HTMLElement): { needs: readonly number[]; isCut: boolean } | null {
  if (!grid.querySelector(`.${classes['row']}:not([aria-busy])`)) return null;
  const rows = grid.querySelectorAll(`.${classes['headRow']}, .${classes['row']}:not([aria-busy])`);
  const widthsOf = () =>
    Array.from(rows, ({ children }) => Array.from(children, (cell) => cell.getBoundingClientRect().width));
  const given = widthsOf();
  const columns = given.at(-1)?.length ?? 0;
  const tracks = grid.style.getPropertyValue('--grid-tracks');
  grid.style.setProperty('--grid-tracks', `repeat(${columns}, max-content)`);
  const whole = widthsOf().map((row) => row.map((width) => Math.min(MOST_NEEDED, Math.ceil(width))));
  grid.style.setProperty('--grid-tracks', tracks);
  return {
    needs: Array.from({ length: columns }, (_, at) => Math.max(...whole.map((row) => row[at] ?? 0))),
    isCut: whole.some((row, index) => row.some((width, at) => width > (given[index]?.[at] ?? 0) + 1)),
  };
}

interface HiddenHeadProps<Item> {
  readonly columns: readonly GridColumn<Item>[];
  readonly selects: boolean;
}

/** The names of the columns for assistive technology alone. */
function HiddenHead<Item>({ columns, selects }: HiddenHeadProps<Item>) {
  return (
    <RowGroup>
      <RowRoot aria-rowindex={1}>
        {[...(selects ? ['Selected'] : []), ...columns.map(({ header }) => header)].map((header, at) => (
          <ColumnHeader key={columns[at]?.id ?? 'last'}>
            {typeof header === 'string' ? <span role="img" aria-label={header} /> : header()}
          </ColumnHeader>
        ))}
      </RowRoot>
    </RowGroup>
  );
}

/** Selects all rows, on screen or not, or none. */
function SelectAll<Item>({ selection, disabled }: { selection: GridSelection<Item>; disabled: boolean }) {
  const { all, count, onAll, onClear } = selection;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <ColumnHeader className={classes['selectCell']}>
      <label className={classes['selectTarget']}>
        <input
          ref={box}
          type="checkbox"
          className={classes['check']}
          aria-label="Select all"
          disabled={disabled}
          checked={all && count > 0}
          onChange={all && count > 0 ? onClear : onAll}
        />
      </label>
    </ColumnHeader>
  );
}

interface GridHeadProps<Item> {
  readonly columns: readonly GridColumn<Item>[];
  readonly sort: GridSort | undefined;
  readonly onSort: ((sort: GridSort) => void) | undefined;
  readonly arrangement: GridArrangement | undefined;
  /** Called while a column is being resized, with its width in px. */
  readonly onWidth: (columnId: string, width: number | null) => void;
  /** The checkbox that selects all rows. */
  readonly selectAll: ReactNode;
}

/**
 * The row of column headers. Sortable headers are buttons with `aria-sort`. Arrangeable columns are dragged by their
 * headers and resized at their edges, or both with the keyboard (see {@link useHeadKeys}).
 */
function GridHead<Item>(props: GridHeadProps<Item>) {
  const { columns, sort, onSort, arrangement } = props;
  const head = useRef<HTMLDivElement>(null);
  const drag = useColumnDrag(head, columns, arrangement?.onMove);
  const keys = useHeadKeys(head, columns, arrangement);
  return (
    <RowGroup className={classes['head']}>
      <RowRoot ref={head} aria-rowindex={1} className={classes['headRow']} onKeyDown={keys.onKeyDown}>
        {props.selectAll}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            sorted={sort?.column === column.id ? sort : undefined}
            onSort={column.sortable ? onSort : undefined}
            tabStop={arrangement === undefined || keys.tabStop === column.id}
            onTabStop={keys.onTabStop}
            onDragStart={arrangement && ((event) => drag.start(event, column.id))}
            drop={drag.dropAt === index ? 'before' : drag.dropAt === index + 1 ? 'after' : undefined}
            dragged={drag.dragged === column.id}
            arrangement={arrangement}
            onWidth={props.onWidth}
          />
        ))}
      </RowRoot>
    </RowGroup>
  );
}

/**
 * Keyboard handling for the headers of arrangeable columns. Arrows move between headers, which share one tab stop; with
 * Alt they move the column, with Shift they resize it.
 */
function useHeadKeys<Item>(
  head: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Item>[],
  arrangement: GridArrangement | undefined,
) {
  const [chosen, onTabStop] = useState<string | null>(null);
  const tabStop = columns.some(({ id }) => id === chosen) ? chosen : (columns[0]?.id ?? null);

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (!arrangement || !(target instanceof HTMLElement) || target.dataset['headButton'] === undefined)
      return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = columns.findIndex(({ id }) => id === tabStop);
    const column = columns[at];
    if (step === undefined || !column || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) {
      const to = at + step;
      if (to >= 0 && to < columns.length) arrangement.onMove(column.id, to);
    } else if (event.shiftKey) {
      arrangement.onResize(column.id, withinBounds(columnWidth(target) + step * WIDTH_STEP));
    } else {
      const next = columns[at + step];
      if (next) head.current?.querySelector<HTMLElement>(selectorOf(next.id))?.focus();
    }
  };
  return { tabStop, onTabStop, onKeyDown };
}

function selectorOf(columnId: string): string {
  return `[data-column="${CSS.escape(columnId)}"] [data-head-button]`;
}

/** Distance after which a press becomes a drag, px. */
const DRAG_BEGINS = 6;

/** Dragging a column by its header: the column, and the gap it would be dropped in (0 is before the first column). */
function useColumnDrag<Item>(
  head: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Item>[],
  onMove: GridArrangement['onMove'] | undefined,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [dropAt, setDropAt] = useState<number | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const start = (event: PointerEvent<HTMLElement>, columnId: string) => {
    if (event.button !== 0 || !onMove) return;
    const from = columns.findIndex(({ id }) => id === columnId);
    const beganAt = event.clientX;
    let gap: number | null = null;

    const move = ({ clientX }: globalThis.PointerEvent) => {
      if (gap === null && Math.abs(clientX - beganAt) < DRAG_BEGINS) return;
      gap = gapAt(head.current, clientX);
      setDragged(columnId);
      setDropAt(gap);
    };
    const end = (commit: boolean) => {
      stop.current();
      setDragged(null);
      setDropAt(null);
      if (gap === null) return;
      swallowClick();
      const to = gap > from ? gap - 1 : gap;
      if (commit && to !== from) onMove(columnId, to);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && cancel();
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', giveUp);
    stop.current = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', giveUp);
    };
  };
  return { start, dragged, dropAt };
}

/** The gap between headers nearest to the pointer. */
function gapAt(head: HTMLElement | null, clientX: number): number {
  const headers = [...(head?.querySelectorAll('[data-column]') ?? [])];
  const beyond = headers.findIndex((header) => {
    const { left, width } = header.getBoundingClientRect();
    return clientX < left + width / 2;
  });
  return beyond === -1 ? headers.length : beyond;
}

/** Swallows the click at the end of a drag, which would sort. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

interface HeaderCellProps<Item> {
  readonly column: GridColumn<Item>;
  /** How the grid is sorted, if it is by this column. */
  readonly sorted: GridSort | undefined;
  readonly onSort: ((sort: GridSort) => void) | undefined;
  /** Whether Tab stops here. Arrangeable headers have one tab stop; arrows move between them. */
  readonly tabStop: boolean;
  readonly onTabStop: (columnId: string) => void;
  readonly onDragStart: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  /** The side on which a dragged column would be dropped, if next to this one. */
  readonly drop: 'before' | 'after' | undefined;
  readonly dragged: boolean;
  readonly arrangement: GridArrangement | undefined;
  readonly onWidth: (columnId: string, width: number | null) => void;
}

/** One column's header. */
function HeaderCell<Item>(props: HeaderCellProps<Item>) {
  const { column, sorted, onSort, tabStop, arrangement } = props;
  const title = typeof column.header === 'string' ? column.header : column.header();
  const direction = onSort && sorted && (sorted.descending ? 'descending' : 'ascending');
  const focusable = onSort !== undefined || arrangement !== undefined;
  return (
    <ColumnHeader
      aria-sort={onSort && (direction ?? 'none')}
      className={classes['header']}
      data-align={column.meta.align}
      {...stickyProps(column.meta)}
      data-drop={props.drop}
      data-dragged={props.dragged || undefined}
      data-column={column.id}
      onPointerDown={props.onDragStart}
    >
      {focusable ? (
        <button
          type="button"
          className={classes['sort']}
          data-head-button
          data-sorts={onSort ? true : undefined}
          tabIndex={tabStop ? 0 : -1}
          title={typeof title === 'string' ? title : undefined}
          onFocus={() => props.onTabStop(column.id)}
          onClick={() => onSort?.({ column: column.id, descending: sorted ? !sorted.descending : false })}
        >
          <span className={classes['headerText']} dir="auto">
            {title}
          </span>
          {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
        </button>
      ) : (
        title
      )}
      {arrangement && (
        <ColumnResizer
          columnId={column.id}
          label={typeof title === 'string' ? title : column.id}
          tabStop={tabStop}
          width={arrangement.widths[column.id]}
          onWidth={props.onWidth}
          onResize={arrangement.onResize}
        />
      )}
    </ColumnHeader>
  );
}

/** The change of width per arrow key, px. */
const WIDTH_STEP = 16;
const MOST_WIDTH = 900;

interface ColumnResizerProps {
  readonly columnId: string;
  readonly label: string;
  readonly tabStop: boolean;
  /** The width the user set, px. */
  readonly width: number | undefined;
  /** The width while it is dragged. */
  readonly onWidth: (columnId: string, width: number | null) => void;
  readonly onResize: GridArrangement['onResize'];
}

/** A column's edge. Dragging or arrow keys resize the column; a double click or Home resets it. */
function ColumnResizer(props: ColumnResizerProps) {
  const { columnId, label, tabStop, width, onWidth, onResize } = props;
  const start = useRef<{ x: number; width: number } | null>(null);
  const dragged = useRef<number | null>(null);

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Otherwise the column itself would be dragged.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: columnWidth(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return;
    dragged.current = withinBounds(start.current.width + event.clientX - start.current.x);
    onWidth(columnId, dragged.current);
  };
  const end = () => {
    if (dragged.current !== null) onResize(columnId, dragged.current);
    start.current = null;
    dragged.current = null;
    onWidth(columnId, null);
  };
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: WIDTH_STEP, ArrowLeft: -WIDTH_STEP }[event.key];
    if (step !== undefined) onResize(columnId, withinBounds(columnWidth(event.currentTarget) + step));
    else if (event.key === 'Home' || event.key === 'Delete') onResize(columnId, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createElement('div', {
    // ARIA's window splitter; HTML only has an element for a fixed separator.
    role: 'separator',
    'aria-orientation': 'vertical',
    'aria-label': `Width of ${label}`,
    'aria-valuemin': LEAST_WIDTH,
    'aria-valuemax': MOST_WIDTH,
    'aria-valuenow': width ?? LEAST_WIDTH,
    'aria-valuetext': width === undefined ? 'automatic' : `${width} pixels`,
    tabIndex: tabStop ? 0 : -1,
    className: classes['resizer'],
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: () => onResize(columnId, null),
    onKeyDown,
  });
}

/** The width of the column whose header contains this element, px. */
function columnWidth(element: Element): number {
  return Math.round(element.closest('[data-column]')?.getBoundingClientRect().width ?? 0);
}

/** The width, limited to what a column may have. */
function withinBounds(width: number): number {
  return Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
}
