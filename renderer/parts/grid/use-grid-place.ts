import { useEffect, useLayoutEffect, useRef } from 'react';

/** Where a grid was left, so that coming back finds the same rows. */
export interface GridPlace {
  offset: number;
  active: number;
  /** A row was opened from here: coming back, the keyboard is on it again. */
  opened: boolean;
}

/** Writes down which row the keyboard is on; the offset is written as the grid is scrolled. */
export function useGridPlace(place: GridPlace | undefined, active: number): void {
  useEffect(() => {
    if (!place) return;
    place.active = active;
    place.opened = false;
  }, [place, active]);
}

/** Tells which rows are drawn, whenever that changes. */
export function useRangeNotice(
  first: number | undefined,
  last: number | undefined,
  onRange: ((first: number, last: number) => void) | undefined,
): void {
  useLayoutEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last);
  }, [first, last, onRange]);
}

/** Goes back to the first row when there is another order of rows, but not when the grid opens. */
export function useStartAtTop(order: string | undefined, toTop: () => void): void {
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    toTop();
  });
}
