import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useRef } from 'react';
import classes from './data-grid.module.css';
import { GridCells } from './grid-cells.tsx';
import type { GridColumns } from './grid-columns.ts';
import { GridRoot, RowGroup } from './grid-elements.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { PlaceholderRow } from './placeholder-row.tsx';
import { useActiveRow } from './use-active-row.ts';
import { type GridPlace, useGridPlace, useRangeNotice, useStartAtTop } from './use-grid-place.ts';
import { type GridSort, useGridTable } from './use-grid-table.ts';
import { useWidth } from './use-width.ts';

interface DataGridProps<Item extends RowData> {
  readonly label: string;
  readonly columns: GridColumns<Item>;
  readonly count: number;
  /** The item of a row; undefined while its page has not arrived. */
  readonly itemAt: (index: number) => Item | undefined;
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
  /** Shown under the column headers while there are no rows. */
  readonly empty?: ReactNode;
  /** `fill` takes the height there is and scrolls inside; `grow` is as high as its rows up to a limit. */
  readonly height?: 'fill' | 'grow';
}

/** As high as the row of headers, px. */
const HEAD_HEIGHT = 34;

/**
 * A grid (ARIA `grid`) of any length that keeps only the rows on screen in the page. It holds no data: it asks for
 * the item of an index and tells which indexes it shows.
 */
export function DataGrid<Item extends RowData>(props: DataGridProps<Item>) {
  const { label, columns, count, itemAt, itemId, rowHeight = 38, sort, onSort, onOpen, place } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    initialOffset: place?.offset ?? 0,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const drawn = virtualizer.getVirtualItems();
  const table = useGridTable({
    columns,
    items: drawn.map(({ index }) => itemAt(index)),
    itemId,
    sort,
    onSort,
  });
  const rowOf = new Map(table.getRowModel().rows.map((row) => [row.original, row]));
  const width = useWidth(scroller);
  const headers = (table.getHeaderGroups()[0]?.headers ?? []).filter(
    ({ column }) => width === 0 || width >= (column.columnDef.meta?.from ?? 0),
  );
  const shown = headers.map((header) => header.column.id);

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
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  const { active, setActive, body, onKeyDown } = useActiveRow({
    count,
    pageRows,
    scrollTo,
    onOpen: openAt,
    initial: place?.active ?? 0,
    focusInitial: place?.opened ?? false,
  });
  useStartAtTop(props.order, () => {
    virtualizer.scrollToOffset(0);
    setActive(0);
  });
  useGridPlace(place, virtualizer.scrollOffset ?? 0, active);
  useRangeNotice(drawn[0]?.index, drawn.at(-1)?.index, props.onRange);
  const tabStop = drawn.some(({ index }) => index === active) ? active : drawn[0]?.index;

  return (
    <div className={classes['frame']} data-height={props.height ?? 'fill'}>
      <GridRoot
        ref={scroller}
        aria-label={label}
        aria-rowcount={count + 1}
        className={classes['grid']}
        style={{
          '--grid-tracks': headers.map(({ column }) => column.columnDef.meta?.track ?? '1fr').join(' '),
          '--grid-head': `${HEAD_HEIGHT}px`,
        }}
      >
        <GridHead headers={headers} />
        {count > 0 && (
          <RowGroup
            ref={body}
            className={classes['body']}
            style={{ height: virtualizer.getTotalSize() - HEAD_HEIGHT }}
          >
            {drawn.map(({ index, start, size }) => {
              const item = itemAt(index);
              const row = item === undefined ? undefined : rowOf.get(item);
              const top = start - HEAD_HEIGHT;
              if (!row) return <PlaceholderRow key={index} index={index} start={top} height={size} />;
              return (
                <GridRow
                  // By place: while pages of different age meet, one request may show twice for a moment.
                  key={index}
                  index={index}
                  start={top}
                  height={size}
                  item={row.original}
                  layout={shown.join()}
                  active={index === tabStop}
                  onActivate={setActive}
                  onKeyDown={onKeyDown}
                  onOpen={onOpen && openAt}
                >
                  <GridCells row={row} shown={shown} />
                </GridRow>
              );
            })}
          </RowGroup>
        )}
      </GridRoot>
      {count === 0 && props.empty}
    </div>
  );
}
