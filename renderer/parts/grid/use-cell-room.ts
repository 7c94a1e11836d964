import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PlainCell } from './plain-cell.ts';
import { TextWidth } from './text-width.ts';

/** How much room the cells of each column have, px in the order of the columns, and how wide texts are in them. */
export class CellRoom {
  readonly widths: readonly number[];
  private readonly looks: Map<string, TextWidth>;
  private readonly grid: Element;

  constructor(grid: Element, widths: readonly number[], before: CellRoom | null) {
    this.grid = grid;
    this.widths = widths;
    this.looks = before?.looks ?? new Map();
  }

  /** Whether a cell surely has room for all it shows: cutting one that has costs as much as drawing it. */
  has(content: PlainCell, at: number): boolean {
    const room = this.widths[at] ?? 0;
    if ('text' in content) return this.look(content.look).of(content.text) <= room;
    const { gap, around } = this.look(content.look);
    const texts = content.texts.reduce((sum, { text, look }) => sum + gap + this.look(look).of(text), 0);
    return around + texts <= room;
  }

  /** Each look is measured once, when it is first drawn. */
  private look(look = ''): TextWidth {
    const known = this.looks.get(look);
    if (known) return known;
    const fresh = new TextWidth(this.grid, look);
    this.looks.set(look, fresh);
    return fresh;
  }
}

/** The first rows have been on screen for so long when their room is measured, ms. */
const FIRST_ROWS_MS = 100;

/**
 * Measured at the headers, anew when `layout` says that columns have changed. Null at first: the first rows need not wait
 * for it, only what is scrolled does.
 */
export function useCellRoom(grid: RefObject<HTMLElement | null>, layout: string): CellRoom | null {
  const [room, setRoom] = useState<CellRoom | null>(null);
  const measured = useRef(false);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element || layout === '') return;
    const measure = (): void => {
      measured.current = true;
      const heads = element.querySelectorAll('[data-column]');
      const widths = Array.from(heads, ({ clientWidth }) => clientWidth);
      setRoom((before) =>
        before?.widths.join() === widths.join() ? before : new CellRoom(element, widths, before),
      );
    };
    if (!measured.current) {
      const waiting = setTimeout(measure, FIRST_ROWS_MS);
      return () => clearTimeout(waiting);
    }
    // What room there was must not be taken for granted for a single frame.
    measure();
    return;
  }, [grid, layout]);
  return room;
}
