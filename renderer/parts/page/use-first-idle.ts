import { useEffect, useState } from 'react';

const TIMEOUT_MS = 1000;

/** Becomes true once the window is idle, for work that should not delay the first page. */
export function useFirstIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => setIdle(true), { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
