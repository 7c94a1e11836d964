import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { assignSlots, NO_SLOTS } from './row-slots.ts';

/** Rows drawn beyond each edge of what is on screen. */
const OVERSCAN = 4;
/**
 * The greatest height of what scrolls, px. Chromium lays out no more than 33,554,431 px of the screen, and a px of the
 * page is up to four of those on a fine screen with the page enlarged.
 */
const MOST_HEIGHT = 8_000_000;

interface RowVirtualizerOptions {
  readonly count: number;
  /** All rows have this height, px. */
  readonly rowHeight: number;
  /** What stands above the first row and stays on screen, px. */
  readonly head: number;
  /** Room kept free below the last row, px. */
  readonly roomBelow: number;
  /** A row that is drawn wherever the grid is scrolled to, so that it keeps the focus. */
  readonly active: number;
  readonly initialOffset: number;
  readonly onScroll: (offset: number) => void;
}

/**
 * The rows of a long list to draw as it is scrolled, each with a key (`slot`). A list higher than {@link MOST_HEIGHT} is scrolled in a smaller
 * space: each px of that is several of the list.
 */
export function useRowVirtualizer(scroller: RefObject<HTMLElement | null>, options: RowVirtualizerOptions) {
  const { count, rowHeight, head, roomBelow, active, initialOffset, onScroll } = options;
  // How much further down a row stands in the list than in the page, px.
  const [shift, setShift] = useState(0);
  const [drawnSlots, setSlots] = useState(NO_SLOTS);
  const rangeExtractor = useCallback(
    (range: Range) => withIndex(defaultRangeExtractor(range), active),
    [active],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: head,
    paddingEnd: roomBelow,
    // Until it is measured: the first rows are drawn with the grid around them.
    initialRect: { width: 0, height: innerHeight },
    initialOffset,
    rangeExtractor,
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        const further = Math.round(offset * (stretchOf(instance) - 1));
        flushSync(() => {
          setShift(further);
          report(offset + further, isScrolling);
          // With the offset, so that the rows render once.
          setSlots((before) => assignSlots(before, instance.getVirtualIndexes()));
        });
      }),
    scrollToFn: (offset, how, instance) => elementScroll(offset / stretchOf(instance), how, instance),
    onChange: ({ scrollOffset }) => onScroll(scrollOffset ?? 0),
  });
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [virtualizer, rowHeight]);

  /** Brings a row on screen, by as little as it takes. */
  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (!element) return;
    const stretch = stretchOf(virtualizer);
    const most = index * rowHeight;
    const least = head + most + rowHeight + roomBelow - element.clientHeight;
    element.scrollTop = Math.max(least, Math.min(most, element.scrollTop * stretch)) / stretch;
  };
  const items = virtualizer.getVirtualItems();
  const slots = assignSlots(
    drawnSlots,
    items.map(({ index }) => index),
  );
  if (slots !== drawnSlots) setSlots(slots);
  // Elements that stay where they are in the page cost least; screen readers need them in the order of the rows.
  const { isScrolling } = virtualizer;
  return {
    rows: items
      .map(({ index, start }) => ({ index, slot: slots.get(index) ?? 0, top: start - head - shift }))
      .sort((one, other) => (isScrolling ? one.slot - other.slot : one.index - other.index)),
    /** Those on screen, the edges' included. */
    range: virtualizer.range,
    height: Math.min(MOST_HEIGHT, head + virtualizer.getTotalSize()) - head,
    scrollTo,
  };
}

/** How many px of the list go by for each px that is scrolled. */
function stretchOf(virtualizer: Virtualizer<HTMLElement, HTMLElement>): number {
  const { scrollElement, options } = virtualizer;
  const height = options.scrollMargin + virtualizer.getTotalSize();
  if (height <= MOST_HEIGHT || !scrollElement) return 1;
  const { clientHeight } = scrollElement;
  return (height - clientHeight) / (MOST_HEIGHT - clientHeight);
}

/** These rising numbers with one more among them. */
function withIndex(indexes: number[], index: number): number[] {
  return indexes.includes(index) ? indexes : [...indexes, index].toSorted((one, other) => one - other);
}
