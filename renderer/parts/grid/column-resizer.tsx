import { createElement, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './data-grid.module.css';
import { type GridArrangement, LEAST_WIDTH } from './grid-columns.ts';

/** The change of width per arrow key, px. */
export const WIDTH_STEP = 16;
const MOST_WIDTH = 900;

interface ColumnResizerProps {
  readonly columnId: string;
  readonly label: string;
  readonly tabStop: boolean;
  /** The width the user set, px. */
  readonly width: number | undefined;
  /** The width while it is dragged. */
  readonly onWidth: (columnId: string, width: number | null) => void;
  readonly onResize: GridArrangement['onResize'];
}

/** A column's edge. Dragging or arrow keys resize the column; a double click or Home resets it. */
export function ColumnResizer(props: ColumnResizerProps) {
  const { columnId, label, tabStop, width, onWidth, onResize } = props;
  const start = useRef<{ x: number; width: number } | null>(null);
  const dragged = useRef<number | null>(null);

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Otherwise the column itself would be dragged.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: columnWidth(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return;
    dragged.current = withinBounds(start.current.width + event.clientX - start.current.x);
    onWidth(columnId, dragged.current);
  };
  const end = () => {
    if (dragged.current !== null) onResize(columnId, dragged.current);
    start.current = null;
    dragged.current = null;
    onWidth(columnId, null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: WIDTH_STEP, ArrowLeft: -WIDTH_STEP }[event.key];
    if (step !== undefined) onResize(columnId, withinBounds(columnWidth(event.currentTarget) + step));
    else if (event.key === 'Home' || event.key === 'Delete') onResize(columnId, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createElement('div', {
    // ARIA's window splitter; HTML only has an element for a fixed separator.
    role: 'separator',
    'aria-orientation': 'vertical',
    'aria-label': `Width of ${label}`,
    'aria-valuemin': LEAST_WIDTH,
    'aria-valuemax': MOST_WIDTH,
    'aria-valuenow': width ?? LEAST_WIDTH,
    'aria-valuetext': width === undefined ? 'automatic' : `${width} pixels`,
    tabIndex: tabStop ? 0 : -1,
    className: classes['resizer'],
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: () => onResize(columnId, null),
    onKeyDown,
  });
}

/** The width of the column whose header contains this element, px. */
export function columnWidth(element: Element): number {
  return Math.round(element.closest('[data-column]')?.getBoundingClientRect().width ?? 0);
}

/** The width, limited to what a column may have. */
export function withinBounds(width: number): number {
  return Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
}
