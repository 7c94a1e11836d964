import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { ColumnResizer } from './column-resizer.tsx';
import classes from './data-grid.module.css';
import type { GridArrangement, GridColumn, GridSort } from './grid-columns.ts';
import { ColumnHeader, stickyProps } from './grid-elements.ts';

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
export function HeaderCell<Item>(props: HeaderCellProps<Item>) {
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
