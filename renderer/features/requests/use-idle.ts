import { useCallback, useEffect, useRef, useState } from 'react';
import { IdleTimer } from '../../parts/time/idle-timer.ts';

/** After this long without input, nobody is about to press a row, ms. */
const IDLE_AFTER_MS = 4000;
/** How long the effects of a person's own change may take to arrive, ms. */
const MOVES_ALLOWED_MS = 1500;
/** The grid counts as scrolled to its top within this, px. */
const AT_TOP_PX = 30;

const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Whether rows may change places without getting in anybody's way: the list is scrolled to its top and has had no input
 * for a while. `allowMoves` lets the effects of a person's own change show at once. `watch` is the ref of the list.
 */
export function useIdle() {
  const [idle, setIdle] = useState(true);
  const [movesAllowed, setMovesAllowed] = useState(false);
  const movesTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A ref, not an effect: the list leaves the page while a request fills a narrow window, and comes back as another element.
  const watch = useCallback((list: HTMLElement | null) => {
    if (!list) return;
    const atTop = () => (list.querySelector('[role="grid"]')?.scrollTop ?? 0) <= AT_TOP_PX;
    const timer = new IdleTimer(IDLE_AFTER_MS, () => setIdle(atTop()));
    const onInput = () => {
      setIdle(false);
      timer.restart();
    };
    for (const type of INPUT_EVENTS) {
      list.addEventListener(type, onInput, { capture: true, passive: true });
    }
    timer.restart();
    return () => {
      timer.cancel();
      for (const type of INPUT_EVENTS) list.removeEventListener(type, onInput, { capture: true });
    };
  }, []);

  useEffect(() => () => clearTimeout(movesTimer.current), []);
  const allowMoves = useCallback(() => {
    setMovesAllowed(true);
    clearTimeout(movesTimer.current);
    movesTimer.current = setTimeout(() => setMovesAllowed(false), MOVES_ALLOWED_MS);
  }, []);
  return { idle, movesAllowed, allowMoves, watch };
}
