import {
  createElement,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { activeRow, focusOnArrival } from '../page.tsx';
import { isPopupOpen, pressedOf, singleKeysOn } from '../shortcuts.ts';
import classes from './data-grid.module.css';
import {
  type CellText,
  GRID_CELL,
  type GridColumn,
  type GridSelection,
  RowActivity,
  RowGroup,
  type ScrollPosition,
  stickyProps,
} from './grid-columns.ts';
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
  readonly onStep: ((step: 1 | -1) => void) | undefined;
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
  useScrollPosition(place, active, (index) => (isPopupOpen() ? scrollTo(index) : show(index)));
  // Of several lists on a page, the first.
  useEffect(() => focusOnArrival(activeRow()), []);
  const follows = useRef(false);
  useReveal(props.reveal, (index) => {
    follows.current = body.current?.contains(document.activeElement) ?? false;
    scrollTo(index);
    setActive(index);
  });
  useLayoutEffect(() => {
    if (follows.current) focusRow(body.current, active);
    follows.current = false;
  }, [active]);

  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const { onStep } = props;
  const onKeyDown = rowKeys({ count, active, pageRows, onMove: move, onOpen: open, selection, onStep });
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

interface RowClicks<Item> {
  readonly onActivate: (index: number) => void;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly selection: GridSelection<Item> | undefined;
  /** The ID of a row's item; undefined while its page is loading. */
  readonly idAt: (index: number) => string | undefined;
  /** A press that hasn't become a click yet, with the ID of the item under the pointer. */
  readonly press: RefObject<{ readonly id: string | undefined } | null>;
}

/**
 * Pointer and focus handlers for all rows, so that a row needs no listeners. A press does nothing if its row shows another
 * item by the time it ends: the user aimed at somebody else.
 */
function rowClicks<Item>({ onActivate, onOpen, selection, idAt, press }: RowClicks<Item>) {
  const choose = (index: number, through: boolean) =>
    through ? selection?.onExtend(index) : selection?.onToggle(index);
  const onFocus = (event: FocusEvent) => {
    const index = rowOf(event);
    if (index !== undefined) onActivate(index);
  };
  const onPointerDown = (event: PointerEvent) => {
    const index = rowOf(event);
    press.current = { id: index === undefined ? undefined : idAt(index) };
  };
  const onClick = (event: MouseEvent) => {
    const index = rowOf(event);
    const aimedAt = press.current;
    press.current = null;
    // A click without a press comes from a screen reader or a key.
    if (aimedAt && index !== undefined && aimedAt.id !== idAt(index)) return;
    // Buttons and links in a row handle their own clicks.
    if (index === undefined || closest(event, 'button, a, input, label')) return;
    if (selection && closest(event, '[role="checkbox"]')) {
      choose(index, event.shiftKey);
      closest(event, '[data-index]')?.focus({ preventScroll: true });
    } else if (selection && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      choose(index, event.shiftKey);
    } else if (document.getSelection()?.type !== 'Range') onOpen?.(index);
  };
  return { onFocus, onPointerDown, onClick, onMouseDown: (selection ?? onOpen) && keepText };
}

function rowOf(event: SyntheticEvent): number | undefined {
  const index = closest(event, '[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function closest({ target }: SyntheticEvent, what: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(what) : null;
}

/** Shift+click selects rows, not the text between them, and a second click of a double click no word. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey || (event.detail > 1 && !closest(event, 'input'))) event.preventDefault();
}

interface RowKeys<Item> {
  readonly count: number;
  /** The row that the keyboard is on. */
  readonly active: number;
  /** How many rows fit on screen, for Page Up and Page Down. */
  readonly pageRows: () => number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly selection: GridSelection<Item> | undefined;
  /** Takes the arrows while they step through what is open beside the grid, as J and K do by themselves. */
  readonly onStep: ((step: 1 | -1) => void) | undefined;
}

/** Keyboard handling for the rows of a grid, by the shortcuts of lists; Page Up and Page Down, too. */
function rowKeys<Item>(options: RowKeys<Item>): (event: KeyboardEvent<HTMLElement>) => void {
  const { count, active, pageRows, onMove, onOpen, selection, onStep } = options;
  return (event) => {
    const onRow = event.target instanceof HTMLElement && event.target.role === 'row';
    if (onRow && selection && chooseByKey(event, active, selection)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (onRow && pressedOf('rowOpen', event) === 0) {
      event.preventDefault();
      onOpen(active);
      return;
    }
    const step = STEPS[pressedOf('rowMove', event)];
    if (onRow && onStep && step !== undefined) {
      event.preventDefault();
      // A held key counts once.
      if (!event.repeat) onStep(step);
      return;
    }
    const moved = movedBy(event.key, onRow && !onStep && singleKeysOn(), { active, count, pageRows });
    if (moved === undefined) return;
    const next = Math.min(count - 1, Math.max(0, moved));
    // At the first or last row, the key scrolls the page.
    if (next !== active) event.preventDefault();
    onMove(next);
    if (event.shiftKey) selection?.onExtend(next);
  };
}

/** What the first and the second key of a shortcut that moves do. */
const STEPS = [1, -1] as const;

/** The row that a key goes to, which may be before the first or after the last; undefined for other keys. */
function movedBy(
  key: string,
  letters: boolean,
  { active, count, pageRows }: Pick<RowKeys<never>, 'active' | 'count' | 'pageRows'>,
): number | undefined {
  // Shift only extends the selection.
  const press = { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  const step =
    STEPS[pressedOf('rowMove', press)] ?? (letters ? STEPS[pressedOf('rowMoveLetters', press)] : undefined);
  if (step !== undefined) return active + step;
  if (key === 'PageDown') return active + pageRows();
  if (key === 'PageUp') return active - pageRows();
  return [0, count - 1][pressedOf('rowEnds', press)];
}

/** Handles a key that changes the selection; returns whether it did. */
function chooseByKey<Item>(
  event: KeyboardEvent<HTMLElement>,
  index: number,
  selection: GridSelection<Item>,
): boolean {
  const [letter, space] = [0, 1];
  const select = pressedOf('rowSelect', event);
  if (pressedOf('rowAll', event) === 0) selection.onAll();
  else if (select === space || (select === letter && singleKeysOn())) selection.onToggle(index);
  else if (pressedOf('leave', event) === 0 && selection.count > 0) selection.onClear();
  else return false;
  return true;
}

interface GridRowProps<Item> {
  /** Undefined while its page is loading. */
  readonly item: Item | undefined;
  readonly itemId: string | undefined;
  readonly columns: readonly GridColumn<Item>[];
  readonly index: number;
  /** Distance from the top of the body, px. */
  readonly top: number;
  /** Whether it is the row that Tab reaches (roving tabindex). */
  readonly active: boolean;
  /** Whether its item is open beside the grid. */
  readonly current: boolean;
  /** Whether it is selected; undefined where rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly selectLabel: string;
  readonly openable: boolean;
  /** Whether it is the last of the list. */
  readonly last: boolean;
}

const TEXT_CELL = `${classes['cell']} ${classes['text']}`;

/** One row. Renders only if its props have changed. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

/**
 * Its elements are reused for another item once it is scrolled away. Only cells that are more than text are mounted
 * again, so that an open menu or an edit never acts on another item.
 */
function PlainGridRow<Item>(props: GridRowProps<Item>): ReactNode {
  const { item, columns, index, top, active, current, selected } = props;
  const waits = item === undefined;
  const row = useRef<HTMLDivElement>(null);
  useDropSelectedText(row, props.itemId);
  return createElement(
    'div',
    {
      ref: row,
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-busy': waits || undefined,
      'aria-selected': waits ? undefined : selected,
      'aria-current': current || undefined,
      'data-index': waits ? undefined : index,
      'data-openable': props.openable || undefined,
      'data-last': props.last ? '' : undefined,
      className: classes['row'],
      tabIndex: active ? 0 : -1,
      style: { top },
    },
    selected !== undefined && <SelectCell label={props.selectLabel} checked={selected} />,
    <RowActivity value={active}>
      {columns.map(({ id, meta, cell }) => {
        const content = item === undefined ? '' : cell(item);
        const text = typeof content === 'string' ? { text: content } : content;
        return isText(text) ? (
          <div
            key={id}
            {...GRID_CELL}
            className={text.className === undefined ? TEXT_CELL : `${TEXT_CELL} ${text.className}`}
            data-align={meta.align}
            dir="auto"
            title={text.title ?? text.text}
          >
            {text.text}
            {text.href !== undefined && (
              // biome-ignore lint/a11y/useAnchorContent: its arrow is drawn in CSS, so that the cell's text is its own
              <a
                className={classes['link']}
                href={text.href}
                tabIndex={-1}
                aria-label={text.title ?? text.text}
              />
            )}
          </div>
        ) : (
          <div
            key={id}
            {...GRID_CELL}
            className={classes['cell']}
            data-align={meta.align}
            {...stickyProps(meta)}
          >
            <Fragment key={props.itemId}>{text}</Fragment>
          </div>
        );
      })}
    </RowActivity>,
  );
}

function isText(content: ReactNode | CellText): content is CellText {
  return typeof content === 'object' && content !== null && 'text' in content;
}

/** Clears selected text when the row gets another item: the user would copy text they never selected. */
function useDropSelectedText(row: RefObject<HTMLElement | null>, itemId: string | undefined): void {
  const shown = useRef(itemId);
  useLayoutEffect(() => {
    if (shown.current === itemId) return;
    shown.current = itemId;
    const selection = document.getSelection();
    if (!row.current || selection?.type !== 'Range') return;
    if (selection.containsNode(row.current, true)) selection.removeAllRanges();
  }, [row, itemId]);
}

/**
 * A row's checkbox, in a target as tall as the row, because a near miss must not open the row. An ARIA checkbox, as a real
 * one costs as much as all the other cells of a row. The row handles its keys and clicks.
 */
function SelectCell({ label, checked }: { readonly label: string; readonly checked: boolean }) {
  return (
    <div {...GRID_CELL} className={classes['selectCell']}>
      {createElement('span', {
        role: 'checkbox',
        'aria-checked': checked,
        'aria-label': label,
        tabIndex: -1,
        className: classes['selectTarget'],
      })}
    </div>
  );
}
