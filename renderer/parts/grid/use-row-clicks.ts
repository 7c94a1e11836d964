import { type FocusEvent, type MouseEvent, type SyntheticEvent, useCallback } from 'react';

interface RowClicks {
  readonly onActivate: (index: number) => void;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly onSelect: ((index: number, through: boolean) => void) | undefined;
}

/** What the pointer and the focus do to rows: listened to around all of them, so that a row needs no listeners. */
export function useRowClicks({ onActivate, onOpen, onSelect }: RowClicks) {
  const onFocus = useCallback(
    (event: FocusEvent) => {
      const index = rowOf(event);
      if (index !== undefined) onActivate(index);
    },
    [onActivate],
  );
  const onClick = useCallback(
    (event: MouseEvent) => {
      const index = rowOf(event);
      if (index === undefined || startedOn(event, 'button, a, input, label')) return;
      if (onSelect && startedOn(event, '[role="checkbox"]')) {
        onSelect(index, event.shiftKey);
        closest(event, '[data-index]')?.focus({ preventScroll: true });
      } else if (onSelect && (event.ctrlKey || event.metaKey || event.shiftKey)) {
        onSelect(index, event.shiftKey);
      } else if (document.getSelection()?.type !== 'Range') onOpen?.(index);
    },
    [onOpen, onSelect],
  );
  return { onFocus, onClick, onMouseDown: onSelect && keepText };
}

function rowOf(event: SyntheticEvent): number | undefined {
  const index = closest(event, '[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

/** Buttons and links in a row do their own thing. */
function startedOn(event: SyntheticEvent, what: string): boolean {
  return closest(event, what) !== null;
}

function closest({ target }: SyntheticEvent, what: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(what) : null;
}

/** Shift and click choose rows, not the text between them. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
