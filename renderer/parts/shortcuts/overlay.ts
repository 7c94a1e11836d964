import { SharedValue, useShared } from '../../places/shared-value.ts';

/** What opens above every page of a workspace. */
export type Overlay = 'palette' | 'shortcuts';

const opened = new SharedValue<Overlay | null>(null);
/** What had the focus before, which gets it back. */
let focused: Element | null = null;

/** Opens one; another that is open makes room. */
export function openOverlay(overlay: Overlay): void {
  if (opened.get() === null) focused = document.activeElement;
  opened.set(overlay);
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
  return useShared(opened);
}
