import { Suspense } from 'react';
import { Overlays } from '../lazy-pages.ts';
import { useFirstPageDrawn } from '../parts/page/use-first-page-drawn.ts';

/** Where dialogs and toasts appear, as soon as the window has nothing else to do. */
export function OverlaysLater() {
  if (!useFirstPageDrawn()) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}
