import { useEffect, useState } from 'react';

/** Nothing waits longer than this for the first page, ms. */
const PATIENCE_MS = 1000;

/** Whether the window has had nothing else to do since it was opened: the first page goes first. */
export function useFirstIdle(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const asked = requestIdleCallback(() => setDrawn(true), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
  return drawn;
}
