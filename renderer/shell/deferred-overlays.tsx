import { Suspense } from 'react';
import { Overlays } from '../lazy-pages.ts';
import { useFirstIdle } from '../parts/page/use-first-idle.ts';

/** Where dialogs and toasts appear, as soon as the window has nothing else to do. */
export function DeferredOverlays() {
  if (!useFirstIdle()) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}
