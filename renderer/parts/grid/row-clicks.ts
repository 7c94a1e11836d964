import type { FocusEvent, MouseEvent, SyntheticEvent } from 'react';
import type { GridSelection } from './grid-selection.ts';

interface RowClicks<Item> {
  readonly onActivate: (index: number) => void;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly selection: GridSelection<Item> | undefined;
}

/** What the pointer and the focus do to rows: listened to around all of them, so that a row needs no listeners. */
export function rowClicks<Item>({ onActivate, onOpen, selection }: RowClicks<Item>) {
  const choose = (index: number, through: boolean) =>
    through ? selection?.onExtend(index) : selection?.onToggle(index);
  const onFocus = (event: FocusEvent) => {
    const index = rowOf(event);
    if (index !== undefined) onActivate(index);
  };
  const onClick = (event: MouseEvent) => {
    const index = rowOf(event);
    // Buttons and links in a row do their own thing.
    if (index === undefined || closest(event, 'button, a, input, label')) return;
    if (selection && closest(event, '[role="checkbox"]')) {
      choose(index, event.shiftKey);
      closest(event, '[data-index]')?.focus({ preventScroll: true });
    } else if (selection && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      choose(index, event.shiftKey);
    } else if (document.getSelection()?.type !== 'Range') onOpen?.(index);
  };
  return { onFocus, onClick, onMouseDown: selection && keepText };
}

function rowOf(event: SyntheticEvent): number | undefined {
  const index = closest(event, '[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function closest({ target }: SyntheticEvent, what: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(what) : null;
}

/** Shift and click choose rows, not the text between them. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
