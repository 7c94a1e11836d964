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

/** Rows drawn beyond each edge of the screen. */
const OVERSCAN = 4;
/**
 * The greatest height of what scrolls, px. Chromium lays out no more than 33,554,431 px of the screen, and a px of the
 * page is up to four of those on a fine screen with the page enlarged.
 */
const MOST_HEIGHT = 8_000_000;

interface RowVirtualizerOptions {
  readonly count: number;
  /** The height of every row, px. */
  readonly rowHeight: number;
  /** The height of the sticky header above the first row, px. */
  readonly head: number;
  /** Space below the last row, px. */
  readonly roomBelow: number;
  /** Always drawn, wherever the grid is scrolled to, so that it keeps the focus. */
  readonly active: number;
  readonly initialOffset: number;
  readonly onScroll: (offset: number) => void;
}

/**
 * The rows of a long list to draw as it is scrolled, each with a React key (`slot`). A list taller than
 * {@link MOST_HEIGHT} is scrolled in a smaller space, where each px stands for several of the list.
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
    // Until the grid is measured: the first rows are drawn together with it.
    initialRect: { width: 0, height: innerHeight },
    initialOffset,
    rangeExtractor,
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        const further = Math.round(offset * (stretchOf(instance) - 1));
        flushSync(() => {
          setShift(further);
          report(offset + further, isScrolling);
          // Together with the offset, so that the rows render once.
          setSlots((before) => assignSlots(before, instance.getVirtualIndexes()));
        });
      }),
    scrollToFn: (offset, how, instance) => elementScroll(offset / stretchOf(instance), how, instance),
    onChange: ({ scrollOffset }) => onScroll(scrollOffset ?? 0),
  });
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const slots = assignSlots(drawnSlots, virtualizer.getVirtualIndexes());
  if (slots !== drawnSlots) setSlots(slots);
  return {
    rows: rowsOf(virtualizer, slots, shift),
    /** Those on screen, including rows cut off at the edges. */
    range: virtualizer.range,
    height: Math.min(MOST_HEIGHT, head + virtualizer.getTotalSize()) - head,
    scrollTo: (index: number) => scrollToRow(virtualizer, index, options),
  };
}

type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

/**
 * The rows to draw. While the list is scrolled, elements keep their order in the page, as moving them is slow; once it
 * rests they are in the order of the rows, as screen readers need them.
 */
function rowsOf(virtualizer: RowVirtualizer, slots: Slots, shift: number) {
  const { isScrolling, options } = virtualizer;
  const rows = virtualizer.getVirtualItems().map(({ index, start }) => ({
    index,
    slot: slots.get(index) ?? 0,
    top: start - options.scrollMargin - shift,
  }));
  return rows.sort((one, other) => (isScrolling ? one.slot - other.slot : one.index - other.index));
}

/** Brings a row on screen with as little scrolling as possible. */
function scrollToRow(
  virtualizer: RowVirtualizer,
  index: number,
  { rowHeight, head, roomBelow }: RowVirtualizerOptions,
): void {
  const element = virtualizer.scrollElement;
  if (!element) return;
  const stretch = stretchOf(virtualizer);
  const most = index * rowHeight;
  const least = head + most + rowHeight + roomBelow - element.clientHeight;
  element.scrollTop = Math.max(least, Math.min(most, element.scrollTop * stretch)) / stretch;
}

/** How many px of the list one scrolled px stands for. */
function stretchOf(virtualizer: RowVirtualizer): number {
  const { scrollElement, options } = virtualizer;
  const height = options.scrollMargin + virtualizer.getTotalSize();
  if (height <= MOST_HEIGHT || !scrollElement) return 1;
  const { clientHeight } = scrollElement;
  return (height - clientHeight) / (MOST_HEIGHT - clientHeight);
}

/** The sorted indexes with one more added. */
function withIndex(indexes: number[], index: number): number[] {
  return indexes.includes(index) ? indexes : [...indexes, index].toSorted((one, other) => one - other);
}
/** React keys by row index. */
type Slots = ReadonlyMap<number, number>;

const NO_SLOTS: Slots = new Map();

/**
 * The keys of the rows with these indexes; `before` itself if nothing changes. A row keeps its key while it is drawn. A new
 * row gets the key, and so the elements, of one that was scrolled away, as creating elements takes longer than changing them.
 */
function assignSlots(before: Slots, indexes: readonly number[]): Slots {
  if (indexes.length === before.size && indexes.every((index) => before.has(index))) return before;
  const taken = new Set(indexes.map((index) => before.get(index)));
  let free = 0;
  const nextFree = (): number => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(indexes.map((index) => [index, before.get(index) ?? nextFree()]));
}
