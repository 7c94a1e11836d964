import { Store, useStore } from '../../store.ts';

/** What opens above every page of a workspace. */
export type Overlay = 'palette' | 'shortcuts';

const opened = new Store<Overlay | null>(null);
/** What had the focus before, which gets it back. */
let focused: Element | null = null;

/** Opens one; another that is open makes room. */
export function openOverlay(overlay: Overlay): void {
  if (opened.get() === null) focused = document.activeElement;
  paletteText.set('');
  enteredAhead = false;
  opened.set(overlay);
}

/** What is looked for in the palette. Here, for it may be typed before the palette's code and field are there. */
export const paletteText = new Store('');

/** Enter was pressed before the palette was there: it goes on with its first line. */
let enteredAhead = false;

/** Keeps a key for the palette that is about to open; false for one that means nothing to it. */
export function bufferKey(key: string): boolean {
  if (key === 'Enter') enteredAhead = true;
  else if (key.length === 1) paletteText.set(paletteText.get() + key);
  else return false;
  return true;
}

/** Whether Enter was typed ahead; said once. */
export function consumeEarlyEnter(): boolean {
  const entered = enteredAhead;
  enteredAhead = false;
  return entered;
}

/** Closes what is open and gives the focus back; `then` finds it there, so that it may move it on. */
export function closeOverlay(then?: () => void): void {
  opened.set(null);
  // Only when the dialog is gone: until then it keeps the focus to itself.
  setTimeout(() => {
    if (opened.get() !== null) return;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    focused = null;
    then?.();
  });
}

/** The one that is open. */
export function openedOverlay(): Overlay | null {
  return opened.get();
}

/** The same in a component, which follows it. */
export function useOverlay(): Overlay | null {
  return useStore(opened);
}
