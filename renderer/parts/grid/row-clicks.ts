import type { FocusEvent, MouseEvent, PointerEvent, RefObject, SyntheticEvent } from 'react';
import type { GridSelection } from './grid-selection.ts';

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
export function rowClicks<Item>({ onActivate, onOpen, selection, idAt, press }: RowClicks<Item>) {
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
  return { onFocus, onPointerDown, onClick, onMouseDown: selection && keepText };
}

function rowOf(event: SyntheticEvent): number | undefined {
  const index = closest(event, '[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function closest({ target }: SyntheticEvent, what: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(what) : null;
}

/** Shift+click selects rows, not the text between them. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
