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
  /** While a column is being made wider or narrower: its width so far, px. */
  readonly onWidth: (columnId: string, width: number | null) => void;
  /** What chooses all rows. */
  readonly selectAll: ReactNode;
}

/**
 * The row of column headers. Sortable ones are buttons and say how they sort; where columns can be arranged they are
 * dragged by their headers and made wider at their edges, or both by keys (see {@link useHeadKeys}).
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
