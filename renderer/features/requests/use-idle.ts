import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { IdleTimer } from '../../parts/time/idle-timer.ts';

/** After so long without a move, a key or a scroll nobody is about to press a row, ms. */
const CALM_AFTER_MS = 4000;
/** What a person has just done shows at once, for as long as its consequences may take to arrive, ms. */
const HURRY_MS = 1500;
/** The grid counts as standing at its top within this, px. */
const AT_TOP_PX = 30;

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Whether rows may change places without anybody being in their way: the list stands at its top and has been left
 * alone for a while. `hurry` says that a person has just asked for a change, so that it shows now.
 */
export function useIdle(area: RefObject<HTMLElement | null>) {
  const [calm, setCalm] = useState(true);
  const [hurried, setHurried] = useState(false);
  const hurryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const scrolledDown = () => (element.querySelector('[role="grid"]')?.scrollTop ?? 0) > AT_TOP_PX;
    let known = true;
    const set = (next: boolean) => {
      if (next !== known) setCalm(next);
      known = next;
    };
    const quiet = new IdleTimer(CALM_AFTER_MS, () => set(!scrolledDown()));
    const live = () => {
      set(false);
      quiet.restart();
    };
    for (const sign of SIGNS_OF_LIFE) {
      element.addEventListener(sign, live, { capture: true, passive: true });
    }
    return () => {
      quiet.cancel();
      for (const sign of SIGNS_OF_LIFE) element.removeEventListener(sign, live, { capture: true });
    };
  }, [area]);

  useEffect(() => () => clearTimeout(hurryTimer.current), []);
  const hurry = useCallback(() => {
    setHurried(true);
    clearTimeout(hurryTimer.current);
    hurryTimer.current = setTimeout(() => setHurried(false), HURRY_MS);
  }, []);
  return { calm, hurried, hurry };
}
