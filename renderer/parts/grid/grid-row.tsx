import { createElement, type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import classes from './data-grid.module.css';
import { RowActivity } from './row-activity.ts';
import { SelectCell } from './select-cell.tsx';

interface GridRowProps {
  /** What the row shows: while it and the columns stay the same, so do the cells. */
  readonly item: unknown;
  /** The columns shown. */
  readonly columns: unknown;
  readonly index: number;
  /** From the top of the body, px. */
  readonly start: number;
  readonly height: number;
  readonly active: boolean;
  /** What it shows is open beside the grid. */
  readonly current: boolean;
  /** Whether it is chosen; undefined where rows cannot be chosen. */
  readonly selected: boolean | undefined;
  readonly selectLabel: string;
  readonly onActivate: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly onSelect: ((index: number, through: boolean) => void) | undefined;
  /** The cells, made from the item and the columns. */
  readonly children: ReactNode;
}

/** Rows are made anew with every page that arrives; only those of which something changed are drawn anew. */
export const GridRow = memo(PlainGridRow, (before, after) =>
  COMPARED.every((name) => before[name] === after[name]),
);

const COMPARED = [
  'item',
  'columns',
  'index',
  'start',
  'active',
  'current',
  'selected',
  'onActivate',
  'onKeyDown',
  'onOpen',
  'onSelect',
] as const satisfies readonly (keyof GridRowProps)[];

function PlainGridRow(props: GridRowProps) {
  const { index, start, height, active, current, selected, onActivate, onKeyDown, onOpen, onSelect } = props;
  const click = (event: MouseEvent) => {
    if (startedOnControl(event)) return;
    if (onSelect && (event.ctrlKey || event.metaKey || event.shiftKey)) onSelect(index, event.shiftKey);
    else if (document.getSelection()?.type !== 'Range') onOpen?.(index);
  };
  return createElement(
    'div',
    {
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-selected': selected,
      'aria-current': current || undefined,
      'data-index': index,
      'data-openable': onOpen ? true : undefined,
      className: classes['row'],
      tabIndex: active ? 0 : -1,
      style: { height, transform: `translateY(${start}px)` },
      onFocus: () => onActivate(index),
      onMouseDown: onSelect && keepText,
      onClick: click,
      onKeyDown,
    },
    <RowActivity value={active}>
      {onSelect && selected !== undefined && (
        <SelectCell
          label={props.selectLabel}
          checked={selected}
          onSelect={(through) => onSelect(index, through)}
        />
      )}
      {props.children}
    </RowActivity>,
  );
}

/** Shift and click choose rows, not the text between them. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** Buttons and links in a row do their own thing. */
function startedOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button, a, input, label') !== null;
}
