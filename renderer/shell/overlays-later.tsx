import { Suspense, useEffect, useState } from 'react';
import { Overlays } from '../lazy-pages.ts';

/** The first page goes first, but dialogs and toasts wait for no longer than this, ms. */
const PATIENCE_MS = 1000;

/** Where dialogs and toasts appear, as soon as the window has nothing else to do. */
export function OverlaysLater() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const asked = requestIdleCallback(() => setWanted(true), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}
