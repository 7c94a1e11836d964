import { useEffect, useRef } from 'react';

/**
 * Keeps keyboard focus when queueing starts or ends: the focused button disappears, so its successor gets the focus
 * (`queue` if there is nothing to `show`).
 */
export function useQueueFocus(queueing: boolean) {
  const queue = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const before = useRef(queueing);
  useEffect(() => {
    if (before.current === queueing) return;
    before.current = queueing;
    if (document.activeElement !== document.body) return;
    const next = queueing ? stop : show.current ? show : queue;
    next.current?.focus();
  }, [queueing]);
  return { queue, stop, show };
}
