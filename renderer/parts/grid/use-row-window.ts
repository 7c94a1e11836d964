import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Quiet } from '../time/quiet.ts';
import type { RowRange } from './block-span.ts';
import { heightInPage, ScrollSpace } from './scroll-space.ts';

/** Rows drawn beyond each edge of what is on screen: as far as a frame may scroll before it is drawn. */
const OVERSCAN = 4;
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

/** The part of a long list that is on screen, and what is drawn around it. */
export interface RowView {
  /** The first row to draw; below 0 at the top of the list. */
  readonly first: number;
  /** How many to draw from there on; 0 before the height of the grid is known. */
  readonly rows: number;
  /** Those of them that are on screen, the edges' included. */
  readonly onScreen: RowRange;
  /** Row n stands at n times the rows' height less this, px. */
  readonly shift: number;
}

/** What draws the rows. */
export interface RowDrawer {
  /** Draws these rows; `atOnce` before this returns, so that they are in the frame that scrolls to them. */
  show(view: RowView, atOnce: boolean): void;
  /** Scrolling has come to rest. */
  rest(): void;
}

/** Which rows of a long list to draw, as it is scrolled. `drawer` is told with every scroll, without React. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  drawer: RefObject<RowDrawer | null>,
  options: RowWindowOptions,
) {
  const latest = useRef(options);
  latest.current = options;
  const [space] = useState(() => new ScrollSpace());
  const screenHeight = useRef(0);
  const [height, setHeight] = useState(0);
  const { count, rowHeight, head, roomBelow } = options;
  const listHeight = head + count * rowHeight + roomBelow;

  const view = useCallback((): RowView => {
    const { rowHeight: size, head: above } = latest.current;
    const first = Math.floor(space.position / size);
    const room = screenHeight.current - above;
    const most = mostRowsOn(room, size);
    return {
      first: first - OVERSCAN,
      rows: most === 0 ? 0 : most + 2 * OVERSCAN,
      onScreen: { first, rows: most === 0 ? 0 : Math.ceil((space.position + room) / size) - first },
      shift: space.shift,
    };
  }, [space]);

  /** Puts the list's top edge on screen there, px, and draws the rows that are there. */
  const goTo = useCallback(
    (wanted: number) => {
      const element = scroller.current;
      if (!element) return;
      const position = space.within(wanted);
      element.scrollTop = space.inPage(position);
      space.goTo(position, element.scrollTop);
      latest.current.onScroll(space.position);
      drawer.current?.show(view(), false);
    },
    [scroller, drawer, space, view],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      screenHeight.current = element.clientHeight;
      setHeight(element.clientHeight);
    };
    measure();
    const settling = new Quiet(SETTLED_MS, () => {
      if (space.adrift) goTo(space.position);
      drawer.current?.rest();
    });
    const onScroll = () => {
      space.follow(element.scrollTop);
      if (space.astray) goTo(space.position);
      latest.current.onScroll(space.position);
      drawer.current?.show(view(), true);
      settling.note();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      settling.end();
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, drawer, space, view, goTo]);

  const began = useRef(false);
  useLayoutEffect(() => {
    space.measure(listHeight, height);
    if (height === 0 || (began.current && !space.adrift)) return;
    goTo(began.current ? space.position : latest.current.initialOffset);
    began.current = true;
  }, [space, listHeight, height, goTo]);

  const scrollTo = useCallback(
    (index: number) => {
      const { rowHeight: size, head: above, roomBelow: below } = latest.current;
      const most = index * size;
      const least = above + (index + 1) * size + below - screenHeight.current;
      goTo(Math.max(least, Math.min(most, space.position)));
    },
    [space, goTo],
  );
  const toTop = useCallback(() => goTo(0), [goTo]);

  return { view, scrollTo, toTop, bodyHeight: heightInPage(listHeight) - head };
}

/** How many rows of this height can be on screen, the edges' included, where there is room of so many px for them. */
function mostRowsOn(height: number, rowHeight: number): number {
  return height <= 0 ? 0 : Math.ceil(height / rowHeight) + 1;
}

export type RowWindow = ReturnType<typeof useRowWindow>;

/** For what draws the rows: it is told nothing any more once it is gone. */
export function useDrawerEnd(drawer: RefObject<RowDrawer | null>): void {
  useLayoutEffect(
    () => () => {
      drawer.current = null;
    },
    [drawer],
  );
}
