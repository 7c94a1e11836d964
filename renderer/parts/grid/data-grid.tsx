import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import classes from './data-grid.module.css';
import { GridBody } from './grid-body.tsx';
import {
  type GridArrangement,
  type GridColumn,
  type GridSort,
  leastWidth,
  tracksOf,
} from './grid-columns.ts';
import { GridRoot } from './grid-elements.ts';
import { GridHead } from './grid-head.tsx';
import { type GridSelection, SELECT_COLUMN } from './grid-selection.ts';
import type { ScrollPosition } from './scroll-position.ts';
import { SelectAll } from './select-all.tsx';
import { useWidth } from './use-width.ts';

interface DataGridProps<Item> {
  readonly label: string;
  readonly columns: readonly GridColumn<Item>[];
  readonly count: number;
  /** The item of a row; undefined while its page has not arrived. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly itemId: (item: Item) => string;
  readonly rowHeight?: number;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  readonly onOpen?: (item: Item) => void;
  /** The rows on screen, first and last included. */
  readonly onRange?: (first: number, last: number) => void;
  readonly place?: ScrollPosition;
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
  const { label, count, itemAt, itemId, rowHeight = 38, sort, onSort, arrangement, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { columns, style, onWidth } = useLayout(props, width, rowHeight);
  // Pages that arrive draw rows anew, never the heads.
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

/** The columns there is room for, and the measures that heads and rows share. */
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
  const widths = { ...arrangement?.widths, ...dragged };
  const tracks = selection ? [SELECT_COLUMN, ...shown] : shown;
  const style = {
    '--grid-tracks': tracksOf(tracks, widths),
    '--grid-least': arrangement ? `${leastWidth(tracks, widths)}px` : undefined,
    '--grid-head': `${HEAD_HEIGHT}px`,
    '--grid-row': `${rowHeight}px`,
  };
  return { columns: shown, style, onWidth };
}
