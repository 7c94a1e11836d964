import { type ReactNode, useRef } from 'react';
import classes from './data-grid.module.css';
import type { GridArrangement, GridColumn, GridSort } from './grid-columns.ts';
import { RowGroup, RowRoot } from './grid-elements.ts';
import { HeaderCell } from './header-cell.tsx';
import { useColumnDrag } from './use-column-drag.ts';
import { useHeadKeys } from './use-head-keys.ts';

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
export function GridHead<Item>(props: GridHeadProps<Item>) {
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
