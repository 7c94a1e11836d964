import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { leaveRowsBehind } from './leave-rows-behind.ts';

/** Rows drawn beyond each edge of what is on screen: as far as a frame may scroll before it is drawn. */
const OVERSCAN = 5;
/** Scrolling is over when nothing has moved for so long, ms. */
const SETTLED_MS = 150;

interface RowWindowOptions {
  readonly count: number;
  /** All rows have this height, px. */
  readonly rowHeight: number;
  /** What stands above the first row and stays on screen, px. */
  readonly head: number;
  /** Room kept free below the last row, px. */
  readonly roomBelow: number;
  readonly initialOffset: number;
  readonly onScroll: (offset: number) => void;
}

/** A row to draw. The slot is what draws it: of a row that leaves the screen another one takes it over. */
export interface DrawnPlace {
  readonly slot: number;
  readonly index: number;
}

/**
 * Which rows of a long list to draw, as it is scrolled. There are as many slots as rows that fit on screen and a few
 * more; row n is drawn by slot n modulo their number. While it is being scrolled the slots keep their order in the
 * page, whatever they show; when it rests they stand in the order of their rows, as they are read out.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, rowHeight, head, roomBelow } = options;
  const latest = useRef(options);
  latest.current = options;
  const [height, setHeight] = useState(0);
  const [seen, setSeen] = useState({ first: 0, settledFirst: 0 });
  const followed = useRef(seen.first);

  const slots = height === 0 ? 0 : Math.min(count, Math.ceil((height - head) / rowHeight) + 1 + 2 * OVERSCAN);
  const within = (index: number) => Math.max(0, Math.min(index, count - slots));
  const first = within(seen.first);
  const settledFirst = within(seen.settledFirst);
  const drawn = useRef({ first, slots });
  useLayoutEffect(() => {
    drawn.current = { first, slots };
  });

  /** Draws the rows of where the list is scrolled to. */
  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = Math.max(0, Math.floor(element.scrollTop / latest.current.rowHeight) - OVERSCAN);
    latest.current.onScroll(element.scrollTop);
    const { first: least, slots: many } = drawn.current;
    const from = Math.max(0, Math.min(next, latest.current.count - many));
    if (from !== least) leaveRowsBehind(element, from, from + many - 1);
    if (next !== followed.current) setSeen((before) => ({ ...before, first: next }));
    followed.current = next;
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = latest.current.initialOffset;
    setHeight(element.clientHeight);
    follow();
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    let settling: ReturnType<typeof setTimeout> | undefined;
    const settle = () =>
      setSeen((before) =>
        before.settledFirst === before.first ? before : { first: before.first, settledFirst: before.first },
      );
    const onScroll = () => {
      // Drawn in the same frame, or what is scrolled in would be blank for one.
      flushSync(follow);
      clearTimeout(settling);
      settling = setTimeout(settle, SETTLED_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(settling);
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, follow]);

  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const { rowHeight: size, head: above, roomBelow: below } = latest.current;
      const most = index * size;
      const least = above + (index + 1) * size + below - element.clientHeight;
      if (element.scrollTop > most) element.scrollTop = most;
      else if (element.scrollTop < least) element.scrollTop = least;
      follow();
    },
    [scroller, follow],
  );
  const toTop = useCallback(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
    follow();
  }, [scroller, follow]);

  const places: DrawnPlace[] = [];
  for (let place = settledFirst; place < settledFirst + slots; place += 1) {
    const slot = place % slots;
    const ahead = (slot - (first % slots) + slots) % slots;
    places.push({ slot, index: first + ahead });
  }
  return { places, first, last: first + slots - 1, height: count * rowHeight + roomBelow, scrollTo, toTop };
}
