import { Suspense } from 'react';
import { Overlays } from '../lazy-pages.ts';
import { useFirstIdle } from '../parts/page/use-first-idle.ts';

/** Mounts the hosts of dialogs and toasts once the window is idle. */
export function DeferredOverlays() {
  if (!useFirstIdle()) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}
