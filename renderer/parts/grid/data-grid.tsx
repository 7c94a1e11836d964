import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import classes from './data-grid.module.css';
import { GridBody } from './grid-body.tsx';
import {
  type GridArrangement,
  type GridColumn,
  type GridSort,
  leastWidth,
  scrolledWidths,
  tracksOf,
} from './grid-columns.ts';
import { ColumnHeader, GridRoot } from './grid-elements.ts';
import { GridHead } from './grid-head.tsx';
import { type GridSelection, SELECT_COLUMN } from './grid-selection.ts';
import type { ScrollPosition } from './scroll-position.ts';
import { useWidth } from './use-width.ts';

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
  /** Space below the last row, px. */
  readonly roomBelow?: number;
  /** Shown below the column headers while there are no rows. */
  readonly empty?: ReactNode;
  /** `fill` takes the available height; `grow` is as tall as its rows, up to a limit. */
  readonly height?: 'fill' | 'grow';
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
  const { columns, style, onWidth, sideways } = useLayout(props, width, rowHeight);
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
        {head}
        {/* Which columns there is room for is known with the width. */}
        {count > 0 && width > 0 && (
          <GridBody
            scroller={scroller}
            columns={columns}
            count={count}
            itemAt={itemAt}
            itemId={itemId}
            rowHeight={rowHeight}
            head={HEAD_HEIGHT}
            roomBelow={props.roomBelow ?? 0}
            onOpen={props.onOpen}
            onRange={props.onRange}
            place={props.place}
            order={props.order}
            selection={selection}
            currentId={props.currentId}
            reveal={props.reveal}
          />
        )}
      </GridRoot>
      {count === 0 && props.empty}
    </div>
  );
}

/** The columns that fit, and the CSS variables that headers and rows share. */
function useLayout<Item>(
  { columns, arrangement, selection }: DataGridProps<Item>,
  width: number,
  rowHeight: number,
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
  const style = {
    '--grid-tracks': tracksOf(tracks, widths),
    '--grid-least': arrangement || scrolled ? `${leastWidth(tracks, widths)}px` : undefined,
    '--grid-head': `${HEAD_HEIGHT}px`,
    '--grid-row': `${rowHeight}px`,
  };
  return { columns: shown, style, onWidth, sideways: scrolled !== null };
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
