import { useEffect, useRef } from 'react';

/**
 * Who queues by key goes on by key. The buttons make room for each other when queueing begins and ends, and the one that had
 * the focus is gone: then the one that comes next gets it, `queue` where there is nothing yet to `show`.
 */
export function useKeptFocus(queueing: boolean) {
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
