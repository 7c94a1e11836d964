import { Overlays } from '../lazy-pages.ts';
import { useFirstIdle } from '../parts/page.tsx';

/** Mounts the hosts of dialogs and toasts once the window is idle. */
export function DeferredOverlays() {
  return useFirstIdle() ? <Overlays /> : null;
}
