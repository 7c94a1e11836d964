import { createElement, memo, type ReactNode } from 'react';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-columns.ts';
import { GRID_CELL } from './grid-elements.ts';
import { RowActivity } from './row-activity.ts';
import { SelectCell } from './select-cell.tsx';

interface GridRowProps<Item> {
  /** Undefined while its page has not arrived. */
  readonly item: Item | undefined;
  readonly columns: readonly GridColumn<Item>[];
  readonly index: number;
  /** From the top of the body, px. */
  readonly top: number;
  /** Whether the keyboard is on it. */
  readonly active: boolean;
  /** What it shows is open beside the grid. */
  readonly current: boolean;
  /** Whether it is chosen; undefined where rows cannot be chosen. */
  readonly selected: boolean | undefined;
  readonly selectLabel: string;
  readonly openable: boolean;
  /** Whether it is the last of the list. */
  readonly last: boolean;
}

const TEXT_CELL = `${classes['cell']} ${classes['text']}`;

/** One row. It is drawn anew only when something of it has changed. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

function PlainGridRow<Item>(props: GridRowProps<Item>): ReactNode {
  const { item, columns, index, top, active, current, selected } = props;
  const waits = item === undefined;
  return createElement(
    'div',
    {
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-busy': waits || undefined,
      'aria-selected': waits ? undefined : selected,
      'aria-current': current || undefined,
      'data-index': waits ? undefined : index,
      'data-openable': props.openable || undefined,
      'data-last': props.last ? '' : undefined,
      className: classes['row'],
      tabIndex: active ? 0 : -1,
      style: { top },
    },
    selected !== undefined && <SelectCell label={props.selectLabel} checked={selected} />,
    <RowActivity value={active}>
      {columns.map(({ id, meta, cell }) => {
        const content = item === undefined ? null : cell(item);
        return typeof content === 'string' ? (
          <div
            key={id}
            {...GRID_CELL}
            className={TEXT_CELL}
            data-align={meta.align}
            dir="auto"
            title={content}
          >
            {content}
          </div>
        ) : (
          <div key={id} {...GRID_CELL} className={classes['cell']} data-align={meta.align}>
            {content}
          </div>
        );
      })}
    </RowActivity>,
  );
}
