import { type RefObject, useLayoutEffect, useState } from 'react';
import { TextWidth } from './text-width.ts';

/** How much room the cells of each column have, px in the order of the columns, and how wide texts are in them. */
export interface CellRoom {
  readonly widths: readonly number[];
  readonly text: TextWidth;
}

/** No lighter than what any cell is written in. */
const WEIGHT = 600;

/** Measured at the headers, anew when `layout` says that columns have changed; null before they are there. */
export function useCellRoom(grid: RefObject<HTMLElement | null>, layout: string): CellRoom | null {
  const [room, setRoom] = useState<CellRoom | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element || layout === '') return;
    const heads = element.querySelectorAll('[data-column]');
    const widths = Array.from(heads, ({ clientWidth }) => clientWidth);
    const { fontFamily, fontSize } = getComputedStyle(element);
    setRoom((before) => {
      if (before?.widths.join() === widths.join()) return before;
      const text =
        before?.text ?? new TextWidth(`${WEIGHT} ${fontSize} ${fontFamily}`, Number.parseFloat(fontSize));
      return { widths, text };
    });
  }, [grid, layout]);
  return room;
}
