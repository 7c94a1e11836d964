import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Arrivals } from './rows-content.ts';

interface ActiveRowOptions {
  readonly count: number;
  readonly arrivals: Arrivals | undefined;
  /** Rows that fit on screen, for Page Up and Page Down. */
  readonly pageRows: () => number;
  readonly scrollTo: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Where rows can be chosen: the key is used up when this says so. */
  readonly onSelectKey: ((event: KeyboardEvent<HTMLElement>, index: number) => boolean) | undefined;
  /** Arrows with Shift have come to this row. */
  readonly onExtend: ((index: number) => void) | undefined;
  readonly initial: number;
  /** Whether the first active row takes the focus by itself. */
  readonly focusInitial: boolean;
}

/**
 * Arrow keys over the rows of a grid (ARIA roving tabindex): one row is the tab stop, arrows (or J and K) move it,
 * Enter opens it. A row that is not in the page yet takes the focus once it has been scrolled in.
 */
export function useActiveRow(options: ActiveRowOptions) {
  const { count, arrivals, pageRows, scrollTo, onOpen, onSelectKey, onExtend } = options;
  const { initial, focusInitial } = options;
  const [chosen, setActive] = useState(initial);
  const active = Math.min(chosen, Math.max(0, count - 1));
  // Keys held down come faster than rows are drawn: each goes on from the one before.
  const latest = useRef(active);
  latest.current = active;
  const body = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(focusInitial);

  const takeFocus = useCallback(() => {
    if (!focusWanted.current) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${latest.current}"]`);
    if (!row) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  }, []);
  // No effect that waits: scrolling would schedule a task for it with every frame.
  useLayoutEffect(takeFocus);
  // After the rows have been drawn, as they listen first.
  useLayoutEffect(() => arrivals?.(takeFocus), [arrivals, takeFocus]);

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const onRow = event.target instanceof HTMLElement && event.target.dataset['index'] !== undefined;
      if (onRow && onSelectKey?.(event, latest.current)) {
        event.preventDefault();
        return;
      }
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter' && onRow) {
        event.preventDefault();
        onOpen(latest.current);
        return;
      }
      const key = onRow ? (LETTERS[event.key] ?? event.key) : event.key;
      const next = nextRow(key, latest.current, count, pageRows());
      if (next === undefined) return;
      event.preventDefault();
      focusWanted.current = true;
      latest.current = next;
      setActive(next);
      scrollTo(next);
      if (event.shiftKey) onExtend?.(next);
    },
    [count, onOpen, onSelectKey, onExtend, pageRows, scrollTo],
  );

  return { active, setActive, body, onKeyDown };
}

/** Letters that move like arrows while a row itself has the focus. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

function nextRow(key: string, active: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[key];
  return step === undefined || last < 0 ? undefined : Math.min(last, Math.max(0, active + step));
}
