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
  /** As high as the headers, px. */
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

/** The rows of a grid: those on screen and the one that the keyboard is on (ARIA roving tabindex). */
export function GridBody<Item>(props: GridBodyProps<Item>) {
  const { scroller, columns, count, itemAt, itemId, rowHeight, head, place, selection, currentId } = props;
  const [chosen, setActive] = useState(place?.active ?? 0);
  const active = Math.min(chosen, count - 1);
  const body = useRef<HTMLDivElement>(null);
  const press = useRef<{ readonly id: string | undefined }>(null);
  const { rows, range, height, scrollTo } = useRowVirtualizer(scroller, {
    count,
    rowHeight,
    head,
    roomBelow: props.roomBelow,
    active,
    initialOffset: place?.offset ?? 0,
    onScroll: (offset) => {
      if (place) place.offset = offset;
    },
  });

  const focus = (index: number) =>
    body.current
      ?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`)
      ?.focus({ preventScroll: true });
  const move = (index: number) => {
    flushSync(() => setActive(index));
    scrollTo(index);
    focus(index);
  };
  const open = (index: number) => {
    const item = itemAt(index);
    if (item === undefined) return;
    if (place) place.opened = true;
    props.onOpen?.(item);
  };
  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);

  useRange(range, props.onRange);
  useStartAtTop(props.order, () => {
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  });
  const comeBack = useEffectEvent(() => {
    if (!place?.opened) return;
    // It may lie beyond the rows that were on screen then.
    scrollTo(place.active);
    focus(place.active);
  });
  useEffect(() => comeBack(), []);
  useEffect(() => {
    if (!place) return;
    place.active = active;
    place.opened = false;
  }, [place, active]);
  const reveal = useEffectEvent((index: number) => {
    scrollTo(index);
    setActive(index);
  });
  useEffect(() => {
    if (props.reveal !== undefined) reveal(props.reveal);
  }, [props.reveal]);

  const onKeyDown = rowKeys({ count, active, pageRows, onMove: move, onOpen: open, selection });
  const idAt = (index: number) => {
    const item = itemAt(index);
    return item && itemId(item);
  };
  const clicks = rowClicks({
    onActivate: setActive,
    onOpen: props.onOpen && open,
    selection,
    idAt,
    press,
  });
  return (
    <RowGroup ref={body} className={classes['body']} style={{ height }} onKeyDown={onKeyDown} {...clicks}>
      {rows.map(({ index, top, slot }) => {
        const item = itemAt(index);
        return (
          <GridRow
            key={slot}
            item={item}
            itemId={item && itemId(item)}
            columns={columns}
            index={index}
            top={top}
            active={index === active}
            current={item !== undefined && currentId !== undefined && itemId(item) === currentId}
            selected={selection && item !== undefined && selection.isSelected(item)}
            selectLabel={item === undefined ? '' : (selection?.labelOf(item) ?? '')}
            openable={props.onOpen !== undefined && item !== undefined}
            last={index === count - 1}
          />
        );
      })}
    </RowGroup>
  );
}

/** Tells which rows are on screen, whenever that changes. */
function useRange(
  range: { readonly startIndex: number; readonly endIndex: number } | null,
  onRange: ((first: number, last: number) => void) | undefined,
): void {
  const { startIndex, endIndex } = range ?? {};
  useLayoutEffect(() => {
    if (startIndex !== undefined && endIndex !== undefined) onRange?.(startIndex, endIndex);
  }, [startIndex, endIndex, onRange]);
}

/** Goes back to the first row when there is another order of rows, but not when the grid opens. */
function useStartAtTop(order: string | undefined, toTop: () => void): void {
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    toTop();
  });
}
