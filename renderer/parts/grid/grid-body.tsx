import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-columns.ts';
import { RowGroup } from './grid-elements.ts';
import { GridRow } from './grid-row.tsx';
import type { GridSelection } from './grid-selection.ts';
import { rowClicks } from './row-clicks.ts';
import { rowKeys } from './row-keys.ts';
import type { ScrollPosition } from './scroll-position.ts';
import { useRowVirtualizer } from './use-row-virtualizer.ts';

interface GridBodyProps<Item> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columns: readonly GridColumn<Item>[];
  readonly count: number;
  readonly itemAt: (index: number) => Item | undefined;
  readonly itemId: (item: Item) => string;
  readonly rowHeight: number;
  /** The height of the header row, px. */
  readonly head: number;
  readonly roomBelow: number;
  readonly onOpen: ((item: Item) => void) | undefined;
  readonly onRange: ((first: number, last: number) => void) | undefined;
  readonly place: ScrollPosition | undefined;
  readonly order: string | undefined;
  readonly selection: GridSelection<Item> | undefined;
  readonly currentId: string | undefined;
  readonly reveal: number | undefined;
}

/** The rows of a grid: those on screen, and the active row, which the keyboard is on (ARIA roving tabindex). */
export function GridBody<Item>(props: GridBodyProps<Item>) {
  const { scroller, count, itemAt, rowHeight, place, selection } = props;
  const [chosen, setActive] = useState(place?.active ?? 0);
  const active = Math.min(chosen, count - 1);
  const body = useRef<HTMLDivElement>(null);
  const press = useRef<{ readonly id: string | undefined }>(null);
  const { rows, range, height, scrollTo } = useRowVirtualizer(scroller, {
    count,
    rowHeight,
    head: props.head,
    roomBelow: props.roomBelow,
    active,
    initialOffset: place?.offset ?? 0,
    onScroll: (offset) => {
      if (place) place.offset = offset;
    },
  });
  const show = (index: number) => {
    scrollTo(index);
    focusRow(body.current, index);
  };
  const move = (index: number) => {
    flushSync(() => setActive(index));
    show(index);
  };
  const open = (index: number) => {
    const item = itemAt(index);
    if (item === undefined) return;
    if (place) place.opened = true;
    props.onOpen?.(item);
  };

  useRange(range, props.onRange);
  useStartAtTop(props.order, () => {
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  });
  useScrollPosition(place, active, show);
  useReveal(props.reveal, (index) => {
    scrollTo(index);
    setActive(index);
  });

  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const lettersMove = props.currentId === undefined;
  const onKeyDown = rowKeys({ count, active, pageRows, onMove: move, onOpen: open, selection, lettersMove });
  const idAt = (index: number) => rowProps(props, index).itemId;
  const onOpen = props.onOpen && open;
  const clicks = rowClicks({ onActivate: setActive, onOpen, selection, idAt, press });
  return (
    <RowGroup ref={body} className={classes['body']} style={{ height }} onKeyDown={onKeyDown} {...clicks}>
      {rows.map(({ index, top, slot }) => (
        <GridRow key={slot} {...rowProps(props, index)} index={index} top={top} active={index === active} />
      ))}
    </RowGroup>
  );
}

/** What a row shows, apart from where it stands. */
function rowProps<Item>(props: GridBodyProps<Item>, index: number) {
  const { columns, count, itemAt, itemId, selection, currentId, onOpen } = props;
  const item = itemAt(index);
  const id = item === undefined ? undefined : itemId(item);
  return {
    item,
    itemId: id,
    columns,
    current: id !== undefined && id === currentId,
    selected: selection && item !== undefined && selection.isSelected(item),
    selectLabel: item === undefined ? '' : (selection?.labelOf(item) ?? ''),
    openable: onOpen !== undefined && item !== undefined,
    last: index === count - 1,
  };
}

function focusRow(body: HTMLElement | null, index: number): void {
  const row = body?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`);
  row?.focus({ preventScroll: true });
  // A grid as tall as its rows is scrolled by the page.
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Reports which rows are on screen whenever that changes. */
function useRange(
  range: { readonly startIndex: number; readonly endIndex: number } | null,
  onRange: ((first: number, last: number) => void) | undefined,
): void {
  const { startIndex, endIndex } = range ?? {};
  useLayoutEffect(() => {
    if (startIndex !== undefined && endIndex !== undefined) onRange?.(startIndex, endIndex);
  }, [startIndex, endIndex, onRange]);
}

/** Scrolls to the first row when the order changes, but not when the grid opens. */
function useStartAtTop(order: string | undefined, toTop: () => void): void {
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    toTop();
  });
}

/** Stores the active row, and shows it again after the item it opened is closed. */
function useScrollPosition(
  place: ScrollPosition | undefined,
  active: number,
  show: (index: number) => void,
): void {
  const restore = useEffectEvent(() => {
    // The active row may be off screen: the page could have been scrolled before the item was opened.
    if (place?.opened) show(place.active);
  });
  useEffect(() => restore(), []);
  useEffect(() => {
    if (!place) return;
    place.active = active;
    place.opened = false;
  }, [place, active]);
}

/** Brings a row on screen whenever `index` changes. */
function useReveal(index: number | undefined, reveal: (index: number) => void): void {
  const onIndex = useEffectEvent(reveal);
  useEffect(() => {
    if (index !== undefined) onIndex(index);
  }, [index]);
}
