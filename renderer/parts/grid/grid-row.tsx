import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import classes from './data-grid.module.css';
import { RowRoot } from './grid-elements.ts';
import { RowActivity } from './row-activity.ts';

interface GridRowProps {
  /** What the row shows: while it stays the same, so do the cells. */
  readonly item: unknown;
  /** Which columns are shown, as a key. */
  readonly layout: string;
  readonly index: number;
  /** From the top of the body, px. */
  readonly start: number;
  readonly height: number;
  readonly active: boolean;
  readonly onActivate: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onOpen: ((index: number) => void) | undefined;
  /** The cells. */
  readonly children: ReactNode;
}

/** Rows are made anew with every page that arrives; only those whose item changed are drawn anew. */
export const GridRow = memo(PlainGridRow, (before, after) =>
  COMPARED.every((name) => before[name] === after[name]),
);

const COMPARED = [
  'item',
  'layout',
  'index',
  'start',
  'active',
  'onActivate',
  'onKeyDown',
  'onOpen',
] as const satisfies readonly (keyof GridRowProps)[];

function PlainGridRow(props: GridRowProps) {
  const { index, start, height, active, onActivate, onKeyDown, onOpen, children } = props;
  const open = (event: MouseEvent) => {
    if (!onOpen || startedOnControl(event) || document.getSelection()?.type === 'Range') return;
    onOpen(index);
  };
  return (
    <RowRoot
      aria-rowindex={index + 2}
      data-index={index}
      data-openable={onOpen ? true : undefined}
      className={classes['row']}
      tabIndex={active ? 0 : -1}
      style={{ height, transform: `translateY(${start}px)` }}
      onFocus={() => onActivate(index)}
      onClick={open}
      onKeyDown={onKeyDown}
    >
      <RowActivity value={active}>{children}</RowActivity>
    </RowRoot>
  );
}

/** Buttons and links in a row do their own thing. */
function startedOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('button, a, input, label') !== null;
}
