import { Store, useStore } from '../../store.ts';

/** A dialog that can open above every page of a workspace. */
type Overlay = 'palette' | 'shortcuts';

const opened = new Store<Overlay | null>(null);
/** The element that gets the focus back. */
let focused: Element | null = null;

/** Opens an overlay in place of any other. */
export function openOverlay(overlay: Overlay): void {
  if (opened.get() === null) focused = document.activeElement;
  paletteText.set('');
  earlyEnter = false;
  opened.set(overlay);
}

/** The palette's search text. Stored here, because people may type before the palette has loaded. */
export const paletteText = new Store('');

/** Whether Enter was pressed before the palette loaded, which then runs its first result. */
let earlyEnter = false;

/** Buffers a key for the palette that is still loading; false if the key means nothing to it. */
export function bufferKey(key: string): boolean {
  if (key === 'Enter') earlyEnter = true;
  else if (key.length === 1) paletteText.set(paletteText.get() + key);
  else return false;
  return true;
}

/** Returns whether Enter was buffered, and clears it. */
export function consumeEarlyEnter(): boolean {
  const entered = earlyEnter;
  earlyEnter = false;
  return entered;
}

/** Closes the overlay and restores the focus, then calls `then`, which may move it. */
export function closeOverlay(then?: () => void): void {
  opened.set(null);
  // Until the dialog has unmounted, its focus trap would take the focus back.
  setTimeout(() => {
    if (opened.get() !== null) return;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    focused = null;
    then?.();
  });
}

export function openedOverlay(): Overlay | null {
  return opened.get();
}

export function useOverlay(): Overlay | null {
  return useStore(opened);
}
