import { createElement, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './data-grid.module.css';
import { drawCells } from './draw-cells.ts';
import { GridCells } from './grid-cells.tsx';
import type { GridColumns } from './grid-columns.ts';
import { RowActivity } from './row-activity.ts';
import { SelectCell } from './select-cell.tsx';
import type { CellRoom } from './use-cell-room.ts';

interface GridRowProps<Item> {
  /** Undefined while its page has not arrived. */
  readonly item: Item | undefined;
  readonly columns: GridColumns<Item>;
  /** The cells where all columns are plain: the same for every item, and made once. */
  readonly plainCells: ReactNode;
  /** For plain cells: the room they have. */
  readonly room: CellRoom | null;
  readonly index: number;
  /** From the top of the body, px. */
  readonly start: number;
  readonly height: number;
  /** Whether the keyboard is on it. */
  readonly active: boolean;
  /** What it shows is open beside the grid. */
  readonly current: boolean;
  /** Whether it is chosen; undefined where rows cannot be chosen. */
  readonly selected: boolean | undefined;
  readonly selectLabel: string;
  readonly openable: boolean;
}

/** One row. It is drawn anew only when something of it changed, and shows one item after the other while scrolling. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

function PlainGridRow<Item>(props: GridRowProps<Item>): ReactNode {
  const { item, columns, plainCells, room, index, start, height, active, current, selected } = props;
  const row = useRef<HTMLDivElement>(null);
  const selectable = selected !== undefined;
  useLayoutEffect(() => {
    const cells = [...(row.current?.children ?? [])];
    drawCells(selectable ? cells.slice(1) : cells, columns, item, room);
  }, [columns, item, room, selectable]);

  const waits = item === undefined;
  return createElement(
    'div',
    {
      ref: row,
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-busy': waits || undefined,
      'aria-selected': waits ? undefined : selected,
      'aria-current': current || undefined,
      'data-index': waits ? undefined : index,
      'data-openable': props.openable || undefined,
      className: classes['row'],
      tabIndex: active ? 0 : -1,
      style: { height, transform: `translateY(${start}px)` },
    },
    selectable && <SelectCell label={props.selectLabel} checked={selected} />,
    plainCells ?? (
      <RowActivity value={active}>
        <GridCells item={item} columns={columns} />
      </RowActivity>
    ),
  );
}
