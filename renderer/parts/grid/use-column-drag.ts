import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { GridArrangement, GridColumn } from './grid-columns.ts';

/** Distance after which a press becomes a drag, px. */
const DRAG_BEGINS = 6;

/** Dragging a column by its header: the column, and the gap it would be dropped in (0 is before the first column). */
export function useColumnDrag<Item>(
  head: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Item>[],
  onMove: GridArrangement['onMove'] | undefined,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [dropAt, setDropAt] = useState<number | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const start = (event: PointerEvent<HTMLElement>, columnId: string) => {
    if (event.button !== 0 || !onMove) return;
    const from = columns.findIndex(({ id }) => id === columnId);
    const beganAt = event.clientX;
    let gap: number | null = null;

    const move = ({ clientX }: globalThis.PointerEvent) => {
      if (gap === null && Math.abs(clientX - beganAt) < DRAG_BEGINS) return;
      gap = gapAt(head.current, clientX);
      setDragged(columnId);
      setDropAt(gap);
    };
    const end = (commit: boolean) => {
      stop.current();
      setDragged(null);
      setDropAt(null);
      if (gap === null) return;
      swallowClick();
      const to = gap > from ? gap - 1 : gap;
      if (commit && to !== from) onMove(columnId, to);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && cancel();
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', giveUp);
    stop.current = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', giveUp);
    };
  };
  return { start, dragged, dropAt };
}

/** The gap between headers nearest to the pointer. */
function gapAt(head: HTMLElement | null, clientX: number): number {
  const headers = [...(head?.querySelectorAll('[data-column]') ?? [])];
  const beyond = headers.findIndex((header) => {
    const { left, width } = header.getBoundingClientRect();
    return clientX < left + width / 2;
  });
  return beyond === -1 ? headers.length : beyond;
}

/** Swallows the click at the end of a drag, which would sort. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
